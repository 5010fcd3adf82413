//! A short report is an article in any markup and without Latin letters, although it claims nothing of itself.

use classify::{Classifier, Page, PageType, classify};
use url::Url;

/// A report of four or five short paragraphs, the names of its site's sections and the headlines beside it.
struct Report {
    language: &'static str,
    url: &'static str,
    title: &'static str,
    line: &'static str,
    paragraphs: &'static [&'static str],
    sections: &'static [&'static str],
    others: &'static [&'static str],
}

const REPORTS: [Report; 5] = [
    Report {
        language: "ko",
        url: "https://www.saebyeok-ilbo.example/news/articleView.html?idxno=88214",
        title: "은하시, 낡은 시립 수영장 내년 봄까지 고친다",
        line: "2025.09.11 10:05",
        paragraphs: &[
            "은하시는 11일 개장한 지 서른 해가 넘은 시립 수영장을 내년 봄까지 전면 보수한다고 발표했다.",
            "공사는 다음 달 시작된다. 물이 새던 바닥을 새로 깔고 탈의실을 넓히며, 휠체어를 탄 이용객을 위한 경사로도 만든다.",
            "공사비 사십억 원 가운데 절반은 도에서 지원한다. 나머지는 시 예산으로 충당하기로 했다.",
            "수영 강습을 받던 어린이 이백여 명은 공사 기간에 이웃 학교의 수영장을 쓴다. 시는 셔틀버스를 운행할 계획이다.",
        ],
        sections: &["정치", "경제", "사회", "문화", "지역"],
        others: &["버스 노선 개편", "도서관 야간 개방", "가을 축제 일정"],
    },
    Report {
        language: "ja",
        url: "https://www.minato-shimbun.example/local/20250911-4821",
        title: "汐見町の灯台、来月から一般公開",
        line: "2025年9月11日 15時20分",
        paragraphs: &[
            "汐見町は11日、岬の灯台を来月から週末に限って一般公開すると発表した。公開は初めてで、入場は無料となる。",
            "灯台は七十年前に建てられ、今も沖を通る船を導いている。町は昨年、らせん階段に手すりを付け、展望台の床を張り替えた。",
            "一度に上れるのは十人までで、風の強い日は閉める。案内は退職した灯台守の二人が交代で務める。",
            "町長は「海から見るだけだった景色を、上からも楽しんでほしい」と話した。",
        ],
        sections: &["社会", "経済", "地域", "スポーツ"],
        others: &["花火大会の日程", "図書館の新館", "朝市が再開"],
    },
    Report {
        language: "de",
        url: "https://www.talbote.example/lokales/19204",
        title: "Seilbahn am Hohen Stein fährt wieder",
        line: "11.09.2025, 8.15 Uhr",
        paragraphs: &[
            "Die Seilbahn am Hohen Stein fährt von Samstag an wieder. Sie stand seit dem Frühjahr, weil ein Lager an der Bergstation gebrochen war.",
            "Die Ersatzteile mussten eigens gegossen werden, denn den Hersteller gibt es seit zwanzig Jahren nicht mehr. Das Gutachten des Landes liegt vor.",
            "Der Betreiber rechnet mit einem Ausfall von vierhunderttausend Euro. Die Gemeinde übernimmt davon ein Viertel.",
            "Am ersten Wochenende kostet die Fahrt nur die Hälfte.",
        ],
        sections: &["Politik", "Wirtschaft", "Lokales", "Sport"],
        others: &["Freibad schließt", "Neue Buslinie", "Markt am Sonntag"],
    },
    Report {
        language: "tr",
        url: "https://www.kiyipostasi.example/haber/eski-degirmen-kitaplik-oluyor-51873",
        title: "Eski değirmen kitaplık oluyor",
        line: "11 Eylül 2025 09:40",
        paragraphs: &[
            "Belediye meclisi, liman yolundaki eski değirmenin halk kitaplığına dönüştürülmesini perşembe günü oybirliğiyle kabul etti.",
            "Bina yirmi yıldır boş duruyordu. Çatısı geçen kış çöktüğü için önce taşıyıcı duvarlar güçlendirilecek, ardından iki okuma salonu yapılacak.",
            "Çalışmaların bir buçuk yıl sürmesi ve on sekiz milyon liraya mal olması bekleniyor. Tutarın üçte birini bir vakıf karşılayacak.",
            "Taş değirmenin kendisi yerinde kalacak ve girişte sergilenecek.",
        ],
        sections: &["Gündem", "Ekonomi", "Spor", "Yaşam"],
        others: &[
            "Feribot saatleri",
            "Pazar yeri taşınıyor",
            "Okullara servis",
        ],
    },
    Report {
        language: "ar",
        url: "https://www.sawt-almina.example/news/20418",
        title: "الميناء القديم يستقبل أول عبّارة كهربائية",
        line: "11 سبتمبر 2025 - 10:15",
        paragraphs: &[
            "وصلت إلى الميناء القديم صباح الخميس أول عبّارة تعمل بالكهرباء، وستنقل الركاب إلى الجزيرة ابتداء من الشهر المقبل.",
            "تتسع العبّارة لمئة وعشرين راكبا وتقطع المسافة في خمس وعشرين دقيقة. وقال مدير الميناء إن شحن بطارياتها يستغرق ثلاث ساعات في الليل.",
            "وكانت العبّارة السابقة قد توقفت في الربيع بعد عطل في محركها، فاضطر سكان الجزيرة إلى استعمال قوارب الصيد.",
            "وتسير العبّارة أربع مرات في اليوم، وتضاف إليها رحلة خامسة في أيام العطل.",
            "ولن يرتفع سعر التذكرة قبل نهاية السنة.",
        ],
        sections: &["سياسة", "اقتصاد", "محليات", "رياضة"],
        others: &["مواعيد السوق", "ترميم المدرسة", "حالة الطقس"],
    },
];

