//! HTML to text blocks to article text. Pure: no I/O, no clock, never fails
