//! scratch
use benches::hipo::{DataSet, Format, Scenario};
fn main() {
    let refs = std::path::Path::new("/work/main/target/references");
    hipo_ffi::install(refs, &mut |_| {}).unwrap();
    let cpp = hipo_ffi::Hipo4::open(refs).unwrap();
    let dir = std::path::Path::new("/dev/shm/hq");
    std::fs::create_dir_all(dir).unwrap();
    let path = dir.join("cpp.hipo");
    let rounds = 15;
    let mut w = (vec![], vec![], vec![], vec![]);
    for _ in 0..rounds {
        let a = cpp
            .write_dataset(&path, 200_000, hipo_ffi::Filling::Banks)
            .unwrap();
        w.0.push(a.nanoseconds as f64 / 1e6);
        let a = cpp
            .write_dataset(&dir.join("raw.hipo"), 200_000, hipo_ffi::Filling::RawEvents)
            .unwrap();
        w.1.push(a.nanoseconds as f64 / 1e6);
        for (i, f) in ["cpp", "lz4"].iter().enumerate() {
            let out = std::fs::File::create(dir.join(format!("ours_{f}.hipo"))).unwrap();
            let wr = DataSet::options(f.parse::<Format>().unwrap())
                .unwrap()
                .to_output(out)
                .unwrap();
            let (_, t) = DataSet::write(wr, 200_000).unwrap();
            if i == 0 {
                w.2.push(t.as_secs_f64() * 1e3)
            } else {
                w.3.push(t.as_secs_f64() * 1e3)
            }
        }
    }
    let med = |v: &mut Vec<f64>| {
        v.sort_by(f64::total_cmp);
        (v[0], v[v.len() / 2])
    };
    println!(
        "write cpp banks {:?} raw {:?} ours cpp {:?} ours lz4 {:?}",
        med(&mut w.0),
        med(&mut w.1),
        med(&mut w.2),
        med(&mut w.3)
    );
    println!(
        "identical {}",
        std::fs::read(&path).unwrap() == std::fs::read(dir.join("ours_cpp.hipo")).unwrap()
    );
    for (s, c) in Scenario::ALL.into_iter().zip(hipo_ffi::Scenario::ALL) {
        let mut t: Vec<Vec<f64>> = vec![vec![]; 5];
        let mut sums = vec![0.0; 5];
        for _ in 0..rounds {
            let f = hipo::File::open(&path).unwrap();
            let p = s.per_event(&f).unwrap();
            t[0].push(p.took.as_secs_f64() * 1e3);
            sums[0] = p.checksum;
            let p = cpp
                .scenario(&path, c, hipo_ffi::Way::StructureInPlace)
                .unwrap();
            t[1].push(p.nanoseconds as f64 / 1e6);
            sums[1] = p.checksum;
            let p = cpp.scenario(&path, c, hipo_ffi::Way::Event).unwrap();
            t[2].push(p.nanoseconds as f64 / 1e6);
            sums[2] = p.checksum;
            let f = hipo::File::open(&path).unwrap();
            let p = s.columnar(&f, 1).unwrap();
            t[3].push(p.took.as_secs_f64() * 1e3);
            sums[3] = p.checksum;
            let f = hipo::File::open(&path).unwrap();
            let p = s.columnar(&f, 2).unwrap();
            t[4].push(p.took.as_secs_f64() * 1e3);
            sums[4] = p.checksum;
        }
        let m: Vec<_> = t.iter_mut().map(med).collect();
        println!(
            "{s}: event {:.1?} cpp-inplace {:.1?} cpp-event {:.1?} col1 {:.1?} col2 {:.1?}  {:.6} {:.6}",
            m[0], m[1], m[2], m[3], m[4], sums[0], sums[1]
        );
    }
}
