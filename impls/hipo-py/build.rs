//! What a library that Python loads is linked with.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
