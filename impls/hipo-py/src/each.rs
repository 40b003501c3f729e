//! Columns of whichever type.

/// Does the same with the vector of whichever type.
macro_rules! each {
    ($values:expr, $vector:ident => $done:expr) => {
        match $values {
            hipo::ColumnValues::Byte($vector) => $done,
            hipo::ColumnValues::Short($vector) => $done,
            hipo::ColumnValues::Int($vector) => $done,
            hipo::ColumnValues::Long($vector) => $done,
            hipo::ColumnValues::Float($vector) => $done,
            hipo::ColumnValues::Double($vector) => $done,
        }
    };
}

/// Does the same with the type `$cell` of whichever kind of column.
macro_rules! each_type {
    ($kind:expr, $cell:ident => $done:expr) => {
        match $kind {
            hipo::ColumnType::Byte => {
                type $cell = i8;
                $done
            }
            hipo::ColumnType::Short => {
                type $cell = i16;
                $done
            }
            hipo::ColumnType::Int => {
                type $cell = i32;
                $done
            }
            hipo::ColumnType::Long => {
                type $cell = i64;
                $done
            }
            hipo::ColumnType::Float => {
                type $cell = f32;
                $done
            }
            hipo::ColumnType::Double => {
                type $cell = f64;
                $done
            }
        }
    };
}

pub(crate) use {each, each_type};
