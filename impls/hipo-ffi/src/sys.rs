//! The shim's functions, as the shared object has them.
//!
//! Functions that answer with an `int` leave a text behind in this thread:
//! what was asked for if it is 0, or why not. So do those that answer with a
//! pointer, if it is null.

use std::ffi::{c_char, c_int, c_void};
use std::path::Path;

use libloading::Library;

use crate::error::Error;

macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        /// The functions of the shared object, which stays loaded as long as this.
        pub(crate) struct Shim {
            $($(#[$doc])* pub(crate) $name: unsafe extern "C" fn($($ty),*) $(-> $ret)?,)*
            _library: Library,
        }

        impl Shim {
            /// Loads the shared object.
            ///
            /// # Safety
            /// The file is the shared object of this crate's shim: the signatures
            /// below are its functions'.
            pub(crate) unsafe fn load(file: &Path) -> Result<Self, libloading::Error> {
                // SAFETY: its initializers are those of hipo4 and libstdc++, which
                // have no preconditions.
                let library = unsafe { Library::new(file) }?;
                $(
                    // SAFETY: the function is of this type by the caller's word.
                    let $name = unsafe {
                        *library.get::<unsafe extern "C" fn($($ty),*) $(-> $ret)?>(
                            concat!("hipo4_shim_", stringify!($name), "\0").as_bytes(),
                        )?
                    };
                )*
                Ok(Self { $($name,)* _library: library })
            }
        }
    };
}

functions! {
    fn about() -> c_int;
    /// The text of this thread's last call, until its next one.
    fn answer(length: *mut usize) -> *const c_char;

    fn reader_open(
        path: *const c_char, tags: *const i64, tag_count: usize, schemas: c_int,
        given: *const c_char,
    ) -> *mut c_void;
    fn reader_close(file: *mut c_void);
    fn reader_events(file: *mut c_void) -> i64;
    fn reader_schemas(file: *mut c_void) -> c_int;
    fn reader_config(file: *mut c_void) -> c_int;
    fn reader_next(file: *mut c_void, read: *mut c_int) -> c_int;
    fn reader_go_to(file: *mut c_void, event: i64, read: *mut c_int) -> c_int;
    /// The current event's bytes, until the next event is read.
    fn reader_event(
        file: *mut c_void, bytes: *mut *const c_char, length: *mut usize, tag: *mut u32,
    );
    /// Takes a bank of the current event.
    fn reader_bank(file: *mut c_void, bank: usize, rows: *mut usize) -> c_int;
    /// The cells of a column of a bank that was taken, into room for `rows` of the
    /// column's type.
    fn reader_column(
        file: *mut c_void, bank: usize, column: usize, rows: usize, to: *mut c_void,
    ) -> c_int;

    fn sums(
        path: *const c_char, tags: *const i64, tag_count: usize, schemas: c_int,
        given: *const c_char,
    ) -> c_int;
    fn scenario(
        path: *const c_char, scenario: c_int, way: c_int, checksum: *mut f64, events: *mut i64,
        nanoseconds: *mut i64,
    ) -> c_int;
    fn write_dataset(path: *const c_char, events: i64, raw: c_int, nanoseconds: *mut i64) -> c_int;

    fn writer_create(path: *const c_char) -> *mut c_void;
    fn writer_drop(file: *mut c_void);
    fn writer_schema(file: *mut c_void, schema: *const c_char) -> c_int;
    fn writer_config(file: *mut c_void, key: *const c_char, value: *const c_char) -> c_int;
    fn writer_user_words(file: *mut c_void, one: i64, two: i64) -> c_int;
    /// Adds a bank to the event that is being made.
    fn writer_bank(file: *mut c_void, name: *const c_char, rows: usize, columns: usize) -> c_int;
    /// Fills a column of the bank that was added last.
    fn writer_column(
        file: *mut c_void, column: usize, letter: c_int, cells: *const c_void, rows: usize,
    ) -> c_int;
    /// Drops the banks of the event that is being made.
    fn writer_clear(file: *mut c_void);
    /// Writes the event that is being made.
    fn writer_event(file: *mut c_void, tag: u32) -> c_int;
    fn writer_raw_event(file: *mut c_void, bytes: *const c_char, length: usize) -> c_int;
    fn writer_flush(file: *mut c_void) -> c_int;
    fn writer_finish(file: *mut c_void) -> c_int;
}

impl Shim {
    /// The text that this thread's last call left.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut length = 0;
        // SAFETY: `length` is valid; the text is as long as it says and stays until
        // this thread's next call, which comes after it is copied.
        unsafe {
            let text = (self.answer)(&raw mut length);
            if text.is_null() {
                return Vec::new();
            }
            std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec()
        }
    }

    /// The failure that this thread's last call told.
    pub(crate) fn refused(&self, what: &'static str) -> Error {
        let reason = String::from_utf8_lossy(&self.text()).trim_end().to_owned();
        Error::Refused { what, reason }
    }

    /// The outcome of a call that has just answered with `status`.
    pub(crate) fn check(&self, what: &'static str, status: c_int) -> Result<(), Error> {
        if status == 0 {
            Ok(())
        } else {
            Err(self.refused(what))
        }
    }
}
