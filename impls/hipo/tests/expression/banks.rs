//! Banks of no rows, one, and as many as blocks begin and end with.

use hipo::{Event, Expression, ExpressionErrorKind};

use crate::table::{Table, column};

fn particles(rows: usize) -> Table {
    let numbers = 0..i32::try_from(rows).expect("few");
    let pid: Vec<i32> = numbers.clone().map(|row| row % 13).collect();
    let px: Vec<f32> = numbers.clone().map(|row| row as f32 * 0.01).collect();
    let py: Vec<f32> = numbers.map(|row| 3.0 - row as f32 * 0.02).collect();
    Table::new(
        "{REC::Particle/7/3}{pid/I,px/F,py/F}",
        &[column(&pid), column(&px), column(&py)],
    )
}

#[test]
fn every_number_of_rows() {
    for rows in [
        0, 1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 257, 511, 512, 513, 1000,
    ] {
        let table = particles(rows);
        let values: Vec<f64> = (0..rows)
            .map(|row| {
                let px = f64::from(row as f32 * 0.01);
                let py = f64::from(3.0 - row as f32 * 0.02);
                px * px + py * py
            })
            .collect();
        assert_eq!(table.values("px*px + py*py"), values, "{rows} rows");
        let selected: Vec<u32> = (0..rows as u32)
            .filter(|row| row % 13 == 11 && values[*row as usize] > 4.0)
            .collect();
        let text = "pid == 11 && px*px + py*py > 4";
        assert_eq!(table.rows(text), selected, "{rows} rows");
        let all: Vec<u32> = (0..rows as u32).collect();
        assert_eq!(table.rows("row() >= 0"), all);
        assert_eq!(table.rows("1"), all);
        assert_eq!(table.values("0.5"), vec![0.5; rows]);
        let numbers: Vec<f64> = (0..rows).map(|row| row as f64).collect();
        assert_eq!(table.values("row()"), numbers);
    }
}

/// One evaluator for banks that grow and shrink.
#[test]
fn one_evaluator_for_many_banks() {
    let text = "pid == 11 && px*px + py*py > 4 || row() == 1";
    let tables: Vec<Table> = [3, 1000, 1, 0, 257, 2, 256].map(particles).into();
    let expression: Expression = text.parse().expect("an expression");
    let bound = expression.bind(tables[0].handle()).expect("its columns");
    let mut evaluator = bound.evaluator();
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for table in &tables {
        evaluator.select(&table.bank(), &mut rows).expect("rows");
        assert_eq!(rows, table.rows(text));
        evaluator
            .evaluate(&table.bank(), &mut values)
            .expect("values");
        assert_eq!(values, table.values(text));
    }
}

#[test]
fn one_row_by_itself() {
    let table = particles(300);
    let expression = Expression::parse("pid == 11").expect("an expression");
    let bound = expression.bind(table.handle()).expect("its columns");
    let mut evaluator = bound.evaluator();
    for row in 0..300 {
        let holds = evaluator.matches_row(&table.bank(), row).expect("a row");
        assert_eq!(holds, row % 13 == 11, "row {row}");
    }
    for row in [300, usize::MAX] {
        let error = evaluator.matches_row(&table.bank(), row).expect_err("none");
        let kind = ExpressionErrorKind::NoRow { row, rows: 300 };
        assert_eq!((error.kind(), error.position()), (&kind, None));
    }
}

/// What is left over of a structure is no row, and an event need have none.
#[test]
fn structures_that_do_not_fit() {
    let schema = "{T/7/3}{a/I,b/B}";
    let table = Table::new(schema, &[vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 9, 9]]);
    assert_eq!(table.values("a * 10 + b"), [13.0, 24.0]);
    let expression = Expression::parse("a").expect("an expression");
    let mut evaluator = expression.bind(table.handle()).expect("a").evaluator();
    let event = Event::new(&[]);
    let bank = event.bank(table.handle()).expect("no bank");
    let mut rows = vec![5];
    evaluator.select(&bank, &mut rows).expect("no rows");
    assert!(rows.is_empty());
}

#[test]
fn banks_of_other_columns_are_refused() {
    let table = particles(3);
    let expression = Expression::parse("pid").expect("an expression");
    let mut evaluator = expression.bind(table.handle()).expect("pid").evaluator();
    // Columns count, not names of banks and where they were read.
    let alike = Table::new(
        "{RECFT::Particle/7/3}{pid/I,px/F,py/F}",
        &[column(&[7]), column(&[0.0_f32; 2])],
    );
    let mut values = Vec::new();
    evaluator
        .evaluate(&alike.bank(), &mut values)
        .expect("alike");
    assert_eq!(values, [7.0]);
    let other = Table::new("{Other/7/3}{px/F,pid/I}", &[vec![0; 8]]);
    let kind = ExpressionErrorKind::OtherColumns {
        bound: "REC::Particle".to_owned(),
        bank: "Other".to_owned(),
    };
    let bank = other.bank();
    let error = evaluator.evaluate(&bank, &mut values).expect_err("other");
    assert_eq!((error.kind(), values.len()), (&kind, 0));
    let mut rows = vec![1];
    let error = evaluator.select(&bank, &mut rows).expect_err("other");
    assert_eq!((error.kind(), rows.len()), (&kind, 0));
    let error = evaluator.matches_row(&bank, 0).expect_err("other");
    assert_eq!(error.kind(), &kind);
}

#[test]
fn threads_share_an_expression() {
    let table = particles(1000);
    let expression = Expression::parse("pid == 11").expect("an expression");
    let bound = expression.bind(table.handle()).expect("its columns");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (bound, table) = (bound.clone(), &table);
            scope.spawn(move || {
                let mut rows = Vec::new();
                let bank = table.bank();
                bound.evaluator().select(&bank, &mut rows).expect("rows");
                assert_eq!(rows, table.rows("pid == 11"));
            });
        }
    });
    assert_eq!(bound.schema().name(), "REC::Particle");
}

#[test]
fn an_expression_tells_which_columns_it_reads() {
    let schema: hipo::Schema = "{A::b/1/1}{x/F,n/I#3,y/D,k/L}".parse().expect("a schema");
    let bank = hipo::BankHandle::new(std::sync::Arc::new(schema));
    for (text, expected) in [
        ("1", &[][..]),
        ("row() > 2", &[]),
        ("k", &[3]),
        ("y + x > y", &[0, 2]),
        ("n[2] == n[0] && k == 1", &[1, 3]),
    ] {
        let expression = Expression::parse(text).expect("an expression");
        let bound = expression.bind(&bank).expect("columns that are there");
        assert_eq!(bound.columns(), expected, "{text}");
    }
}
