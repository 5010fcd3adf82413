//! Random markup.

use proptest::collection::vec;
use proptest::prelude::*;

/// Pieces of markup and text that exercise all parts of the parser.
pub(crate) fn markup() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = "<p>|</p>|<div class='a b' id=c>|</div>|<a href='/x?a=1&amp;b'>|</a>|<b>|</b>|\
         <strong class=x id=y>|<span class='c &amp; d'>|&ensp;&NotGreaterGreater;\u{2003}|<i>|</i>|\
         <table>|<tr>|<td>|</td>|</table>|<li>|<ul>|</ul>|<br>|<br/>|<h1>|</h2>|<form>|</form>|\
         <span hidden>|<x-a>|</x-a>|</span>|<svg>|</svg>|<math>|<mtext>|</math>|<script>|</script>|\
         <title>|</title>|<template>|</template>|<select>|<option>|</select>|<!--|-->|<![CDATA[|]]>|\
         <body>|</body>|<frameset>|<time datetime=2026>|</time>|<meta name=a content=b>|<base href=/>|\
         &amp;|&#0;|&nbsp;| |\n|\0|word |Wörter, |今日は|สวัสดี|e\u{301}|\u{feff}|<|>|\"|'|=|/|<button>|\
         <pre>"
        .split('|')
        .collect();
    let piece = prop_oneof![
        8 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}
