//! Passes event by event: banks and columns are looked up before the loop.

use std::time::Instant;

use hipo::{Cell, ColumnHandle, Error, Event, File};

use super::scenario::{Pass, Scenario};

pub(super) fn pass(scenario: Scenario, file: &File) -> Result<Pass, Error> {
    if scenario == Scenario::Count {
        return timed(file, 0.0, |_, _| Ok(()), |sum| *sum);
    }
    let (bank, columns) = scenario.columns();
    let handle = file.bank(bank)?;
    let float = |name: &str| handle.column::<f32>(name);
    match scenario {
        Scenario::Count => unreachable!("it reads no bank"),
        Scenario::Bank1 => {
            let evno = handle.column::<i64>(columns[0])?;
            timed(
                file,
                0.0,
                |event, sum| add(&event, &handle, &evno, sum),
                |sum| *sum,
            )
        }
        Scenario::Col1 => {
            let pid = handle.column::<i32>(columns[0])?;
            timed(
                file,
                0.0,
                |event, sum| add(&event, &handle, &pid, sum),
                |sum| *sum,
            )
        }
        Scenario::Scan2 => {
            let pid = handle.column::<i32>(columns[0])?;
            let px = float(columns[1])?;
            timed(
                file,
                [0.0; 2],
                |event, sums: &mut [f64; 2]| {
                    let bank = event.bank(&handle)?;
                    for (pid, px) in bank.column(&pid).iter().zip(bank.column(&px)) {
                        sums[0] += f64::from(pid);
                        sums[1] += f64::from(px);
                    }
                    Ok(())
                },
                |sums| sums.iter().sum(),
            )
        }
        Scenario::Wide => {
            let pid = handle.column::<i32>("pid")?;
            let charge = handle.column::<i8>("charge")?;
            let status = handle.column::<i16>("status")?;
            let floats = [
                float("px")?,
                float("py")?,
                float("pz")?,
                float("vz")?,
                float("chi2pid")?,
            ];
            timed(
                file,
                [0.0; 8],
                |event, sums: &mut [f64; 8]| {
                    let bank = event.bank(&handle)?;
                    let [px, py, pz, vz, chi2pid] =
                        floats.each_ref().map(|column| bank.column(column));
                    let integers = bank
                        .column(&pid)
                        .iter()
                        .zip(bank.column(&charge))
                        .zip(bank.column(&status));
                    let floats = px.iter().zip(py).zip(pz).zip(vz).zip(chi2pid);
                    for (((pid, charge), status), ((((px, py), pz), vz), chi2pid)) in
                        integers.zip(floats)
                    {
                        sums[0] += f64::from(pid);
                        sums[1] += f64::from(charge);
                        sums[2] += f64::from(status);
                        sums[3] += f64::from(px);
                        sums[4] += f64::from(py);
                        sums[5] += f64::from(pz);
                        sums[6] += f64::from(vz);
                        sums[7] += f64::from(chi2pid);
                    }
                    Ok(())
                },
                |sums| sums.iter().sum(),
            )
        }
    }
}

/// Adds the values of a column.
#[inline]
fn add<T: Cell>(
    event: &Event<'_>,
    handle: &hipo::BankHandle,
    column: &ColumnHandle<T>,
    sum: &mut f64,
) -> Result<(), Error> {
    for value in event.bank(handle)?.column(column) {
        *sum += value.to_f64();
    }
    Ok(())
}

/// The loop over all events, and the time that it took.
fn timed<S>(
    file: &File,
    mut state: S,
    mut each: impl FnMut(Event<'_>, &mut S) -> Result<(), Error>,
    checksum: impl Fn(&S) -> f64,
) -> Result<Pass, Error> {
    let begin = Instant::now();
    let mut count = 0;
    let mut events = file.events();
    while let Some(event) = events.next_event()? {
        count += 1;
        each(event, &mut state)?;
    }
    let took = begin.elapsed();
    Ok(Pass {
        checksum: checksum(&state),
        events: count,
        took,
    })
}
