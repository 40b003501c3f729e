//! The calls on a store that are timed, each shown first to do what passed the
//! gate.

use conformance::gate::{Contender, Ticket, Work};
use zram::store::Store;

use super::disk::{Disk, STORE, empty};
use crate::pages::calls::UNTOUCHED;

const ADMITTED: &str = "the case is admitted";

/// A store that has a ticket's pages, each of which has just come back right.
///
/// # Panics
/// When one does not.
#[must_use]
pub fn filled(ticket: &Ticket<Disk>) -> Store {
    let layout = *ticket.context();
    let store = empty(layout, ticket.input().len()).expect(ADMITTED);
    let pages = ticket.input().chunks(layout.page_size.bytes());
    for (number, page) in pages.enumerate() {
        store.put(number as u64, page).expect(ADMITTED);
    }
    holds(&store, ticket.value());
    store
}

/// Shows that every page of a store is what it should be.
///
/// # Panics
/// When one is not.
pub fn holds(store: &Store, memory: &[u8]) {
    let mut found = vec![UNTOUCHED; store.page_size().bytes()];
    for (number, page) in memory.chunks(found.len()).enumerate() {
        found.fill(UNTOUCHED);
        store.get(number as u64, &mut found).expect(ADMITTED);
        assert!(found == page, "page {number} came back wrong");
    }
}

/// A call that writes the pages of one group over what they were.
///
/// # Panics
/// When what is about to be timed strays from what passed.
#[must_use]
pub fn puts<'a>(ticket: &'a Ticket<Disk>, store: &'a Store, group: usize) -> Contender<'a> {
    let size = store.page_size().bytes();
    let in_group = group / size;
    let pages: Vec<&[u8]> = ticket.input().chunks(size).collect();
    let call = move |group: usize| {
        let first = group * in_group;
        for (number, page) in (first..).zip(&pages[first..first + in_group]) {
            store.put(number as u64, page).expect(ADMITTED);
        }
    };
    (0..ticket.input().len() / group).for_each(&call);
    holds(store, ticket.value());
    ticket
        .contender(Work::Produce, STORE, call)
        .expect(ADMITTED)
}

/// A call that reads the pages of one group, each to a place of its own.
///
/// # Panics
/// When what is about to be timed strays from what passed.
#[must_use]
pub fn gets<'a>(ticket: &'a Ticket<Disk>, store: &'a Store, group: usize) -> Contender<'a> {
    let size = store.page_size().bytes();
    let in_group = group / size;
    let mut pages = vec![UNTOUCHED; ticket.value().len()];
    let call = move |pages: &mut [u8], group: usize| {
        let first = group * in_group;
        let places = pages[first * size..(first + in_group) * size].chunks_exact_mut(size);
        for (number, page) in (first..).zip(places) {
            store.get(number as u64, page).expect(ADMITTED);
        }
    };
    for group in 0..ticket.value().len() / group {
        call(&mut pages, group);
    }
    assert!(&pages == ticket.value(), "{}", ticket.case());
    let call = move |group| call(&mut pages, group);
    ticket
        .contender(Work::Consume, STORE, call)
        .expect(ADMITTED)
}
