//! The native implementation.

use zram::store::{Error, Selection, SnapshotError, Store};

use super::ZramStore;
use super::case::StoreCase;
use super::layout::StoreLayout;
use super::operation::Operation;
use super::player::{Player, saved};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

/// The store of the crate `zram` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeStore;

fn failure(error: &SnapshotError) -> Failure {
    let kind = match error {
        SnapshotError::Store(Error::Decode { source, .. }) => crate::zram::kind(source),
        _ => "Snapshot",
    };
    Failure::from_error(error).kind(kind)
}

fn failed(error: &Error) -> Failure {
    Failure::from_error(error)
}

fn play(case: &StoreCase, operations: &[Operation]) -> Result<Vec<u8>, Failure> {
    let mut player = Player::new(case.layout).map_err(Failure::new)?;
    for operation in operations {
        player.step(operation).map_err(Failure::new)?;
    }
    player.check_all().map_err(Failure::new)?;
    saved(player.store()).map_err(|error| failure(&error))
}

fn restore(layout: &StoreLayout, snapshot: &[u8]) -> Result<Store, Failure> {
    let mut rest = snapshot;
    let store = Store::restore(layout.options(), &mut rest).map_err(|error| failure(&error))?;
    if rest.is_empty() {
        Ok(store)
    } else {
        Err(Failure::new("bytes after the snapshot").kind("Snapshot"))
    }
}

/// All bytes, read in pieces of `piece`.
fn memory(store: &Store, piece: usize) -> Result<Vec<u8>, Failure> {
    let mut memory = vec![0xa5; store.size() as usize];
    for (index, piece_of) in memory.chunks_mut(piece).enumerate() {
        store
            .read_at((index * piece) as u64, piece_of)
            .map_err(|error| failed(&error))?;
    }
    Ok(memory)
}

/// After everything that moves pages about.
fn after_upkeep(layout: &StoreLayout, snapshot: &[u8]) -> Result<Vec<u8>, Failure> {
    let store = restore(layout, snapshot)?;
    layout.back(&store).map_err(Failure::new)?;
    let all = Selection::all();
    store.recompress(1, &all).map_err(|error| failed(&error))?;
    store.recompress(2, &all).map_err(|error| failed(&error))?;
    store
        .write_back(&all.at_most(50))
        .map_err(|error| failed(&error))?;
    store.compact();
    memory(&store, store.page_size().bytes())
}

fn saved_again(layout: &StoreLayout, snapshot: &[u8]) -> Result<Vec<u8>, Failure> {
    let store = restore(layout, snapshot)?;
    let again = saved(&store).map_err(|error| failure(&error))?;
    memory(&restore(layout, &again)?, 64 << 10)
}

impl Implementation<ZramStore> for NativeStore {
    fn name(&self) -> &'static str {
        "zram"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &StoreCase, operations: &Vec<Operation>) -> Outcome<Vec<u8>> {
        play(case, operations).into()
    }

    fn consume(&self, layout: &StoreLayout, snapshot: &[u8]) -> Outcome<Vec<u8>> {
        restore(layout, snapshot)
            .and_then(|store| memory(&store, store.page_size().bytes()))
            .into()
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, ZramStore>> {
        vec![
            Shape::new("page by page", |layout: &StoreLayout, bytes: &[u8]| {
                self.consume(layout, bytes)
            }),
            Shape::new("in odd pieces", |layout: &StoreLayout, bytes: &[u8]| {
                restore(layout, bytes)
                    .and_then(|store| memory(&store, 12_345))
                    .into()
            }),
            Shape::new("after upkeep", |layout: &StoreLayout, bytes: &[u8]| {
                after_upkeep(layout, bytes).into()
            }),
            Shape::new("saved again", |layout: &StoreLayout, bytes: &[u8]| {
                saved_again(layout, bytes).into()
            }),
        ]
    }
}
