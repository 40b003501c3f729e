//! Schemas of cases.

/// A set of schemas.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SchemaSet {
    /// One bank of one column.
    One,
    /// The benchmark's three banks.
    Physics,
    /// Every type, in two orders.
    Types,
    /// Columns of bytes, so that nothing is aligned.
    Bytes,
    /// 60 banks.
    Many,
    /// 120 columns.
    Wide,
    /// Names in other letters.
    Letters,
    /// Array columns: C++ cannot read them.
    Arrays,
}

impl SchemaSet {
    /// Every one.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Physics,
        Self::Types,
        Self::Bytes,
        Self::Many,
        Self::Wide,
        Self::Letters,
        Self::Arrays,
    ];

    /// Its name in the name of a case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Physics => "physics",
            Self::Types => "types",
            Self::Bytes => "bytes",
            Self::Many => "many",
            Self::Wide => "wide",
            Self::Letters => "letters",
            Self::Arrays => "arrays",
        }
    }

    /// Whether C++ can read its banks.
    pub const fn is_of_cpp(self) -> bool {
        !matches!(self, Self::Arrays)
    }

    /// The texts of its schemas.
    pub fn texts(self) -> Vec<String> {
        let texts: &[&str] = match self {
            Self::One => &["{One::bank/100/1}{n/I}"],
            Self::Physics => &[
                "{REC::Event/300/30}{evno/L,beamE/F}",
                "{REC::Particle/300/1}{pid/I,px/F,py/F,pz/F,vz/F,charge/B,status/S,chi2pid/F}",
                "{REC::Calorimeter/300/40}{energy/F,sector/B,layer/B}",
            ],
            Self::Types => &[
                "{Types::up/1000/1}{b/B,s/S,i/I,f/F,d/D,l/L}",
                "{Types::down/1000/2}{l/L,d/D,f/F,i/I,s/S,b/B}",
            ],
            Self::Bytes => &[
                "{Bytes::three/7/3}{a/B,b/B,c/B}",
                "{Bytes::odd/7/4}{a/B,s/S,b/B}",
            ],
            Self::Many => return (0..60).map(many).collect(),
            Self::Wide => {
                let columns: Vec<_> = (0..120)
                    .map(|index| format!("c{index}/{}", letter(index)))
                    .collect();
                return vec![format!("{{Wide::bank/32000/127}}{{{}}}", columns.join(","))];
            }
            Self::Letters => &[
                "{Größe::µ/12/1}{länge/F,π/D}",
                "{粒子/12/2}{運動量/F}",
                "{with space/12/3}{a b/I,\"quoted\"/S,back\\slash/B}",
            ],
            Self::Arrays => &[
                "{Arrays::all/55/1}{id/S#2,cov/F#5,e/D,adc/B#3}",
                "{Arrays::one/55/2}{x/L#1,y/I#100}",
            ],
        };
        texts.iter().map(|text| (*text).to_owned()).collect()
    }
}

const fn letter(index: usize) -> char {
    ['B', 'S', 'I', 'F', 'D', 'L'][index % 6]
}

fn many(index: usize) -> String {
    let columns: Vec<_> = (0..=index % 5)
        .map(|column| {
            format!(
                "{}/{}",
                (b'a' + column as u8) as char,
                letter(index + column)
            )
        })
        .collect();
    format!(
        "{{Many::bank{index:02}/{}/{}}}{{{}}}",
        2000 + index / 10,
        1 + index % 10,
        columns.join(",")
    )
}
