use crate::cases::assert_texts;
use crate::parse;

fn texts(html: &str) -> Vec<String> {
    let document = parse(html);
    let blocks = document.blocks.iter();
    blocks.map(|b| document.text_of(b).to_owned()).collect()
}

#[test]
fn one_line_break_is_a_space_and_two_end_the_block() {
    assert_texts(
        "a<br>b<br> <br>c<br><br><br>d => a b¶c¶d
        a<br><b><br></b>b => a b",
    );
}

#[test]
fn an_unknown_element_in_a_sentence_is_part_of_it() {
    assert_texts(
        "<p>The ferry to <st1:place>Wick</st1:place> sails. => The ferry to Wick sails.
        <h2>The ferry to <x-term>Wick</x-term> sails.</h2> => The ferry to Wick sails.
        <p>The ferry to <b><glossary>Wick</glossary></b> sails. => The ferry to Wick sails.
        <x-story><x-lead>The ferry sails.</x-lead>It is late.</x-story> => The ferry sails.¶It is late.",
    );
}

#[test]
fn two_wide_blanks_after_a_line_break_begin_a_paragraph() {
    for page in [
        "<div>　　桥已关闭。<br>　　渡轮明日开航。<br>　　市长未予置评。</div>",
        "<td>&#12288;&#12288;桥已关闭。<br/>\n<font>&#12288;&#12288;渡轮明日开航。</font><br>&emsp;&emsp;市长未予置评。",
        "<p>桥已关闭。<br> \u{3000}\u{3000}<b>渡轮</b>明日开航。</p>　　市长未予置评。",
    ] {
        assert_eq!(
            texts(page),
            ["桥已关闭。", "渡轮明日开航。", "市长未予置评。"],
            "{page}"
        );
    }
    assert_eq!(texts("桥<br>\u{3000}已　　关闭"), ["桥 已 关闭"]);
}

#[test]
fn a_line_of_chinese_or_japanese_that_the_source_wraps_is_one() {
    for (page, expected) in [
        (
            "<p>白波市議会は月曜日、昨年の冬\n    の高潮で壊れた北側の埠頭を\r\n再建する",
            "白波市議会は月曜日、昨年の冬の高潮で壊れた北側の埠頭を再建する",
        ),
        (
            "<h1>白沙港市决定明年春季重建北侧\n<b>码头</b></h1>",
            "白沙港市决定明年春季重建北侧码头",
        ),
        (
            "<p>渡し船は春から秋まで毎日運航し\n2隻",
            "渡し船は春から秋まで毎日運航し 2隻",
        ),
        (
            "<p>作者：马春健\n责任编辑：杨晨雨",
            "作者：马春健 责任编辑：杨晨雨",
        ),
        ("<p>첫 번째\n문장", "첫 번째 문장"),
        ("<p>港 口\n　地", "港 口 地"),
        ("<p>港口<br>\n地图", "港口 地图"),
        ("<a href=a>首页</a>\n<a href=b>新闻</a>", "首页 新闻"),
        ("<p>ไทย\nไทย", "ไทย ไทย"),
    ] {
        assert_eq!(texts(page), [expected], "{page:?}");
    }
}

#[test]
fn a_block_knows_where_in_the_page_it_begins_and_ends() {
    let html = "<p>\n R&auml;te <b>und</b> B&uuml;rger.\n </p><i> </i>mehr";
    let document = parse(html);
    let places = document.blocks.iter();
    let places: Vec<&str> = places
        .map(|block| &html[block.offset as usize..block.end_offset as usize])
        .collect();
    assert_eq!(places, ["R&auml;te <b>und</b> B&uuml;rger.", "mehr"]);
}

#[test]
fn characters_that_allow_or_forbid_a_line_break_are_no_white_space() {
    assert_eq!(texts("ver<wbr>pflich<b>ten</b>"), ["verpflichten"]);
    let invisible = "<p>\u{feff}ver&shy;pflich\u{ad}ten, <b>\u{2060}</b>&#x2060;\u{6cb3}\u{feff}\u{5cb8}&shy;</p>";
    assert_eq!(texts(invisible), ["verpflichten, \u{6cb3}\u{5cb8}"]);
    assert_eq!(parse(invisible).blocks[0].words, 3);
    assert_eq!(
        texts("a&nbsp;b&ensp;&#8203;c\u{2028}d"),
        ["a b \u{200b}c d"]
    );
}

#[test]
fn a_hint_in_a_sentence_is_left_out_where_it_is_hidden() {
    assert_texts(
        "<p>So <a href=x>NATO<span class=tip hidden>an alliance</span></a>, he <span style='display:none'>x</span>said. => So NATO, he said.",
    );
}

#[test]
fn entities_keep_offsets_on_character_boundaries() {
    let html = "<p>&ensp;&ensp;\u{2003}\u{2003}x\u{2003}&ensp;</p>";
    let block = parse(html).blocks[0];
    assert!(
        html.get(block.offset as usize..block.end_offset as usize)
            .is_some()
    );
}

#[test]
fn ruby_annotations_are_no_text() {
    let ruby = "<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</ruby>";
    assert_texts(
        &"<p>これはRUBYです<p>One RUBY two => これは東京です¶One 東京 two
        <p><ruby>東<rb>京<rtc><rt>とう</rtc></ruby>都 => 東京都
        <div>One <rt>two</div>three => One two¶three"
            .replace("RUBY", ruby),
    );
}

#[test]
fn places_where_an_inline_element_follows_another_are_known() {
    let document = parse("<p><b>a</b><i>b</i>c<i>d</i><b> e</b> <u>f</u><h2><i>g</i>h</h2>");
    assert_eq!(document.text, "abcd e f\ngh");
    assert_eq!(document.joints, [1, 4, 6, 10]);
    let lines = document
        .blocks
        .iter()
        .map(|b| document.lines_of(b).into_owned());
    assert_eq!(lines.collect::<Vec<_>>(), ["a\nbcd e f", "g\nh"]);
    let document = parse("<p><a>Ann Bell</a><span>, </span><a>Max Feld</a><span>m@x.test</span>");
    assert_eq!(
        document.lines_of(&document.blocks[0]),
        "Ann Bell, Max Feld\nm@x.test"
    );
}

#[test]
fn inline_elements_neither_join_nor_split_words() {
    assert_texts("<a href=x>a</a> <a href=y>b</a><i>c</i>d<b> e</b> => a bcd e");
}
