//! What a publisher's system puts between and under the paragraphs of an article, in the same markup: appeals, offers,
//! lives of authors, disclaimers. On a single page it reads like the article; only other pages of the site give it away.

use crate::{
    article::Brief,
    desk::Desk,
    html::{escape, link},
    site::Language,
};

/// An appeal for donations or subscriptions.
pub(crate) fn appeal(language: Language) -> &'static str {
    language.say(
        "Guter Lokaljournalismus kostet Geld, und er soll trotzdem für alle da sein. Wenn Ihnen unsere Arbeit etwas wert ist, unterstützen Sie uns mit einem Beitrag Ihrer Wahl: Schon fünf Euro im Monat helfen, dass unsere Reporterinnen und Reporter auch morgen dort sind, wo sonst niemand hinschaut.",
        "Good local reporting costs money, and we believe that everybody should be able to read it. If you value what we do, please think about giving whatever you can afford: as little as five pounds a month keeps our reporters in the rooms where decisions are made and nobody else is watching.",
    )
}

/// The newsletter, praised in mid-article.
pub(crate) fn newsletter(language: Language) -> &'static str {
    language.say(
        "Sie wollen wissen, was in Ihrer Nachbarschaft geschieht? In unserem Newsletter schreibt die Redaktion jeden Freitag auf, worüber die Region gesprochen hat und was in der nächsten Woche wichtig wird.",
        "Want to know what is happening on your doorstep? Every Friday our editors write down what the town has been talking about and what will matter in the week to come, and send it to your inbox.",
    )
}

/// The application, between two paragraphs.
pub(crate) fn application(language: Language) -> &'static str {
    language.say(
        "Mit unserer App lesen Sie alle Artikel auch ohne Netz und bekommen eine Nachricht, sobald in Ihrem Ort etwas geschieht. Sie ist kostenlos und in beiden großen Läden zu haben.",
        "Our app lets you read every story without a signal and tells you as soon as something happens in your town. It is free and can be found in both of the big stores.",
    )
}

/// A note of the editors.
pub(crate) fn disclaimer(language: Language) -> &'static str {
    language.say(
        "Dieser Text ist zuerst in unserer gedruckten Ausgabe erschienen. Wir haben ihn für das Netz gekürzt und um Hinweise auf frühere Berichte ergänzt. Fehler melden Sie bitte der Redaktion, wir berichtigen sie und machen das kenntlich.",
        "A version of this article appeared in our printed edition. It was shortened for the web and links to earlier reports were added. Please tell the editors about mistakes: we correct them and say so.",
    )
}

/// The small print, long and inside the article's own container.
pub(crate) fn legal(desk: &Desk) -> String {
    let name = desk.site.name;
    desk.site.language.say(
        format!(
            "Alle Beiträge des {name} sind urheberrechtlich geschützt. Die Vervielfältigung, Verbreitung und öffentliche Wiedergabe, auch in Auszügen und in elektronischen Pressespiegeln, bedarf der vorherigen schriftlichen Zustimmung des Verlags. Für die Richtigkeit der Angaben in Leserbriefen und Anzeigen übernimmt der Verlag keine Haftung. Wo in unseren Texten aus Gründen der Lesbarkeit nur eine Form gewählt wird, sind alle Menschen gemeint. Gerichtsstand ist der Sitz des Verlags."
        ),
        format!(
            "Everything in the {name} is protected by copyright. It may not be copied, passed on or shown in public, in whole or in part, without the written consent of the publisher. The publisher does not answer for what is said in letters and advertisements. The views of columnists are their own and need not be those of the paper. Complaints are heard under the code of practice, a copy of which may be had from the front office during the usual hours."
        ),
    )
}

/// Who wrote this; the same few lives for the reporters of a site.
pub(crate) fn life(desk: &Desk, name: &str) -> String {
    let name = escape(name);
    let which = name.bytes().map(usize::from).sum::<usize>() % 3;
    desk.site.language.say(
        [
            format!("{name} kam nach dem Studium der Geschichte zu uns und schreibt am liebsten über Rathäuser, Züge und Menschen, die beides am Laufen halten. Ist für ihre Reportagen mehrmals ausgezeichnet worden."),
            format!("{name} arbeitet seit vielen Jahren in der Redaktion, hat dort fast jedes Ressort geleitet und kümmert sich heute um Recherchen, die länger dauern als einen Tag. Lebt mit Familie und Hund auf dem Land."),
            format!("{name} hat in drei Städten gelernt und in zweien gearbeitet, bevor die Arbeit für diese Zeitung begann. Schwerpunkte sind Wirtschaft und Wissenschaft, in der Freizeit gern auf dem Wasser."),
        ],
        [
            format!("{name} joined the paper after a degree in history and likes nothing better than town halls, trains and the people who keep both of them running. Winner of several prizes for reporting from the region."),
            format!("{name} has been with us for many years, has run nearly every desk there is and now looks after investigations that take longer than a day. Lives in the country with a family and a dog."),
            format!("{name} trained in three towns and worked in two of them before coming here. Writes about business and science most of the time, and can be found on the water when not at work."),
        ],
    )[which]
        .clone()
}

/// "Read also", with a link to another article.
pub(crate) fn also(desk: &Desk, brief: &Brief) -> String {
    let language = desk.site.language;
    let first = desk.related(brief).into_iter().next();
    first.map_or_else(String::new, |(path, title)| {
        let words = language.say("Lesen Sie auch:", "Read also:");
        format!("{words} {}", link(&path, &title))
    })
}

/// All that such boxes say on the page of an article, for [`crate::ExpectedArticle::outside`].
pub(crate) fn said(desk: &Desk, brief: &Brief) -> Vec<String> {
    let language = desk.site.language;
    let texts = [appeal, newsletter, application, disclaimer].map(|text| text(language).to_owned());
    let life = brief.author.as_deref().map(|name| life(desk, name));
    texts.into_iter().chain([legal(desk)]).chain(life).collect()
}
