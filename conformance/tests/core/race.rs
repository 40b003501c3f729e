//! The timers of the gate that go group by group and thread by thread.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use conformance::Role;
use conformance::gate::{CompareError, Gate, RaceOptions, Ticket, Work, clock_ns, race, scale};

use crate::toy::{Coder, Plant, Toy, case, toy};

fn ticket(native: Plant, reference: Plant) -> Ticket<Toy> {
    Gate::new(toy(native, reference))
        .admit(&case(7, 40))
        .unwrap()
}

fn sound() -> Ticket<Toy> {
    ticket(Plant::Nothing, Plant::Nothing)
}

const QUICK: RaceOptions = RaceOptions {
    groups: 3,
    rounds: 2,
};

#[test]
fn contenders_go_over_all_groups_in_turn() {
    let ticket = sound();
    let calls = RefCell::new(Vec::new());
    let contenders = ["toy", "libtoy"].map(|name| {
        let calls = &calls;
        let call = move |group| calls.borrow_mut().push((name, group));
        ticket.contender(Work::Produce, name, call).unwrap()
    });
    let mut told = Vec::new();
    let laps = race(contenders.into(), &QUICK, |who, group, _| {
        told.push((who, group));
    })
    .unwrap();
    let over = |name: &'static str| (0..3).map(move |group| (name, group));
    // To warm up, then two rounds, each begun by another.
    let expected: Vec<_> = ["toy", "libtoy", "toy", "libtoy", "libtoy", "toy"]
        .into_iter()
        .flat_map(over)
        .collect();
    assert_eq!(*calls.borrow(), expected);
    assert_eq!(told.len(), 12);
    assert_eq!(told[6..9], [(1, 0), (1, 1), (1, 2)]);
    assert_eq!(laps.len(), 2);
    assert_eq!(
        (laps[0].name.as_str(), laps[1].name.as_str()),
        ("toy", "libtoy")
    );
    assert!(laps.iter().all(|lap| lap.minima.len() == 3));
}

#[test]
fn the_least_time_of_each_group_counts() {
    let ticket = sound();
    let mut round = 0;
    let slow = |group: usize| {
        round += usize::from(group == 0);
        // Slow in the first round that counts alone, but always at the last group.
        if round == 2 || group == 2 {
            thread::sleep(Duration::from_millis(20));
        }
    };
    let contenders = vec![
        ticket.contender(Work::Consume, "toy", slow).unwrap(),
        ticket.contender(Work::Consume, "libtoy", |_| ()).unwrap(),
    ];
    let laps = race(contenders, &QUICK, |_, _, _| ()).unwrap();
    let [first, second, last] = laps[0].minima[..] else {
        panic!("three groups");
    };
    assert!(last >= Duration::from_millis(20));
    assert!(first < last && second < last);
    assert!((laps[0].total_ns() - (first + second + last).as_nanos() as f64).abs() < 1.0);
    assert!(laps[1].ratio_to(&laps[0]) > 1.0);
    assert!(clock_ns() < 1e6);
}

#[test]
fn only_what_a_ticket_covers_can_contend() {
    let ticket = ticket(Plant::Nothing, Plant::UnsupportedReading);
    let refused = ticket.contender(Work::Consume, "libtoy", |_| ());
    assert!(matches!(&refused, Err(CompareError::NotShown { name, .. }) if name == "libtoy"));
    assert!(refused.unwrap_err().to_string().ends_with("for reading"));
    assert!(ticket.contender(Work::Produce, "nobody", |_| ()).is_err());
    assert!(ticket.team(Work::Consume, "libtoy", |_| || ()).is_err());
    assert!(ticket.contender(Work::Produce, "libtoy", |_| ()).is_ok());
}

#[test]
fn nobody_is_timed_alone_or_over_nothing() {
    let ticket = sound();
    let contend = |names: &[&str], options: &RaceOptions| {
        let contenders = names.iter().map(|name| {
            let never = |_| panic!("nothing is to be timed");
            ticket.contender(Work::Produce, name, never).unwrap()
        });
        race(contenders.collect(), options, |_, _, _| ()).unwrap_err()
    };
    for names in [&[][..], &["toy"], &["libtoy"], &["toy", "toy"]] {
        assert_eq!(contend(names, &QUICK), CompareError::Alone, "{names:?}");
    }
    let both = ["toy", "libtoy"];
    for options in [
        RaceOptions { rounds: 0, ..QUICK },
        RaceOptions { groups: 0, ..QUICK },
    ] {
        assert_eq!(contend(&both, &options), CompareError::NoRounds);
    }
    let team = |name| ticket.team(Work::Produce, name, |_| || ()).unwrap();
    assert_eq!(scale(&[team("toy")], 2, 1), Err(CompareError::Alone));
    let both = [team("toy"), team("libtoy")];
    assert_eq!(scale(&both, 2, 0), Err(CompareError::NoRounds));
    assert_eq!(scale(&both, 0, 1), Err(CompareError::NoRounds));
}

#[test]
fn members_work_alone_and_then_together() {
    let ticket = sound();
    let (working, most, calls) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let member = |_| {
        || {
            let now = working.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            calls.fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(20));
            working.fetch_sub(1, Ordering::SeqCst);
        }
    };
    let teams = [
        ticket.team(Work::Produce, "toy", member).unwrap(),
        ticket.team(Work::Produce, "libtoy", |_| || ()).unwrap(),
    ];
    let scalings = scale(&teams, 3, 2).unwrap();
    // In three rounds, one of which warms up: alone, then all three.
    assert_eq!(calls.load(Ordering::SeqCst), 3 * (1 + 3));
    assert_eq!(most.load(Ordering::SeqCst), 3);
    assert_eq!(scalings[0].name, "toy");
    assert!(scalings[0].one_ns >= 2e7);
    // Sleeping in company takes no longer than alone.
    assert!(scalings[0].speedup() > 1.5, "{scalings:?}");
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn nobody_waits_for_a_member_that_panics() {
    let ticket = sound();
    let member = |thread| move || assert_ne!(thread, 1, "the second one does");
    let teams = [
        ticket.team(Work::Produce, "toy", member).unwrap(),
        ticket.team(Work::Produce, "libtoy", |_| || ()).unwrap(),
    ];
    let _never = scale(&teams, 2, 50);
}

#[test]
fn an_implementation_of_somebody_elses_goes_through_the_gate() {
    let stranger = |plant| {
        Arc::new(Coder {
            name: "eggtoy",
            role: Role::External,
            plant,
        })
    };
    let gate = |plant| Gate::new(toy(Plant::Nothing, Plant::Nothing)).with(stranger(plant));
    let ticket = gate(Plant::Nothing).admit(&case(7, 40)).unwrap();
    assert!(ticket.contender(Work::Consume, "eggtoy", |_| ()).is_ok());
    assert!(gate(Plant::ReadsWrong).admit(&case(7, 40)).is_err());
}
