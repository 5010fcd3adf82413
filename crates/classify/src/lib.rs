//! Is this page an article? Pure: no I/O, no clock
