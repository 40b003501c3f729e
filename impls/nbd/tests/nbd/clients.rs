//! Clients of others: libnbd's, QEMU's and fio.

use std::fs;
use std::path::Path;
use std::process::Command;

use nbd::memory::Memory;
use nbd::{Exports, Server};

use crate::probe::only;
use crate::server::Running;
use crate::tool::{run, tool};

const SIZE: u64 = 64 << 20;

fn start() -> Running {
    Running::start(Server::new(only(Memory::new(SIZE).unwrap())))
}

fn uri(running: &Running) -> String {
    format!("nbd+unix:///?socket={}", running.path().display())
}

/// Ends the server, and sees that no client broke the protocol.
fn stop(running: Running) -> nbd::Counters {
    let summary = running.stop();
    assert_eq!(summary.failed, 0, "{summary:?}");
    summary.counters
}

#[test]
fn nbdinfo_reads_what_there_is() {
    let Some(mut nbdinfo) = tool("nbdinfo", "libnbd-bin") else {
        return;
    };
    let mut exports = Exports::new();
    for name in ["", "second"] {
        exports.add(name, Memory::new(SIZE).unwrap()).unwrap();
    }
    let running = Running::start(Server::new(exports));
    let said = run(nbdinfo.args(["--list", "--json", &uri(&running)]));
    for part in [
        r#""protocol": "newstyle-fixed""#,
        r#""structured": true"#,
        r#""export-name": "second""#,
        r#""export-size": 67108864"#,
        r#""base:allocation""#,
        r#""can_df": true"#,
        r#""can_fast_zero": true"#,
        r#""can_fua": true"#,
        r#""can_multi_conn": true"#,
        r#""can_trim": true"#,
        r#""block_size_minimum": 512"#,
        r#""block_size_preferred": 4096"#,
        r#""block_size_maximum": 33554432"#,
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    stop(running);
}

/// A file with data at both ends and a hole between.
fn sparse_file(path: &Path) -> Vec<u8> {
    let mut content = vec![0; SIZE as usize];
    for (at, byte) in content[..5 << 20].iter_mut().enumerate() {
        *byte = (at * at / 7 + at) as u8;
    }
    content[SIZE as usize - 3000..].fill(9);
    fs::write(path, &content).unwrap();
    content
}

#[test]
fn nbdcopy_brings_a_disk_in_and_out() {
    let Some(mut nbdcopy) = tool("nbdcopy", "libnbd-bin") else {
        return;
    };
    let running = start();
    let folder = tempfile::tempdir().unwrap();
    let (source, copy) = (folder.path().join("source"), folder.path().join("copy"));
    let content = sparse_file(&source);
    run(nbdcopy.arg("--flush").arg(&source).arg(uri(&running)));
    run(Command::new("nbdcopy").arg(uri(&running)).arg(&copy));
    assert!(fs::read(&copy).unwrap() == content);
    // By small requests, without block status, over one connection.
    run(Command::new("nbdcopy")
        .args(["--no-extents", "--connections=1", "--request-size=8192"])
        .arg(uri(&running))
        .arg(&copy));
    assert!(fs::read(&copy).unwrap() == content);
    assert!(stop(running).bytes_written >= 5 << 20);
}

#[test]
fn nbdinfo_maps_the_holes() {
    let Some(mut nbdinfo) = tool("nbdinfo", "libnbd-bin") else {
        return;
    };
    let exports = only({
        let memory = Memory::new(SIZE).unwrap();
        nbd::Export::write(&memory, 1 << 20, &vec![7; 1 << 17]).unwrap();
        memory
    });
    let running = Running::start(Server::new(exports));
    let said = run(nbdinfo.args(["--map", &uri(&running)]));
    let map: Vec<Vec<_>> = said
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let expected = [
        ["0", "1048576", "3", "hole,zero"],
        ["1048576", "131072", "0", "data"],
        ["1179648", "65929216", "3", "hole,zero"],
    ];
    assert_eq!(map, expected);
    stop(running);
}

#[test]
fn qemu_io_reads_writes_zeroes_and_discards() {
    let Some(mut qemu_io) = tool("qemu-io", "qemu-utils") else {
        return;
    };
    let running = start();
    let said = run(qemu_io.args([
        "-f",
        "raw",
        &uri(&running),
        "-c",
        "write -P 7 0 1M",
        "-c",
        "write -f -P 8 4k 512",
        "-c",
        "write -z 8k 4k",
        "-c",
        "write -z -u 64k 64k",
        "-c",
        "discard 256k 128k",
        "-c",
        "flush",
        "-c",
        "read -P 7 0 4k",
        "-c",
        "read -P 8 4k 512",
        "-c",
        "read -P 7 4608 3584",
        "-c",
        "read -P 0 8k 4k",
        "-c",
        "read -P 7 12k 52k",
        "-c",
        "read -P 0 64k 64k",
        "-c",
        "read -P 7 384k 640k",
        "-c",
        "aio_write -P 5 2M 1M",
        "-c",
        "aio_write -P 6 3M 1M",
        "-c",
        "aio_flush",
        "-c",
        "read -P 5 2M 1M",
        "-c",
        "read -P 6 3M 1M",
    ]));
    assert!(!said.contains("Pattern verification failed"), "{said}");
    let counters = stop(running);
    assert_eq!(counters.errors, 0);
    // Small writes of zeros may come as data.
    assert!(counters.zeroes >= 1 && counters.discards >= 1 && counters.flushes >= 1);
}

#[test]
fn nbdsh_calls_everything() {
    let Some(mut nbdsh) = tool("nbdsh", "python3-libnbd libnbd-bin") else {
        return;
    };
    let running = start();
    let program = r#"
import errno

def fails(number, call):
    try:
        call()
    except nbd.Error as error:
        assert error.errnum == number, error
    else:
        assert False, "no error"

assert h.get_size() == 64 << 20
assert h.get_structured_replies_negotiated()
assert h.can_meta_context("base:allocation")
h.pwrite(b"x" * 4096, 1 << 20)
h.pwrite(b"y" * 512, 512, flags=nbd.CMD_FLAG_FUA)
h.zero(512, (1 << 20) + 512, flags=nbd.CMD_FLAG_NO_HOLE)
h.zero(1 << 16, 2 << 20, flags=nbd.CMD_FLAG_FAST_ZERO)
h.trim(512, 0, flags=nbd.CMD_FLAG_FUA)
h.flush()
expected = b"x" * 512 + bytes(512) + b"x" * 3072
assert h.pread(4096, 1 << 20) == expected
assert h.pread_structured(4096, 1 << 20, lambda *chunk: None, flags=nbd.CMD_FLAG_DF) == expected
assert h.pread(512, 512) == b"y" * 512

chunks = []
def chunk(data, offset, status, error):
    chunks.append((offset, len(data), status))
h.pread_structured(1 << 17, (1 << 20) - (1 << 16), chunk)
assert chunks == [
    ((1 << 20) - (1 << 16), 1 << 16, nbd.READ_HOLE),
    (1 << 20, 1 << 16, nbd.READ_DATA),
], chunks

extents = []
def extent(context, offset, entries, error):
    extents.append((context, offset, entries))
h.block_status(4 << 20, 0, extent)
h.block_status(4 << 20, 0, extent, flags=nbd.CMD_FLAG_REQ_ONE)
assert extents[0] == ("base:allocation", 0, [
    65536, 0, (1 << 20) - 65536, 3, 65536, 0, (3 << 20) - 65536, 3
]), extents
assert extents[1][2] == [65536, 0], extents

# What libnbd would not send by itself.
h.set_strict_mode(0)
fails(errno.EINVAL, lambda: h.pread(512, 64 << 20))
fails(errno.EINVAL, lambda: h.pread(100, 0))
fails(errno.ENOSPC, lambda: h.pwrite(b"z" * 512, 64 << 20))
fails(errno.ENOSPC, lambda: h.zero(512, 64 << 20))
fails(errno.EINVAL, lambda: h.trim(512, 64 << 20))
fails(errno.ENOTSUP, lambda: h.zero(512, 0, flags=nbd.CMD_FLAG_FAST_ZERO | nbd.CMD_FLAG_NO_HOLE))
fails(errno.EINVAL, lambda: h.flush(flags=nbd.CMD_FLAG_DF))
h.cache(4096, 0)
assert h.pread(512, 512) == b"y" * 512
h.shutdown()
"#;
    run(nbdsh.args([
        "-c",
        r#"h.add_meta_context("base:allocation")"#,
        "-c",
        &format!("h.connect_uri({:?})", uri(&running)),
        "-c",
        program,
    ]));
    assert_eq!(stop(running).errors, 7);
}

#[test]
fn nbdsh_negotiates_in_every_way() {
    let Some(mut nbdsh) = tool("nbdsh", "python3-libnbd libnbd-bin") else {
        return;
    };
    let running = start();
    let program = r#"
uri = URI
for structured in [False, True]:
    for full_info in [False, True]:
        for flags in [0, 1, 3]:
            h = nbd.NBD()
            h.set_request_structured_replies(structured)
            h.set_full_info(full_info)
            h.set_handshake_flags(flags)
            h.connect_uri(uri)
            assert h.get_structured_replies_negotiated() == (structured and flags != 0)
            assert h.get_size() == 64 << 20
            h.pwrite(b"x" * 512, 0)
            assert h.pread(512, 0) == b"x" * 512
            h.shutdown()

h = nbd.NBD()
h.set_opt_mode(True)
h.connect_uri(uri)
names = []
h.opt_list(lambda name, description: names.append(name))
assert names == [""]
contexts = []
h.add_meta_context("base:")
h.opt_list_meta_context(lambda name: contexts.append(name))
assert contexts == ["base:allocation"]
h.set_export_name("none")
try:
    h.opt_info()
    assert False, "no error"
except nbd.Error:
    pass
h.set_export_name("")
h.opt_info()
h.opt_abort()
"#
    .replace("URI", &format!("{:?}", uri(&running)));
    run(nbdsh.args(["-c", &program]));
    stop(running);
}

#[test]
fn fio_reads_back_what_it_writes() {
    let Some(mut fio) = tool("fio", "fio") else {
        return;
    };
    let running = start();
    let folder = tempfile::tempdir().unwrap();
    for (pattern, size) in [("randwrite", "4k-4k"), ("randrw", "512-128k")] {
        run(fio.current_dir(folder.path()).args([
            "--name=verify",
            "--ioengine=nbd",
            &format!("--uri={}", uri(&running)),
            &format!("--rw={pattern}"),
            &format!("--bsrange={size}"),
            "--blockalign=512",
            "--iodepth=32",
            "--size=32M",
            "--verify=crc32c",
            "--do_verify=1",
            "--verify_fatal=1",
        ]));
        fio = Command::new("fio");
    }
    let counters = stop(running);
    assert!(counters.bytes_read >= 32 << 20 && counters.bytes_written >= 32 << 20);
    assert_eq!(counters.errors, 0);
}
