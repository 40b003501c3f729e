//! `hipo export`.

use crate::support::{Folder, fixture, hipo};

#[cfg(not(feature = "export"))]
#[test]
fn a_build_without_it_says_how_to_have_it() {
    let folder = Folder::new();
    let out = folder.name("out.parquet");
    hipo(&["export", &fixture("cpp_tags.hipo"), "-o", &out])
        .fails(1)
        .says(&["built without export", "--features export"]);
}

#[cfg(feature = "export")]
mod with_it {
    use std::fs::File;

    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Float64Type, Int16Type, Int64Type};
    use arrow_array::{Array as _, RecordBatch};
    use arrow_ipc::reader::FileReader;
    use arrow_schema::SchemaRef;
    use arrow_select::concat::concat_batches;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;
    use crate::rows::CASES;

    /// The schema and all batches of a file that was exported.
    fn batches(path: &str) -> (SchemaRef, Vec<RecordBatch>) {
        let file = File::open(path).unwrap();
        if path.ends_with("arrow") {
            let reader = FileReader::try_new(file, None).unwrap();
            return (reader.schema(), reader.map(Result::unwrap).collect());
        }
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let schema = reader.schema().clone();
        let batches = reader.build().unwrap().map(Result::unwrap);
        (schema, batches.collect())
    }

    /// The rows of OX::arr in all events, and sums of three columns.
    fn read(batches: &[RecordBatch]) -> (Vec<i32>, f64, i64, i64) {
        let mut rows = Vec::new();
        let (mut doubles, mut shorts, mut longs) = (0.0, 0, 0);
        for batch in batches {
            let list = |name: &str| batch.column_by_name(name).unwrap().as_list::<i32>().clone();
            let (e, id, n) = (list("OX::arr.e"), list("OX::arr.id"), list("OX::single.n"));
            rows.extend((0..e.len()).map(|event| e.value_length(event)));
            for value in e.values().as_primitive::<Float64Type>().values() {
                doubles += value;
            }
            let pairs = id.values().as_fixed_size_list();
            assert_eq!(pairs.value_length(), 2);
            let values = pairs.values().as_primitive::<Int16Type>().values();
            shorts += values.iter().map(|value| i64::from(*value)).sum::<i64>();
            longs += n
                .values()
                .as_primitive::<Int64Type>()
                .values()
                .iter()
                .sum::<i64>();
        }
        (rows, doubles, shorts, longs)
    }

    #[test]
    fn columns_are_lists_of_each_event() {
        let folder = Folder::new();
        let path = fixture("ox_zstd_column.hipo");
        for (name, more) in [
            ("out.parquet", &[][..]),
            ("none.parquet", &["--parquet-compression", "none"]),
            ("out.arrow", &[]),
            ("small.arrow", &["--batch", "1", "--threads", "1"]),
        ] {
            let out = folder.name(name);
            hipo(&[&["export", &path, "-o", &out, "-q"], more].concat())
                .succeeds()
                .quietly();
            let (schema, batches) = batches(&out);
            let (rows, doubles, shorts, longs) = read(&batches);
            assert_eq!(rows.len(), 200);
            assert_eq!(&rows[..7], [1, 0, 0, 1, 0, 0, 1]);
            // As the manifest tells.
            assert_eq!(rows.iter().sum::<i32>(), 67);
            assert_eq!((doubles as i64, shorts, longs), (2211, 6633, 19900));
            assert_eq!(schema.metadata()["hipo.config.run"], "5042");
            assert_eq!(batches.len(), if name == "small.arrow" { 3 } else { 1 });
        }
        folder.has_no_leftovers();
    }

    #[test]
    fn only_what_is_wanted_is_written() {
        let folder = Folder::new();
        let path = fixture("cpp_bench3000.hipo");
        let out = folder.name("out.parquet");
        let export = ["export", &path, "-o", &out, "--bank", "*Event"];
        hipo(&[&export[..], &["--has", "REC::Calorimeter"]].concat())
            .succeeds()
            .says(&["1,000 of 3,000 events"]);
        let (schema, _) = batches(&out);
        let names: Vec<_> = schema.fields().iter().map(|field| field.name()).collect();
        assert_eq!(names, ["REC::Event.evno", "REC::Event.beamE"]);
        hipo(&export).fails(1).says(&["exists already"]);
        let empty = folder.name("empty.arrow");
        hipo(&["export", &fixture("cpp_noevents.hipo"), "-o", &empty]).succeeds();
        assert!(batches(&empty).1.is_empty());
    }

    #[test]
    fn rows_are_those_of_a_filtered_file() {
        let folder = Folder::new();
        for case in CASES {
            let (path, some) = case.filtered(&folder);
            for (ending, more) in [
                ("parquet", &[][..]),
                ("arrow", &["--batch", "1"]),
                ("arrow", &["--bank", "*::*a*", "--threads", "2"]),
            ] {
                let export = |from: &str, conditions: &[&str]| {
                    let out = folder.name(&format!("out.{ending}"));
                    let export = ["export", from, "-o", &out, "-q", "-f"];
                    hipo(&[&export, conditions, more].concat()).succeeds();
                    let (schema, batches) = batches(&out);
                    assert!(batches.iter().all(|batch| batch.num_rows() > 0));
                    concat_batches(&schema, &batches).unwrap()
                };
                let expected = export(&some, &[]);
                assert_eq!(
                    export(&path, case.conditions),
                    expected,
                    "{case:?} {more:?}"
                );
            }
        }
    }

    #[test]
    fn events_that_fit_are_counted() {
        let folder = Folder::new();
        let path = fixture("cpp_bench3000.hipo");
        let out = folder.name("out.arrow");
        let condition = "REC::Event[evno < 10]";
        hipo(&["export", &path, "-o", &out, "--where", condition])
            .succeeds()
            .says(&["10 of 3,000 events"]);
    }

    #[test]
    fn endings_say_what_is_written_and_faults_leave_nothing() {
        let folder = Folder::new();
        let out = folder.name("out.csv");
        let tags = fixture("cpp_tags.hipo");
        hipo(&["export", &tags, "-o", &out])
            .fails(2)
            .says(&["--format"]);
        let damaged = fixture("mut_record0_payload_flip.hipo");
        hipo(&["export", &damaged, "-o", &out, "--format", "arrow"])
            .fails(1)
            .says(&["record 0, byte 284"]);
        assert_eq!(folder.names(), [""; 0]);
    }
}
