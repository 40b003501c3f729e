//! The five scenarios that reading is measured by.

/// What a pass reads of each event of the benchmark's data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scenario {
    /// Nothing: events are gone through.
    Count,
    /// `evno` of `REC::Event`.
    Bank1,
    /// `pid` of `REC::Particle`.
    Col1,
    /// `pid` and `px` of `REC::Particle`.
    Scan2,
    /// All eight columns of `REC::Particle`.
    Wide,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Count,
        Self::Bank1,
        Self::Col1,
        Self::Scan2,
        Self::Wide,
    ];

    /// The name that figures are published under.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Bank1 => "bank1",
            Self::Col1 => "col1",
            Self::Scan2 => "scan2",
            Self::Wide => "wide",
        }
    }
}

/// Which of hipo4's ways an event and its bank are taken by. In each, the bank and
/// the event are made once, and columns are found by name
/// (`schema::getEntryOrder`) before the loop; cells are taken by number
/// (`getInt(column, row)`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// `reader::next(event)` and `event::getStructure(bank)`, as hipo4's examples
    /// do: the event is copied out of the record, the bank out of the event.
    Event,
    /// `reader::next()` and `reader::getStructure(bank)`: only the bank is copied.
    Bank,
    /// `reader::next()` and `reader::getStructureNoCopy(bank)`: nothing is copied,
    /// but a bank makes a list of its rows each time.
    BankInPlace,
    /// The same of a plain `structure`, with `schema::getOffset`: no list of rows.
    /// It is the least that hipo4's public interface can do, and what a careful
    /// user in a hurry would write.
    StructureInPlace,
}

impl Way {
    /// The fastest wherever a bank is read, by some 20 % before the next one: the
    /// one to be compared with.
    pub const FASTEST: Self = Self::StructureInPlace;

    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Event,
        Self::Bank,
        Self::BankInPlace,
        Self::StructureInPlace,
    ];
}

/// One pass over a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// One `f64`, added to row by row, and in a row in the order of the schema's
    /// columns.
    pub checksum: f64,
    /// The number of events.
    pub events: u64,
    /// How long the loop took. Opening the file, the dictionary, and finding the
    /// columns are not in it; reading and decompressing records is.
    pub nanoseconds: u64,
}
