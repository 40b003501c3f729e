//! A client of the block server, as small as the protocol lets it be.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

const READ: u16 = 0;
const WRITE: u16 = 1;
const TRIM: u16 = 4;

/// The bytes `IHAVEOPT`.
const OPTION: u64 = 0x4948_4156_454F_5054;
const REQUEST: u32 = 0x2560_9513;
const REPLY: u32 = 0x6744_6698;

pub(crate) struct Client {
    stream: UnixStream,
    cookie: u64,
    pub(crate) size: u64,
}

impl Client {
    pub(crate) fn connect(path: &Path) -> Self {
        let mut stream = UnixStream::connect(path).expect("a server");
        let mut greeting = [0; 18];
        stream.read_exact(&mut greeting).expect("a greeting");
        assert_eq!(&greeting[..16], b"NBDMAGICIHAVEOPT");
        // Fixed newstyle, no zeroes; then NBD_OPT_EXPORT_NAME, the default one.
        let mut chosen = 3_u32.to_be_bytes().to_vec();
        chosen.extend(OPTION.to_be_bytes());
        chosen.extend(1_u32.to_be_bytes());
        chosen.extend(0_u32.to_be_bytes());
        stream.write_all(&chosen).expect("a server");
        let mut export = [0; 10];
        stream.read_exact(&mut export).expect("an export");
        let size = u64::from_be_bytes(export[..8].try_into().expect("8 bytes"));
        Self {
            stream,
            cookie: 0,
            size,
        }
    }

    pub(crate) fn send(&mut self, command: u16, offset: u64, length: u32, data: &[u8]) {
        self.cookie += 1;
        let mut request = REQUEST.to_be_bytes().to_vec();
        request.extend(0_u16.to_be_bytes());
        request.extend(command.to_be_bytes());
        request.extend(self.cookie.to_be_bytes());
        request.extend(offset.to_be_bytes());
        request.extend(length.to_be_bytes());
        request.extend(data);
        self.stream.write_all(&request).expect("a server");
    }

    /// The error of the next reply, which is for the request `cookie`.
    pub(crate) fn reply(&mut self, cookie: u64) -> u32 {
        let mut reply = [0; 16];
        self.stream.read_exact(&mut reply).expect("a reply");
        assert_eq!(reply[..4], REPLY.to_be_bytes());
        assert_eq!(reply[8..], cookie.to_be_bytes());
        u32::from_be_bytes(reply[4..8].try_into().expect("4 bytes"))
    }

    pub(crate) fn write(&mut self, offset: u64, data: &[u8]) -> u32 {
        self.send(WRITE, offset, data.len() as u32, data);
        self.reply(self.cookie)
    }

    pub(crate) fn trim(&mut self, offset: u64, length: u32) -> u32 {
        self.send(TRIM, offset, length, &[]);
        self.reply(self.cookie)
    }

    pub(crate) fn read(&mut self, offset: u64, length: u32) -> Vec<u8> {
        self.send(READ, offset, length, &[]);
        assert_eq!(self.reply(self.cookie), 0);
        let mut data = vec![0; length as usize];
        self.stream.read_exact(&mut data).expect("data");
        data
    }

    /// Writes many times without waiting; returns the first cookie.
    pub(crate) fn send_writes(&mut self, count: u64, data: &[u8]) -> u64 {
        let first = self.cookie + 1;
        for index in 0..count {
            self.send(WRITE, index * data.len() as u64, data.len() as u32, data);
        }
        first
    }
}
