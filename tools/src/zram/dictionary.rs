//! Dictionaries from the command line.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use zram::{Codec, Dictionary, PageSize, Settings};

use crate::cli::{DictionaryFile, LARGEST_DICTIONARY};
use crate::failure::{Failure, chain};

/// Dictionaries that were read, each for one codec or for all.
#[derive(Debug)]
pub(crate) struct Dictionaries<'a>(Vec<(&'a DictionaryFile, Vec<u8>)>);

impl<'a> Dictionaries<'a> {
    /// Reads the files, of which no two are for the same codec.
    pub(crate) fn read(files: &'a [DictionaryFile]) -> Result<Self, Failure> {
        for (index, file) in files.iter().enumerate() {
            if files[..index].iter().any(|it| it.codec == file.codec) {
                let whom = file.codec.map_or("all codecs".into(), |it| it.to_string());
                return Err(Failure::Refused(format!(
                    "{} is the second dictionary for {whom}",
                    tools::text::name(&file.path)
                )));
            }
        }
        let read = |file: &'a DictionaryFile| Ok((file, contents(&file.path)?));
        files.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// That every dictionary is for one of `codecs`.
    pub(crate) fn check(&self, codecs: &[Codec]) -> Result<(), Failure> {
        let useless = self.0.iter().find(|(file, _)| match file.codec {
            Some(codec) => !codecs.contains(&codec),
            None => codecs.iter().all(|codec| *codec == Codec::Lz4Turbo),
        });
        match useless {
            None => Ok(()),
            Some((file, _)) => Err(Failure::Refused(format!(
                "{} is for no codec that there is",
                tools::text::name(&file.path)
            ))),
        }
    }

    /// Settings for a codec, with its own dictionary if there is one, else with
    /// the one for all.
    pub(crate) fn settings(&self, codec: Codec, page_size: PageSize) -> Result<Settings, Failure> {
        let plain = Settings::new(codec, page_size);
        let found = |of: Option<Codec>| self.0.iter().find(|(file, _)| file.codec == of);
        let of_all = || found(None).filter(|_| codec != Codec::Lz4Turbo);
        let Some((file, bytes)) = found(Some(codec)).or_else(of_all) else {
            return Ok(plain);
        };
        let dictionary = Dictionary::new(codec, bytes).map_err(|error| {
            let shown = tools::text::name(&file.path);
            Failure::Refused(format!("{shown}: {}", chain(&error)))
        })?;
        Ok(plain.with_dictionary(dictionary))
    }
}

fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST_DICTIONARY + 1).read_to_end(&mut bytes))
        .map_err(Failure::of("read", path))?;
    if bytes.len() as u64 > LARGEST_DICTIONARY {
        return Err(Failure::Refused(format!(
            "{} has more than 1M, and is no dictionary for pages; `zram train` makes one",
            tools::text::name(path)
        )));
    }
    Ok(bytes)
}