impl Report {
    /// The page: with the names of a usual template, with tables as old sites have them, or of elements without names.
    fn page(&self, markup: usize) -> String {
        let links = |names: &[&str]| -> String {
            let links = names.iter().enumerate();
            let links = links.map(|(at, name)| {
                ["<li><a href=/s", &at.to_string(), ">", name, "</a></li>"].concat()
            });
            links.collect()
        };
        let (sections, others) = (links(self.sections), links(self.others));
        let Self {
            language,
            title,
            line,
            paragraphs,
            ..
        } = self;
        let prose: String = paragraphs
            .iter()
            .map(|text| ["<p>", text, "</p>"].concat())
            .collect();
        let body = match markup {
            0 => format!(
                "<nav><ul>{sections}</ul></nav><main><h1>{title}</h1><p class=date>{line}</p><div class=text>{prose}</div></main><aside><ul>{others}</ul></aside>"
            ),
            1 => format!(
                "<table><tr><td><ul>{sections}</ul></td></tr></table><table><tr><td><h1>{title}</h1><span>{line}</span><div>{prose}</div></td><td><ol>{others}</ol></td></tr></table>"
            ),
            _ => format!(
                "<div><ul>{sections}</ul></div><div><h1>{title}</h1><div>{line}</div><div>{prose}</div></div><div><ul>{others}</ul></div>"
            ),
        };
        format!(
            "<!doctype html><html lang={language}><head><meta charset=utf-8><title>{title}</title></head><body>{body}</body></html>"
        )
    }
}

#[test]
fn a_short_report_without_claims_is_an_article() {
    let mut refused = Vec::new();
    for report in &REPORTS {
        for markup in 0..3 {
            let html = report.page(markup);
            let url = Url::parse(report.url).ok();
            let extraction = extract::extract(
                &extract::Input::new(&html, url.as_ref()),
                &extract::Options::default(),
            );
            let page = Page::new(Some(report.url), Some(200), &html, &extraction);
            let verdict = classify(&Classifier::default(), &page);
            if verdict.page_type != PageType::Article {
                refused.push(format!(
                    "{} {markup}: {:.2} {}",
                    report.language, verdict.news_score, verdict.reason
                ));
            }
            for paragraph in report.paragraphs {
                assert!(
                    extraction.text.contains(paragraph),
                    "{}, {markup}: {}",
                    report.language,
                    extraction.text
                );
            }
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}
