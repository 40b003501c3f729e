//! The events of one record, kept.

use hipo::{Error, Event, Filter, RowCondition};

use crate::opened::Opened;

/// Events of one record, in memory of their own.
#[derive(Debug)]
pub(crate) struct Block {
    /// What they are from.
    pub(crate) opened: Opened,
    /// The file that they are from, from 0.
    pub(crate) file: usize,
    /// The record in the file.
    pub(crate) record: usize,
    bytes: Vec<u8>,
    events: Vec<Kept>,
}

/// An event of a block.
#[derive(Clone, Copy, Debug)]
struct Kept {
    end: usize,
    /// Its number within the record.
    index: u32,
}

impl Block {
    /// Reads the events of a record that a filter lets through, and that have a
    /// row for each condition. Those before a fault are kept.
    pub(crate) fn read(
        opened: &Opened,
        (file, record): (usize, usize),
        filter: &Filter,
        conditions: &[RowCondition],
    ) -> (Self, Option<Error>) {
        let mut block = Self {
            opened: opened.clone(),
            file,
            record,
            bytes: Vec::new(),
            events: Vec::new(),
        };
        let fault = block.fill(filter, conditions).err();
        (block, fault)
    }

    fn fill(&mut self, filter: &Filter, conditions: &[RowCondition]) -> Result<(), Error> {
        let opened = self.opened.clone();
        let filter = filter.clone().records(self.record..self.record + 1);
        let mut events = opened.files()[self.file].events_with(&filter);
        let mut conditions: Vec<_> = conditions.iter().map(RowCondition::evaluator).collect();
        'events: while let Some(event) = events.next_event()? {
            for condition in &mut conditions {
                if !condition.holds(&event)? {
                    continue 'events;
                }
            }
            self.bytes.extend_from_slice(event.bytes());
            self.events.push(Kept {
                end: self.bytes.len(),
                index: event.index(),
            });
        }
        Ok(())
    }

    /// How many events there are.
    pub(crate) const fn len(&self) -> usize {
        self.events.len()
    }

    /// An event.
    ///
    /// # Panics
    /// When there is no such event.
    pub(crate) fn event(&self, index: usize) -> Event<'_> {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.events[before].end);
        Event::new(&self.bytes[start..self.events[index].end])
    }

    /// The number of an event within its record.
    pub(crate) fn index(&self, index: usize) -> u32 {
        self.events[index].index
    }

    /// The number of an event in the file or the chain.
    pub(crate) fn number(&self, index: usize) -> u64 {
        let record = &self.opened.files()[self.file].records()[self.record];
        self.opened.first_event(self.file)
            + record.first_event
            + u64::from(self.events[index].index)
    }
}
