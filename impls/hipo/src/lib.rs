//! HIPO, version 6: the files in which CLAS12 keeps its physics events.
//!
//! A *file* is a row of *records*; a record has *events*, compressed; an event
//! has *banks*: tables whose columns a *schema* of the file's dictionary tells.
//!
//! ```no_run
//! let file = hipo::File::open("run.hipo")?;
//! // Names are looked up once.
//! let particles = file.bank("REC::Particle")?;
//! let (pid, pz) = (particles.column::<i32>("pid")?, particles.column::<f32>("pz")?);
//! let mut events = file.events();
//! while let Some(event) = events.next_event()? {
//!     let bank = event.bank(&particles)?;
//!     for (pid, pz) in bank.column(&pid).iter().zip(bank.column(&pz)) {
//!         println!("{pid} {pz}");
//!     }
//! }
//! # Ok::<(), hipo::Error>(())
//! ```
//!
//! Input is taken for hostile: what is wrong with a file is an [`Error`] that
//! says what and where, and [`Limits`] bound what it can make its reader
//! allocate.
#![forbid(unsafe_code)]

mod chain;
mod codec;
mod columns;
mod compression;
mod error;
mod event;
mod expression;
mod layout;
mod limits;
mod reader;
mod room;
mod salvage;
mod schema;
mod source;
mod threads;
mod wire;
mod writer;

pub use chain::{Chain, ChainOptions};
pub use columns::{BankColumns, ColumnBatches, ColumnOptions, ColumnQuery, ColumnValues, Columns};
pub use compression::{Codec, Compression, Layout};
pub use error::{Error, ErrorKind, Place};
pub use event::{
    Bank, BankMut, Cell, Cells, CellsIter, Event, EventBuilder, Structure, StructureType,
    Structures,
};
pub use expression::{
    BoundExpression, ConditionEvaluator, Evaluator, Expression, ExpressionError,
    ExpressionErrorKind, RowCondition, ValueType,
};
pub use limits::Limits;
pub use reader::{
    Config, Events, File, Filter, IndexSource, OpenOptions, RandomAccess, RecordInfo,
};
pub use salvage::{
    DictionaryState, Loss, LossPart, Salvage, SalvageOptions, SalvageReport, SalvagedEvents,
};
pub use schema::{
    BankHandle, Column, ColumnHandle, ColumnType, Dictionary, Schema, SchemaBuilder, SchemaError,
};
pub use source::{ReadAt, Seekable};
pub use wire::{ByteOrder, FileHeader, RecordHeader};
pub use writer::{Finish, Profile, Replacing, Writer, WriterOptions};
