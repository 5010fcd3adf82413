// Written by `cargo run -p gleaner-words --example tables`.
/// See `tables.toml`.
pub mod abbreviations {
/// Titles, with a full stop, before names that are looked for in texts.
pub static ADDRESS: &[&str] = &["Hr", "Fr"];
/// Abbreviations, with a full stop, that are whole words elsewhere: they count only before a number. `-str` is all that ends so.
pub static BEFORE_NUMBER: &[&str] = &["Abs", "Abb", "Art", "Bd", "Jg", "Kap", "Nr", "Nrn", "Rz", "Str", "Tab", "Tel", "Ziff", "-str", "-Str", "No", "Nos", "Ch", "Fig", "Figs", "Sec", "Vol", "Vols", "p", "pp", "art", "chap", "fig", "no", "nos", "vol", "arts", "cap", "núm", "núms", "pág", "págs", "tel", "artt", "pagg", "nr", "nrs"];
/// Other words before a full stop that does not end the sentence.
pub static IN_TEXT: &[&str] = &["bzw", "ca", "etc", "evtl", "ggf", "inkl", "exkl", "max", "min", "mind", "insb", "sog", "vgl", "usw", "jun", "sen", "geb", "gest", "Fa", "Mio", "Mrd", "Tsd", "Dipl", "Ing", "Hon", "Mag", "Bgm", "zzgl", "abzgl", "einschl", "bes", "gem", "gez", "med", "phil", "rer", "nat", "jur", "kath", "ev", "Sr", "vs", "Inc", "Corp", "Co", "Ltd", "Bros", "Mt", "Ft", "Lt", "Col", "Sgt", "Capt", "Cmdr", "Maj", "Adm", "Rev", "Messrs", "Supt", "Insp", "Cpl", "Pvt", "al", "approx", "cf", "Ave", "Blvd", "Hwy", "Dept", "Univ", "Assn", "Ala", "Ariz", "Calif", "Colo", "Conn", "Fla", "Ga", "Mich", "Minn", "Okla", "Tenn", "Va", "Wis", "M", "MM", "Mme", "Mmes", "Mlle", "Mgr", "Me", "av", "env", "hab", "janv", "févr", "juill", "déc", "ndlr", "réf", "tél", "Sra", "Sres", "Srta", "Dra", "Ud", "Uds", "EE", "UU", "JJ", "OO", "Av", "Avda", "aprox", "Excmo", "Lic", "Gral", "Cía", "Profa", "Sig", "Sigg", "Dott", "Avv", "Ecc", "Mons", "ecc", "pag", "cfr", "bijv", "blz", "jl", "enz", "ing", "resp", "Eng", "Exmo", "Exma"];
/// Titles and the like before a full stop that does not end the sentence.
pub static TITLES: &[&str] = &["Dr", "Prof", "St", "Nr", "Mr", "Mrs", "Ms", "Sen", "Rep", "Gov", "Gen", "Jr", "Dhr", "dhr", "Mevr", "mevr", "Mw", "Drs", "drs"];
}
/// See `tables.toml`.
pub mod agencies {
/// Words after the name of an agency that are not part of it.
pub static AFTER: &[&str] = &["in", "staff", "writer", "writers", "sports", "reporters", "reporter", "wire", "à"];
/// Short names that count in capitals only: in lower case they are words, or names of persons.
pub static CAPITALS: &[&str] = &["AA", "AAP", "AGI", "AGERPRES", "ANI", "ANSA", "APTN", "BNS", "BTA", "CNA", "CP", "CTK", "ČTK", "DPA", "EFE", "ELTA", "HINA", "IANS", "IRNA", "JIJI", "LETA", "LPS", "LUSA", "MENA", "MTI", "PA", "PTI", "RIA", "SITA", "STA", "TASR", "TASS", "TT", "UNI", "UPI", "VNA", "WAM", "XINHUA", "ATA", "QNA"];
/// Names in full: their letters alone.
pub static NAMES: &[&str] = &["adnkronos", "agencefrancepresse", "agenciaefe", "agencialusa", "algemeennederlandspersbureau", "anadolu", "anadoluagency", "anadoluajansı", "ansa", "antara", "apnews", "associatedpress", "ataats", "australianassociatedpress", "austriapresseagentur", "belga", "bernama", "bloomberg", "bloombergnews", "bnonews", "canadianpress", "dpaafx", "dpainfocom", "dtsnachrichtenagentur", "efe", "europapress", "evangelischerpressedienst", "interfax", "itartass", "jijipress", "katholischenachrichtenagentur", "keystonesda", "kyodo", "kyodonews", "lapresse", "lusa", "newsaktuell", "notimex", "pamedia", "pressassociation", "presstrustofindia", "reuters", "rianovosti", "ritzau", "sdaats", "sportinformationsdienst", "tanjug", "tass", "theassociatedpress", "thecanadianpress", "thomsonreuters", "ttnyhetsbyrån", "ukrinform", "unitedpressinternational", "xinhua", "xinhuanet", "yonhap", "연합뉴스", "共同通信", "新华社", "時事通信"];
/// Agencies that a last line of a caption names, as it is written.
pub static OF_PICTURES: &[&str] = &["Getty", "Imago", "imago", "IMAGO", "picture alliance", "Shutterstock", "Reuters"];
/// Agencies whose short names bylines write in lower case too.
pub static SMALL: &[&str] = &["afp", "anp", "ap", "apa", "dapd", "ddp", "dpa", "dts", "epd", "kna", "ntb", "pap", "sda", "sid", "stt", "ats"];
}
/// See `tables.toml`.
pub mod asides {
/// What a line says that asks the reader to subscribe, to follow or to share, or that its links earn money.
pub static CALLS: &[&str] = &["abonnieren sie unseren newsletter", "abonnieren sie den newsletter", "abonnieren sie kostenlos", "abonniere unseren newsletter", "abonniere den newsletter", "unseren newsletter an", "unserem newsletter an", "zum newsletter anmelden", "für den newsletter anmelden", "folgen sie uns auf", "folge uns auf", "folgt uns auf", "ihnen dieser artikel gefallen", "dir dieser artikel gefallen", "unserem whatsapp-kanal", "unseren whatsapp-kanal", "newsletter abonnieren", "abmeldung ist jederzeit", "artikel anhören", "direkt in ihr postfach", "täglich in ihr postfach", "newsletter direkt in", "lass dir die besten storys", "enthält affiliate-links", "handelt es sich um affiliate", "sogenannte affiliate-links", "mit affiliate-links", "sind affiliate-links", "affiliate-links gekennzeichnet", "wir eine provision", "like us on facebook", "find us on facebook", "straight to your inbox", "right to your inbox", "delivered to your inbox", "sent to your inbox", "directly to your inbox", "sign up to our", "sign up for our newsletter", "sign up for our free", "sign up for our daily", "sign up for our weekly", "subscribe to our newsletter", "subscribe to our free", "subscribe to our daily", "subscribe to our weekly", "please subscribe", "free daily newsletter", "already a subscriber", "sharing is caring!", "share it with a friend!", "join our whatsapp", "join our telegram", "our whatsapp channel", "download our app", "click here to subscribe", "click here to sign up", "unsubscribe at any time", "by subscribing, you", "listen to this article", "got a tip?", "got a story?", "send us a tip", "contact our news team", "support independent journalism", "support our journalism", "by signing up, you", "follow us on facebook", "follow us on twitter", "follow us on x", "follow us on instagram", "follow us on youtube", "follow us on social", "follow us on whatsapp", "follow us at twitter", "latest updates right in your inbox", "get the latest updates", "contain affiliate links", "contains affiliate links", "include affiliate links", "includes affiliate links", "use affiliate links", "may earn a commission", "may earn us a commission", "earn us a small commission", "earn a small commission", "receive a small commission", "may receive a commission", "earn from qualifying purchases", "slideshow requires javascript", "abonnez-vous à", "inscrivez-vous à notre newsletter", "inscrivez-vous à la newsletter", "suivez-nous sur", "recevez notre newsletter", "rejoignez notre chaîne whatsapp", "écouter cet article", "écrivez-nous", "soutenez notre journal", "liens affiliés", "liens d'affiliation", "liens d’affiliation", "suscríbete a", "suscríbase a", "síguenos en", "síganos en", "únete a nuestro canal", "hazte socio", "hazte socia", "escríbenos a", "escuchar el artículo", "nuestro canal de whatsapp", "nuestro canal de telegram", "nuestro canal de youtube", "enlaces de afiliados", "enlaces de afiliación", "iscriviti alla newsletter", "iscriviti alla nostra", "iscriviti al nostro", "iscriviti al canale", "seguici su", "ascolta questo articolo", "abbonati a partire da", "link di affiliazione", "link affiliati", "abonneer je op", "volg ons op", "tip of opmerking", "mail de redactie", "luister naar dit artikel", "schrijf je in voor onze", "meld je aan voor onze", "affiliate-links", "affiliatelinks", "zapisz się na newsletter", "zapisz się do newslettera", "obserwuj nas", "polub nas na", "posłuchaj artykułu", "wesprzyj nas", "do subskrypcji tygodnika", "assine a nossa newsletter", "assine nossa newsletter", "siga-nos no", "siga o nosso canal", "inscreva-se no nosso canal", "ouvir este artigo", "apoie-nos", "links de afiliados", "abonează-te la", "urmărește-ne pe", "följ oss på", "prenumerera på vårt nyhetsbrev", "lyssna på artikeln", "tipsa oss på", "følg os på", "tilmeld dig vores nyhedsbrev", "lyt til artiklen", "tip os på", "følg oss på", "meld deg på vårt nyhetsbrev", "lytt til artikkelen", "tips oss på", "tilaa uutiskirje", "seuraa meitä facebookissa", "seuraa meitä instagramissa", "sledujte nás na", "přihlaste se k odběru", "prihláste sa na odber", "pratite nas na", "последвайте ни", "абонирайте се за", "подписывайтесь на", "подпишитесь на", "слушать статью", "підписуйтеся на наш", "підписуйтесь на", "підпишіться на", "iratkozzon fel hírlevelünkre", "iratkozz fel hírlevelünkre", "ακολουθήστε μας", "εγγραφείτε στο newsletter", "bültenimize abone ol", "bizi takip edin", "youtube kanalımıza abone", "تابعونا على", "اشترك في نشرتنا", "استمع إلى المقال", "راسلنا على", "メルマガ登録", "記事を聞く", "会員登録はこちら", "扫码关注", "掃碼關注", "关注我们的公众号", "收听本文", "订阅我们", "扫描二维码关注", "（责任编辑", "(责任编辑", "責任編輯："];
/// What a line begins with that leads from an article to others, or stands above such lines. With a colon where the words alone begin other lines too.
pub static LEAD_INS: &[&str] = &["lesen sie auch", "lesen sie hier", "lesen sie mehr", "lesen sie dazu", "lesen sie weiter", "lesen sie jetzt", "lesen auch", "lies auch", "lies mehr", "lies dazu", "lies hier", "hier lesen", "mehr lesen", "auch interessant", "auch lesenswert", "ebenfalls interessant", "lesetipp", "mehr:", "mehr zum thema", "mehr zu diesem thema", "mehr dazu", "mehr über", "mehr aus", "mehr von", "zum thema", "zum weiterlesen", "weiterlesen", "siehe auch", "sehen sie auch", "passend dazu", "schon gelesen", "das könnte sie auch interessieren", "das könnte dich auch interessieren", "das könnte sie interessieren", "das könnte dich interessieren", "mehr themen", "weitere artikel", "weitere meldungen", "weitere themen", "weiterführende", "verwandte artikel", "verwandte themen", "meistgelesen", "meist gelesen", "meistgelesene artikel", "mehr zu diesem artikel", "empfehlungen der redaktion", "das interessiert andere leser", "read more", "read also", "also read", "read next", "read now", "read:", "read the full story", "see also", "see more", "more:", "more on this", "more on the topic", "more from", "more stories", "more coverage", "related:", "related", "related story", "related stories", "related article", "related articles", "related coverage", "related reading", "related reads", "related content", "related news", "related post", "related posts", "recommended", "recommended reading", "you may also like", "you might also like", "you may also be interested in", "don't miss", "don’t miss", "must read", "must-read", "further reading", "continue reading", "keep reading", "up next", "what to read next", "watch:", "watch also", "watch more", "listen:", "listen to this", "in case you missed it", "editor's picks", "editors' picks", "editors' recommendations", "editors’ recommendations", "more on this story", "more on this topic", "most read", "most viewed", "trending now", "recommended for you", "you may also be interested", "more to read", "lire aussi", "à lire aussi", "a lire aussi", "à lire", "lire également", "lire notre", "lire la suite", "lire plus", "voir aussi", "à voir aussi", "écouter aussi", "sur le même sujet", "pour aller plus loin", "en savoir plus", "à découvrir aussi", "vous aimerez aussi", "les plus lus", "articles liés", "à ne pas manquer", "recommandé pour vous", "lea también", "lee también", "lea además", "lee además", "lea más", "lee más", "lea aquí", "leer más", "leer también", "también lea", "también lee", "también puede leer", "ver también", "ver más", "vea también", "vea además", "mira también", "mire también", "mira:", "puedes ver", "puede ver", "puedes leer", "te puede interesar", "le puede interesar", "te podría interesar", "también te puede interesar", "te recomendamos", "más información", "más noticias", "relacionado", "noticias relacionadas", "en contexto:", "seguir leyendo", "lo más leído", "las más leídas", "artículos relacionados", "también te puede gustar", "recomendados para ti", "leggi anche", "leggi pure", "leggi tutto", "leggi di più", "da leggere", "vedi anche", "guarda anche", "per approfondire", "approfondisci", "potrebbe interessarti", "ti potrebbe interessare", "articoli correlati", "i più letti", "ti consigliamo", "altri articoli", "notizie correlate", "più lette", "lees ook", "lees meer", "lees verder", "lees hier", "lees:", "meer lezen", "meer over", "zie ook", "bekijk ook", "kijk ook", "luister ook", "ook interessant", "gerelateerd", "meest gelezen", "meer over dit onderwerp", "aanbevolen voor jou", "gerelateerde artikelen", "czytaj też", "czytaj także", "czytaj również", "czytaj więcej", "czytaj dalej", "czytaj:", "zobacz też", "zobacz także", "zobacz również", "przeczytaj", "dowiedz się więcej", "sprawdź też", "więcej:", "to też może cię zainteresować", "więcej na ten temat", "najczęściej czytane", "polecamy", "zobacz więcej", "powiązane artykuły", "leia também", "leia mais", "leia ainda", "ler também", "ler mais", "veja também", "veja mais", "saiba mais", "assista também", "notícias relacionadas", "também lhe pode interessar", "também pode gostar", "mais lidas", "mais lidos", "ver mais", "artigos relacionados", "recomendado para você", "llegeix també", "llegiu també", "vegeu també", "citește și", "citeşte şi", "citește mai mult", "vezi și", "vezi şi", "cele mai citite", "articole similare", "läs också", "läs även", "läs mer", "läs vidare", "se också", "se även", "mer om ämnet", "mest läst", "relaterade artiklar", "læs også", "læs mere", "læs videre", "se også", "mest læste", "relaterede artikler", "mere om emnet", "les også", "les mer", "les videre", "mest lest", "relaterte artikler", "mer om saken", "lue myös", "lue lisää", "katso myös", "luetuimmat", "aiheesta lisää", "loe ka", "loe lisaks", "loe rohkem", "vaata ka", "lasi arī", "lasiet arī", "skaties arī", "skaitykite taip pat", "taip pat skaitykite", "skaitykite daugiau", "čtěte také", "čtěte i", "čtěte více", "přečtěte si", "viz také", "mohlo by vás zajímat", "nejčtenější", "související články", "čítajte aj", "čítajte tiež", "čítajte viac", "prečítajte si", "mohlo by vás zaujímať", "najčítanejšie", "súvisiace články", "preberite tudi", "preberite še", "beri tudi", "pročitajte i", "pročitajte još", "čitajte još", "pročitaj i", "pogledajte i", "прочитајте и", "прочитајте још", "прочитајте повеќе", "прочетете още", "вижте още", "вижте и", "още по темата", "читайте также", "читайте ещё", "читайте еще", "читать также", "смотрите также", "по теме", "материалы по теме", "вам может быть интересно", "самое читаемое", "рекомендуем", "читайте також", "читати також", "дивіться також", "за темою", "вам може бути цікаво", "рекомендуємо", "olvassa el", "olvasd el", "olvassa tovább", "kapcsolódó", "kapcsolódó cikkek", "legolvasottabb", "ajánlott cikkek", "διαβάστε επίσης", "διαβάστε ακόμα", "διαβάστε ακόμη", "διαβάστε περισσότερα", "δείτε επίσης", "σχετικά άρθρα", "lexo edhe", "lexoni edhe", "lexo më shumë", "ayrıca okuyun", "ayrıca bakınız", "bunlar da ilginizi çekebilir", "ilgili haber", "bunu da okuyun", "ilgili haberler", "en çok okunanlar", "bunlara da bakın", "קראו עוד", "קראו גם", "ראו גם", "כתבות נוספות", "הנקראות ביותר", "اقرأ أيضا", "اقرأ أيضا\u{64b}", "إقرأ أيضا", "إقرأ أيضا\u{64b}", "اقرأ المزيد", "شاهد أيضا", "شاهد أيضا\u{64b}", "أخبار ذات صلة", "مواضيع ذات صلة", "قد يعجبك أيضا", "الأكثر قراءة", "यह भी पढ\u{93c}\u{947}\u{902}", "य\u{947} भी पढ\u{93c}\u{947}\u{902}", "इस\u{947} भी पढ\u{93c}\u{947}\u{902}", "और पढ\u{93c}\u{947}\u{902}", "स\u{902}ब\u{902}धित खबर\u{947}\u{902}", "सबस\u{947} ज\u{94d}यादा पढ\u{93c}ी गई", "関連記事", "あわせて読みたい", "合わせて読みたい", "こちらもおすすめ", "おすすめ記事", "アクセスランキング", "人気記事", "相关阅读", "相關閱讀", "延伸阅读", "延伸閱讀", "相关新闻", "相關新聞", "推荐阅读", "推薦閱讀", "猜你喜欢", "热门排行", "热门推荐", "관련기사", "관련 기사", "함께 읽기", "많이 본 뉴스", "인기 기사", "추천 기사", "irakurri gehiago", "irakurri ere", "le tamén", "ler tamén", "akhri sidoo kale", "soma pia", "soma zaidi"];
}
/// See `tables.toml`.
pub mod blocks {
/// Advertising.
pub static ADVERTISEMENT: &[&str] = &["anzeige*", "werbung", "partner", "advert*", "sponsor*", "affiliate*", "promoted", "publicité", "publicidad", "patrocinad*", "pubblicità", "advertentie", "advertenties", "gesponsord*", "reklama"];
/// Who wrote it, and when.
pub static BYLINE: &[&str] = &["redaktion", "korrespond*", "reporter", "veröffentlicht", "aktualisiert", "stand", "lesezeit", "erschienen", "staff_writer", "updated", "last_updated", "published", "min_read", "minutes_read", "posted", "editor", "correspondent", "contributed_to", "written_by", "publié", "mis_à", "publicado", "actualizado", "redacción", "pubblicato", "aggiornato", "gepubliceerd", "bijgewerkt", "geplaatst", "laatste_update", "geschreven_door", "verslaggever", "redactie", "leestijd", "opublikowano"];
/// The same for words that count only where a text begins with them.
pub static BYLINE_FIRST: &[&str] = &["von", "autor", "text", "interview", "by", "author", "par", "por", "di", "door", "autorka"];
/// The section where readers write.
pub static COMMENT: &[&str] = &["kommentar*", "antworten", "leserbrief*", "diskut*", "forum", "comment*", "reply", "replies", "discuss*", "commentaire*", "comentari*", "commenti", "reacties", "reactie", "reageer", "reageren", "komentarz*"];
/// Contact and donation.
pub static CONTACT: &[&str] = &["email", "e_mail", "tel", "www", "http", "https", "spende*", "folgen_sie", "folge_uns", "kontakt*", "hinweis*", "donat*", "follow_us", "follow_on", "contact*", "phone", "suivez", "síguenos", "seguici", "volg_ons", "volg_via"];
/// Consent to embedded content.
pub static EMBED: &[&str] = &["javascript", "browser", "extern*", "redaktionel*", "einem_klick", "inhalt_anzeigen", "inhalte_anzeigen", "eingebunden*", "dieser_inhalt", "personenbez*", "drittplattf*", "embedded", "third_party", "enable_javascript", "view_this", "content_from", "externe_inhoud", "inhoud_tonen", "toon_inhoud"];
/// Legal notices.
pub static LEGAL: &[&str] = &["copyright*", "cookie*", "disclaimer", "alle_rechte", "rechte_vorbehalten", "impressum", "datenschutz*", "agb", "einwilligun*", "nutzungsbedingungen", "haftung*", "all_rights", "rights_reserved", "privacy", "terms_of", "terms_and", "consent", "tous_droits", "droits_réservés", "mentions_légales", "derechos_reservados", "aviso_legal", "diritti_riservati", "voorwaarden", "alle_rechten", "rechten_voorbehouden", "colofon", "privacybeleid", "cookiebeleid", "algemene_voorwaarden", "prawa_zastrzeżone", "todos_os", "direitos_reservados"];
/// Credits of pictures.
pub static MEDIA: &[&str] = &["getty", "reuters", "dpa", "afp", "picture_alliance", "imago", "shutterstock", "ap", "ansa", "efe", "foto", "fotos", "bild", "quelle", "galerie", "archiv", "illustration", "screenshot", "photo*", "image*", "credit*", "source", "video*", "gallery", "courtesy", "crédit", "fuente", "fonte", "bron", "beeld", "zdjęcie"];
/// Names of months.
pub static MONTH: &[&str] = &["januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "mär", "okt", "dez", "jänner", "april", "august", "september", "november", "jan", "feb", "apr", "jun", "jul", "aug", "sep", "nov", "january", "february", "march", "may", "june", "july", "october", "december", "mar", "sept", "oct", "dec", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre", "januari", "februari", "maart", "mei", "augustus", "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia", "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro"];
/// What leads to other articles.
pub static RELATED: &[&str] = &["weiterlesen", "mehr_zum", "mehr_zur", "mehr_dazu", "zum_thema", "lesen_sie", "lies_auch", "auch_interessant", "empfohlen", "könnte_sie", "meistgelesen", "mehr_aus", "mehr_von", "mehr_infos", "erfahren_sie", "hier_klicken", "siehe_auch", "read_more", "read_also", "read_next", "also_read", "related", "see_also", "more_from", "more_on", "more_about", "recommend*", "trending", "most_read", "most_popular", "top_stories", "latest", "popular", "continue_reading", "keep_reading", "click_here", "editor's_picks", "you_may", "don't_miss", "up_next", "lire_aussi", "à_lire", "sur_le_même", "lea_también", "te_puede", "leggi_anche", "vedi_anche", "lees_ook", "lees_meer", "lees_verder", "lees_hier", "meer_over", "bekijk_ook", "kijk_ook", "luister_ook", "meest_gelezen", "gerelateerd*", "net_binnen", "czytaj_także", "zobacz_też", "leia_também", "leia_mais"];
/// Function words: their share tells running text from lists.
pub static SMALL_WORDS: &[&str] = &["der", "die", "das", "und", "in", "zu", "den", "von", "mit", "sich", "des", "auf", "für", "ist", "im", "dem", "nicht", "ein", "eine", "als", "auch", "es", "an", "werden", "aus", "er", "hat", "dass", "sie", "nach", "wird", "bei", "einer", "um", "am", "sind", "noch", "wie", "einem", "über", "einen", "so", "zum", "war", "haben", "nur", "oder", "aber", "vor", "zur", "bis", "mehr", "durch", "man", "sein", "wurde", "sei", "ich", "wir", "ihr", "ihm", "ihn", "habe", "hatte", "kann", "gegen", "vom", "können", "schon", "wenn", "keine", "unter", "diese", "dieser", "seine", "seiner", "eines", "ihre", "ihrer", "damit", "doch", "dann", "jetzt", "was", "dazu", "sowie", "weil", "the", "a", "of", "to", "and", "is", "for", "on", "that", "with", "as", "at", "by", "it", "he", "she", "they", "we", "you", "i", "be", "are", "were", "from", "his", "her", "their", "this", "which", "have", "has", "had", "not", "but", "or", "who", "will", "would", "its", "been", "more", "about", "after", "when", "if", "one", "said", "also", "than", "there", "out", "up", "can", "all", "into", "over", "what", "no", "just", "like", "them", "could", "new", "other", "some", "because", "my", "our", "your", "me", "him", "us", "do", "did", "does", "being", "only", "any", "most", "how", "then", "where", "while", "such", "these", "those", "through", "before", "between", "both", "each", "very", "many", "much", "should", "may", "might", "le", "la", "les", "de", "du", "et", "en", "un", "une", "est", "que", "qui", "dans", "pour", "sur", "pas", "plus", "par", "au", "aux", "avec", "il", "elle", "ils", "ce", "cette", "ces", "son", "sa", "ses", "se", "ne", "nous", "vous", "leur", "mais", "ou", "été", "ont", "sont", "était", "comme", "tout", "fait", "être", "avoir", "el", "los", "las", "y", "del", "al", "lo", "una", "unos", "por", "con", "para", "su", "sus", "como", "más", "pero", "fue", "ha", "este", "esta", "entre", "cuando", "muy", "sin", "sobre", "ser", "también", "hasta", "desde", "todo", "nos", "ya", "gli", "dei", "delle", "della", "nel", "nella", "che", "non", "per", "si", "è", "sono", "come", "anche", "più", "ma", "dal", "alla", "loro", "questo", "questa", "stato", "het", "een", "van", "dat", "niet", "te", "zijn", "op", "voor", "met", "ook", "maar", "om", "aan", "hij", "door", "bij", "uit", "nog", "naar", "dan", "wordt", "deze", "heeft", "wel", "geen", "w", "na", "z", "że", "się", "nie", "jest", "o", "jak", "po", "za", "od", "przez", "dla", "ale", "był", "jego", "są", "tym", "os", "uma", "da", "dos", "em", "não", "foi", "são", "ao", "com", "seu", "sua", "och", "att", "det", "som", "på", "är", "av", "för", "med", "till", "har", "inte", "ett", "men", "var", "jag", "sig", "från", "vi", "så", "kan", "når", "og", "til", "af", "ikke", "и", "в", "не", "на", "что", "с", "как", "это", "по", "из", "у", "за", "от", "для", "же", "он", "но", "к", "бы", "так", "все"];
/// Sharing, and the names of social networks.
pub static SOCIAL: &[&str] = &["facebook*", "twitter*", "whatsapp*", "instagram*", "pinterest*", "linkedin*", "telegram", "xing", "flipboard", "youtube", "tiktok", "threads", "bluesky", "mastodon", "teilen", "tweet*", "retweet*", "share_on", "share_this", "share", "partager", "compartir", "condividi", "delen", "deel_dit", "deel_via", "deel_op", "udostępnij", "compartilhar"];
/// Subscription and registration.
pub static SUBSCRIPTION: &[&str] = &["newsletter*", "premium", "epaper", "e_paper", "app", "plus", "abonn*", "abo", "anmelden", "anmeldung", "registrier*", "jetzt_testen", "angebot*", "kostenlos", "login", "subscri*", "sign_up", "signup", "sign_in", "log_in", "register_now", "free_trial", "inscri*", "suscri*", "boletín", "iscriviti", "aanmelden", "nieuwsbrief", "inloggen", "registreren", "zapisz"];
}
/// See `tables.toml`.
pub mod body_words {
/// Words of the names of `\<body>` on lists.
pub static LIST: &[&str] = &["archive", "category", "tag", "author", "search", "blog", "home", "front", "list", "listing", "index", "taxonomy", "term", "results", "section", "overview"];
/// Words of the names of `\<body>` on pages that are no news.
pub static PAGE: &[&str] = &["page", "static", "template", "landing", "contact", "about", "login", "register", "user", "account"];
/// Words of the names of `\<body>` on the page of a single article.
pub static POST: &[&str] = &["single", "post", "article", "story", "entry", "artikel", "beitrag"];
/// Words of the names of `\<body>` in shops.
pub static SHOP: &[&str] = &["product", "products", "woocommerce", "shop", "store", "cart", "catalog", "catalogue", "ecommerce"];
}
/// See `tables.toml`.
pub mod byline {
/// What stands between two names, with its blanks.
pub static AND: &[&str] = &[" & ", ";", " | ", " / ", "|", " - ", "、", "／", " und ", " UND ", " and ", " And ", " AND ", " et ", " y ", " e ", " en ", " och ", " og "];
/// Parts of an address that leads to the page of an author.
pub static AUTHOR_PATHS: &[&str] = &["/by/", "/people/", "/profile/", "/staff/", "/autor/", "/autoren/", "/autorin/", "/author/", "/authors/", "/columnist", "/contributor", "/journalist", "/reporter", "/writers/", "/auteur/", "/auteurs/", "/journaliste/", "/journalistes/", "/signataires/", "/autores/", "/columnistas/", "/redactores/", "/autore/", "/firme/", "/redacteur", "/autorzy/", "/skribent/", "/toimittaja/", "/toimittajat/", "/szerzo/", "/yazar/", "/yazarlar/"];
/// The same where it is a word inside names too, or stands before other things: it counts between two full names.
pub static BETWEEN_NAMES: &[&str] = &[" with ", " i ", " și ", " ja ", " a ", " и ", " та ", " і ", " és ", " ve "];
/// Words before the name of who wrote it: `By Jane Doe`, at the start of a block or after a mark.
pub static BY: &[&str] = &["von", "vom", "by", "par", "por"];
/// The same where the word is too common to count elsewhere: it begins the block, and the rest is a name.
pub static BY_ALONE: &[&str] = &["de", "di", "door", "av", "af"];
/// Parts of a class, `id` or `itemprop` of an element that holds the author.
pub static CLASSES: &[&str] = &["author", "byline", "creator", "autor", "verfasser", "redakteur", "auteur", "verslaggever", "redaktor", "skribent", "toimittaja", "szerzo", "yazar"];
/// The same where the element is about others.
pub static CLASSES_OF_OTHERS: &[&str] = &["comment", "related", "teaser", "photo"];
/// Words that end the name in a byline, beside the names of months.
pub static ENDS: &[&str] = &["am", "in", "aus", "on", "for", "at", "posted", "published", "updated", "is", "under", "op", "voor", "uit"];
/// What stands before the names of a byline without a blank after it, and is cut off.
pub static GLUED: &[&str] = &["Von", "von", "By", "by"];
/// Labels before a name, without the colon that stands after them.
pub static LABELS: &[&str] = &["autor", "autorin", "autoren", "autor(in)", "autorin/autor", "text", "verfasser", "reporter", "author", "written by", "auteur", "texte", "autora", "texto", "autore", "testo", "tekst", "verslaggever", "redacteur", "teksti", "автор", "текст", "szerző", "yazan", "yazar", "著者", "文", "作者", "责编", "責任編輯", "记者"];
/// Labels that need no colon.
pub static LABELS_ALONE: &[&str] = &["autorin/autor", "autoren", "geschrieben von", "written by", "story by", "écrit par", "escrito por", "scritto da", "geschreven door", "skrevet av"];
/// Capitalised words that are of no person's name.
pub static NO_NAMES: &[&str] = &["redaktion", "uhr", "foto", "fotos", "bild", "bilder", "quelle", "mehr", "alle", "hier", "weiterlesen", "anzeige", "gesponserte", "inhalte", "contributors", "authors", "the", "news", "press", "staff", "editor", "reporter", "updated", "published", "follow", "contact", "share", "more", "team", "member", "writer", "posted", "photo", "photos", "image", "images", "video", "read", "view", "all", "about", "agency", "online", "media", "our", "this", "get", "your", "how", "sign", "subscribe", "log", "click", "here", "results", "courtesy", "credit", "source", "sponsored", "content", "redactie", "gepubliceerd", "bijgewerkt", "nieuws", "onze", "uur", "abonneer", "reageer"];
/// Parts of words before `by` where it credits something else than the text.
pub static OTHER_WORK: &[&str] = &["foto", "bild", "illustr", "video", "grafik", "übersetz", "geprüft", "geteilt", "photo", "image", "graphic", "translat", "review", "fact", "sponsor", "powered", "present", "design", "hosted", "comment", "host", "shared", "beeld", "vertal"];
/// What stands before the names of a byline and is cut off.
pub static PREFIXES: &[&str] = &["von ", "von:", "autor:", "autorin:", "autor(in):", "geschrieben von ", "erstellt von ", "verfasst von ", "veröffentlicht von ", "ein beitrag von ", "analyse von ", "kommentar von ", "ein kommentar von ", "eine analyse von ", "interview von ", "text von ", "text:", "by ", "by:", "author:", "written by ", "posted by ", "edited by ", "reported by ", "story by ", "words by ", "reporting by ", "analysis by ", "commentary by ", "column by ", "opinion by ", "perspective by ", "interview by ", "text by ", "auteur:", "texte:", "par ", "texto:", "por ", "autore:", "testo:", "di ", "tekst:", "door ", "door:", "geschreven door ", "av ", "af ", "著者：", "文：", "作者：", "责编："];
}
/// See `tables.toml`.
pub mod captions {
/// Words of the class of a caption, beside `caption`.
pub static CLASSES: &[&str] = &["bildunterschrift", "bildtext", "bildzeile", "legende", "didascalia", "bijschrift", "fotobijschrift", "onderschrift"];
/// What announces who made the picture.
pub static CREDITS: &[&str] = &["©", "(c)", "foto:", "fotos:", "bild:", "bilder:", "bildquelle:", "bildrechte:", "bildnachweis:", "symbolbild:", "archivbild:", "titelbild:", "grafik:", "foto: ", "photo:", "photos:", "credit:", "credits:", "image:", "images:", "picture:", "photograph:", "illustration:", "photo by ", "photos by ", "photo by:", "photograph by ", "photo credit", "image credit", "photo courtesy", "image courtesy", "photo illustration", "photo :", "photos :", "crédit photo", "crédit :", "crédit:", "crédits :", "image :", "fotografía:", "imagen:", "imágenes:", "crédito:", "créditos:", "fotografia:", "immagine:", "crediti:", "foto's:", "beeld:", "fotograaf:", "fotografie:", "fot.", "zdjęcie:", "zdjęcia:", "imagem:", "imagens:", "kuva:", "kuvat:", "фото:", "fotó:", "fotók:", "φωτογραφία:", "φωτό:", "fotoğraf:", "写真:", "写真：", "图片来源", "圖片來源", "摄影：", "攝影：", "사진:", "사진="];
/// What announces where a picture or a figure is from: articles say so of themselves too.
pub static SOURCES: &[&str] = &["quelle:", "quellen:", "source:", "sources:", "copyright:", "source :", "sources :", "fuente:", "fuentes:", "fonte:", "fonti:", "bron:", "źródło:", "fontes:", "font:", "sursa:", "källa:", "kilde:", "lähde:", "zdroj:", "izvor:", "источник:", "джерело:", "forrás:", "πηγή:", "kaynak:", "出典:", "出典："];
}
/// See `tables.toml`.
pub mod comments {
/// Words of a class or `id` of the section where readers write.
pub static CLASSES: &[&str] = &["comment", "comments", "commentlist", "commentlists", "commentarea", "commentbody", "commentsection", "usercomments", "disqus", "kommentar", "kommentare", "kommentarliste", "leserkommentare", "leserkommentar", "commentaire", "commentaires", "comentario", "comentarios", "commento", "commenti", "reactie", "reacties", "reactielijst", "lezersreacties"];
/// With one of these beside it, the name is that of a form, a link or a number.
pub static CLASSES_OF_CONTROLS: &[&str] = &["form", "respond", "reply", "link", "links", "count", "counter", "number", "button", "btn", "icon", "policy", "rules", "teaser", "no", "closed", "open", "login", "nav", "navigation", "pagination"];
/// Parts of a fragment of an address that leads to comments.
pub static FRAGMENTS: &[&str] = &["comment", "respond", "disqus", "forum", "kommentar", "debatte", "reactie"];
}
/// See `tables.toml`.
pub mod cues {
/// What stands after the name of a company, or ends it.
pub static AFTER_ORGANISATION: &[&str] = &["GmbH", "AG", "SE", "KG", "KGaA", "OHG", "Inc", "Corp", "Ltd", "LLC", "PLC", "plc", "SpA", "NV", "BV", "AB", "Oy", "Co", "Corporation", "Company", "Group", "Holding", "Holdings"];
/// What stands before the name of a person, as texts write it.
pub static BEFORE_PERSON: &[&str] = &["Herr", "Herrn", "Frau", "Dr", "Prof", "Präsident", "Präsidentin", "Bundespräsident", "Kanzler", "Kanzlerin", "Bundeskanzler", "Bundeskanzlerin", "Minister", "Ministerin", "Premierminister", "Ministerpräsident", "Ministerpräsidentin", "Außenminister", "Außenministerin", "Finanzminister", "Finanzministerin", "Innenminister", "Innenministerin", "Senator", "Bürgermeister", "Bürgermeisterin", "Richter", "Trainer", "Regisseur", "Regisseurin", "Autor", "Autorin", "Sprecher", "Sprecherin", "Professor", "Professorin", "Papst", "König", "Königin", "Prinz", "Prinzessin", "Mr", "Mrs", "Ms", "Sir", "Lady", "Sen", "Rep", "Gov", "President", "Chancellor", "Governor", "Mayor", "Judge", "Coach", "Pope", "Queen", "King", "Prince", "Princess"];
/// After these a name that stands without an article is a place.
pub static BEFORE_PLACE: &[&str] = &["in", "In", "nach", "Nach", "near"];
/// Days of the week and months, but for names that are common words too: they change in a form as figures do.
pub static DAYS: &[&str] = &["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "jänner", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "januari", "februari", "maart", "mei", "augustus"];
/// Small words before a noun: the name after one is no person's.
pub static DETERMINERS: &[&str] = &["der", "die", "das", "des", "dem", "den", "ein", "eine", "einen", "einem", "einer", "eines", "im", "am", "zum", "zur", "vom", "beim", "ins", "kein", "keine", "keinen", "sein", "seine", "seinen", "seiner", "seinem", "ihr", "ihre", "ihren", "ihrer", "ihrem", "diese", "dieser", "dieses", "diesen", "diesem", "jede", "jeder", "jeden", "viele", "alle", "mehr", "the", "a", "an", "this", "that", "his", "her", "their", "its"];
/// What joins the parts of a name in a text.
pub static PARTICLES: &[&str] = &["von", "der", "den", "zu", "of", "du", "la", "le", "de", "di", "da", "van", "al", "bin", "ibn"];
}
/// See `tables.toml`.
pub mod dates {
/// Words after the time of day, before which `21.19` is one.
pub static AFTER_TIME: &[&str] = &["uhr", "uur"];
/// Words after which `21.19` is a time of day.
pub static BEFORE_TIME: &[&str] = &["ore", "alle", "godz", "kl", "klokken", "klo"];
/// Words inside a date: `3rd of May`, `3 de mayo`.
pub static BETWEEN: &[&str] = &["st", "nd", "rd", "th", "of", "er", "de", "del", "di", "den", "gada", "m", "d"];
/// What is said before the day of a change. Parts of words.
pub static CHANGED: &[&str] = &["aktualisier", "geändert", "änderung", "überarbeitet", "bearbeitet", "stand:", "stand vom", "update:", "update ", "updatet", "updated", "modified", "edited", "revised", "reviewed", "mis à jour", "mise à jour", "modifié", "actualizado", "actualizada", "actualización", "modificado", "aggiornat", "aggiornamento", "modificat", "bijgewerkt", "gewijzigd", "aangepast op", "laatste update", "geüpdatet", "geactualiseerd", "zaktualizowano", "atualizad", "actualizat", "uppdaterad", "ändrad", "opdateret", "oppdatert", "endret", "päivitetty", "aktualizac", "aktualizov", "обновлен", "оновлено", "frissít", "ενημέρωση", "güncelle", "עודכן", "更新", "수정"];
/// What is said before a day that is not the page's: that of an account, or today.
pub static OTHER: &[&str] = &["registriert", "mitglied seit", "dabei seit", "aktuelle zeit", "heute ist", "geboren", "registered", "member since", "joined", "today is", "inscrit", "miembro desde", "geregistreerd op", "lid sinds", "vandaag is het"];
/// What is said before the day of first publication. Parts of words.
pub static PUBLISHED: &[&str] = &["veröffentlich", "erschienen", "erstellt", "gepostet", "publiziert", "publish", "posted", "created", "publié", "publicad", "pubblicat", "gepubliceerd", "geplaatst", "verschenen op", "opublikowano", "opublikowan", "dodano", "publicat", "publicerad", "publicerat", "publiceret", "udgivet", "publisert", "julkaistu", "paskelbta", "publikováno", "vydáno", "objavljeno", "опублик", "megjelent", "δημοσι", "yayınlanma", "פורסם", "公開", "入力", "发布", "發布", "등록"];
/// Words that say so after the date: `wurde am 3. Mai 2024 veröffentlicht`.
pub static PUBLISHED_AFTER: &[&str] = &["veröffentlicht", "gepostet", "publiziert", "erstellt", "geschrieben", "eingestellt", "gepubliceerd", "geplaatst", "geschreven", "опубликован"];
/// Words that must stand before the date for that.
pub static WAS: &[&str] = &["wurde", "was", "werd", "было"];
}
/// See `tables.toml`.
pub mod forms {
/// Last parts of the path of a page to sign in or to register.
pub static LOGIN_PATHS: &[&str] = &["anmelden", "anmeldung", "einloggen", "login", "neu-registrieren", "registrieren", "registrierung", "create-account", "log-in", "logon", "member-login", "register", "registering", "registration", "sign-in", "sign-up", "signin", "signup", "user-login", "wp-login", "wp-signup", "connexion", "inscription", "se-connecter", "iniciar-sesion", "registro", "accedi", "registrati", "registrazione", "inloggen", "registreren", "aanmelden", "account-aanmaken", "mijn-account", "logowanie", "rejestracja", "zaloguj", "logga-in", "registrer", "registrace", "registracija"];
/// Titles of such pages.
pub static LOGIN_TITLES: &[&str] = &["anmelden", "anmeldung", "einloggen", "jetzt registrieren", "login", "mein konto", "registrieren", "registrierung", "create account", "create an account", "log in", "my account", "register", "registration", "sign in", "sign up", "connexion", "inscription", "s'identifier", "se connecter", "iniciar sesión", "accedi", "inloggen", "aanmelden", "account aanmaken", "mijn account", "registreren", "logowanie", "rejestracja", "zaloguj się"];
/// Parts of a path below which there are questions to answer and boards to fill.
pub static PLAY_PATHS: &[&str] = &["kreuzwortraetsel", "quiz", "quizze", "raetsel", "spiele", "sudoku", "crossword", "crosswords", "puzzles", "kruiswoordpuzzel", "kruiswoordpuzzels", "puzzels", "spelletjes"];
}
/// See `tables.toml`.
pub mod forum {
/// Parts of a path, or first labels of a host, of forums.
pub static PATHS: &[&str] = &["foren", "forum", "forums", "foro", "foros", "foorum"];
}
/// See `tables.toml`.
pub mod images {
/// Parts of classes and ids of what stands in an article without being part of it.
pub static CLASSES_OF_OTHERS: &[&str] = &["related", "teaser", "recommend", "author", "avatar", "share", "social", "comment", "newsletter", "promo", "sidebar", "banner", "advert", "logo", "nav", "footer"];
}
/// See `tables.toml`.
pub mod language {
/// Frequent words of languages that are taken for one another, or that the detectors do not know; of those that much news is in, the commonest.
pub static SMALL_WORDS: &[(&str, &[&str])] = &[
("de", &["der", "die", "das", "und", "den", "dem", "des", "nicht", "mit", "von", "ist", "ein", "eine", "auf", "für", "sich"]),
("en", &["the", "of", "and", "to", "in", "that", "is", "was", "for", "with", "on", "it", "at", "be", "by", "from"]),
("sv", &["och", "inte", "också", "av", "blev", "efter", "vad", "mig", "några", "säger", "mellan", "hade", "kunde", "att", "är", "från"]),
("da", &["og", "ikke", "også", "af", "blev", "efter", "hvad", "mig", "nogle", "siger", "mellem", "havde", "kunne"]),
("no", &["og", "ikke", "også", "av", "ble", "etter", "hva", "meg", "noen", "sier", "mellom", "hadde", "kunne"]),
("cs", &["že", "jsou", "nebo", "který", "jako", "také"]),
("sk", &["že", "sú", "alebo", "ktorý", "ako", "aj"]),
("mk", &["се", "ќе", "беше", "кој", "ова", "во"]),
("bg", &["се", "са", "беше", "който", "това", "във"]),
("sq", &["dhe", "të", "në", "një", "për", "është", "nga", "që", "janë", "këtë"]),
("eu", &["eta", "da", "ez", "dira", "zen", "dute", "izan", "bat", "dela", "egin"]),
("gl", &["unha", "non", "dunha", "nunha", "cunha", "moito", "máis", "coa", "tamén", "polo"]),
("so", &["oo", "ee", "iyo", "waa", "ayaa", "uu", "inuu", "ay", "kale"]),
("sw", &["na", "ya", "wa", "kwa", "katika", "ni", "kuwa", "cha", "hiyo", "huo", "pia"]),
("xh", &["kwaye", "okanye", "ukuba", "kunye", "kuba", "xa"]),
("zu", &["futhi", "ukuthi", "noma", "kanye", "ngoba", "uma"]),
];
}
/// See `tables.toml`.
pub mod lead {
/// Words of the class of a standfirst.
pub static CLASSES: &[&str] = &["alternativeheadline", "vorspann", "einleitung", "unterzeile", "anleser", "lead", "leadin", "leadtext", "lede", "standfirst", "intro", "introtext", "introduction", "dek", "deck", "subtitle", "subline", "subheadline", "subhead", "subheading", "excerpt", "summary", "abstract", "description", "chapo", "chapeau", "entradilla", "bajada", "catenaccio", "sottotitolo", "inleiding", "introtekst", "preamble", "ingress"];
}
/// See `tables.toml`.
pub mod legal {
/// Titles of pages on which a British or Irish company says who it is, among other things.
pub static ABOUT_TITLES: &[&str] = &["about", "about us", "company information", "who we are"];
/// Words that may stand beside the name of such a page without making it a headline.
pub static BESIDE: &[&str] = &["ag", "co", "com", "gmbh", "inc", "kg", "llc", "ltd", "mbh", "se", "der", "des", "die", "digital", "für", "gruppe", "medien", "online", "und", "unsere", "verlag", "and", "company", "for", "group", "media", "of", "our", "the", "de", "van", "het", "onze", "voor", "bv", "nv", "uitgeverij", "groep"];
/// What such a company has to say of itself.
pub static COMPANY_FACTS: &[&str] = &["registered office", "company number", "registered in england", "Registered in England"];
/// Words that mark legal small print; `word*` is the beginning of one. The German ones are those of T. Jungblut (2013).
pub static IMPRINT: &[(&str, &[&str])] = &[
("de", &["impressum*", "haftung*", "agb", "datenschutz*", "nutzungsbedingungen*"]),
("en", &["imprint*", "liabilit*", "terms", "privacy*", "disclaimer"]),
("fr", &["mentions*", "responsabilité*", "cgu", "confidentialité*", "cookies*"]),
("es", &["aviso*", "responsabilidad*", "condiciones*", "privacidad*", "cookies*"]),
("it", &["informativa*", "responsabilità*", "condizioni*", "privacy*", "cookie*"]),
("nl", &["colofon*", "aansprakelijk*", "voorwaarden*", "privacy*", "disclaimer*"]),
("pl", &["regulamin*", "odpowiedzialno*", "rodo", "prywatno*", "polityka*"]),
];
/// Whole parts of a path, or first labels of a host, that are the address of such a page.
pub static SLUGS: &[&str] = &["agb", "agbs", "allgemeine-geschaeftsbedingungen", "datenschutz", "datenschutzbestimmungen", "datenschutzerklaerung", "datenschutzhinweis", "datenschutzhinweise", "datenschutzinformation", "haftungsausschluss", "impressum", "impressum-datenschutz", "impressum-und-datenschutz", "nutzungsbedingungen", "widerrufsbelehrung", "cookie-policy", "cookies", "disclaimer", "imprint", "legal-notice", "privacy", "privacy-notice", "privacy-policy", "privacy-statement", "terms", "terms-and-conditions", "terms-conditions", "terms-of-service", "terms-of-use", "tos", "mentions-legales", "politique-de-confidentialite", "aviso-legal", "politica-de-privacidad", "note-legali", "privacybeleid", "colofon", "privacyverklaring", "privacy-verklaring", "privacy-beleid", "cookiebeleid", "cookieverklaring", "cookie-beleid", "cookie-verklaring", "algemene-voorwaarden", "gebruiksvoorwaarden"];
/// What imprint, privacy and terms pages are called, and nothing else is.
pub static TITLES: &[&str] = &["allgemeine geschäftsbedingungen", "allgemeine nutzungsbedingungen", "impressum", "haftungsausschluss", "datenschutzerklärung", "datenschutzhinweis", "datenschutzhinweise", "datenschutzbestimmungen", "datenschutzinformation", "datenschutzinformationen", "datenschutzrichtlinie", "cookie-richtlinie", "cookie-richtlinien", "nutzungsbedingungen", "nutzungsbasierte onlinewerbung", "rechtliche hinweise", "rechtlicher hinweis", "widerrufsbelehrung", "impressum & datenschutz", "impressum und datenschutz", "agb", "imprint", "legal notice", "legal notices", "privacy policy", "privacy notice", "privacy statement", "privacy & cookie policy", "privacy and cookie policy", "cookie policy", "cookie notice", "terms & conditions", "terms and conditions", "terms of service", "terms of use", "user agreement", "mentions légales", "politique de confidentialité", "politique de cookies", "conditions générales d'utilisation", "aviso legal", "política de privacidad", "política de cookies", "note legali", "informativa privacy", "privacyverklaring", "privacybeleid", "algemene voorwaarden", "colofon", "cookiebeleid", "cookieverklaring", "gebruiksvoorwaarden", "leveringsvoorwaarden", "privacyreglement", "privacy- en cookiebeleid", "privacy- en cookieverklaring", "polityka prywatności", "polityka cookies", "regulamin serwisu"];
/// Names of such pages that are topics too: sure only beside nothing but the name of the site.
pub static TOPICS: &[&str] = &["datenschutz", "cookies", "haftung", "rechtliches", "disclaimer", "privacy", "terms", "legal", "voorwaarden"];
}
/// See `tables.toml`.
pub mod lists {
/// A title that is nothing else is that of a list of all.
pub static ARCHIVES: &[&str] = &["archiv", "alle artikel", "alle beiträge", "alle meldungen", "archive", "archives", "all stories", "all articles", "archief", "alle artikelen", "alle berichten"];
/// Parts of a path that a name follows.
pub static AUTHOR_PATHS: &[&str] = &["autor", "autoren", "autorin", "author", "authors", "auteur", "autore", "redacteur", "verslaggever"];
/// Parts of a path that the name of a section follows.
pub static CATEGORY_PATHS: &[&str] = &["kategorie", "kategorien", "rubrik", "ressort", "ressorts", "category", "categories", "section", "rubriek", "rubrieken"];
/// Names of news desks that are no headline of a single word, as addresses spell them.
pub static DESKS: &[&str] = &["aktuell", "aktuelles", "ausland", "auto", "blaulicht", "campus", "debatte", "deutschland", "digital", "energie", "europa", "feuilleton", "finanzen", "fussball", "gesellschaft", "gesundheit", "inland", "international", "justiz", "karriere", "klima", "kultur", "leben", "lokales", "medien", "meinung", "mobil", "mobilitaet", "nachrichten", "netzpolitik", "netzwelt", "newsticker", "panorama", "politik", "regional", "regionales", "reise", "schlagzeilen", "sport", "technik", "umwelt", "unterhaltung", "verkehr", "vermischtes", "wirtschaft", "wissen", "wissenschaft", "africa", "americas", "arts", "asia", "business", "climate", "crime", "culture", "economy", "education", "energy", "england", "entertainment", "environment", "europe", "health", "lifestyle", "media", "news", "opinion", "opinions", "politics", "science", "sports", "style", "tech", "technology", "transport", "travel", "uk", "us", "achterklap", "binnenland", "boeken", "buitenland", "cultuur", "gezondheid", "koningshuis", "misdaad", "nieuws", "onderwijs", "politiek", "verkeer", "weer", "wetenschap", "wonen"];
/// The word before the number of a page, in titles and in addresses.
pub static PAGE: &[&str] = &["seite", "page"];
/// A title that is nothing else is that of a search.
pub static SEARCH: &[&str] = &["suche", "suchen", "erweiterte suche", "search", "advanced search", "recherche", "buscar", "búsqueda", "ricerca", "zoeken", "zoek", "uitgebreid zoeken"];
/// Keys of a query that hold what was searched for.
pub static SEARCH_KEYS: &[&str] = &["q", "query", "suchbegriff", "suche", "search", "searchterm", "keywords", "zoekterm"];
/// Parts of a path that search pages have.
pub static SEARCH_PATHS: &[&str] = &["suche", "suchergebnis", "suchergebnisse", "search", "searchresults", "search-results", "buscar", "zoeken", "zoek", "zoekresultaten", "szukaj"];
/// How the title of a search begins.
pub static SEARCHES: &[&str] = &["suchergebnis", "suchergebnisse", "ergebnisse für", "ergebnisse der suche", "suche nach:", "ihre suche nach", "search results", "search result", "results for", "you searched for", "résultats de recherche", "résultats de la recherche", "résultats pour", "resultados de búsqueda", "resultados de la búsqueda", "risultati della ricerca", "zoekresultaten", "zoekresultaat", "resultaten voor", "je zocht op", "u zocht op", "zoeken naar:", "wyniki wyszukiwania"];
/// Parts of a path that a keyword follows.
pub static TAG_PATHS: &[&str] = &["schlagwort", "schlagworte", "stichwort", "tag", "tags", "tagged", "keyword", "trefwoord", "trefwoorden"];
/// How the title of the page of a keyword begins.
pub static TAGS: &[&str] = &["alle artikel mit dem schlagwort", "alle artikel zu ", "alle artikel zum thema", "alle beiträge zu ", "alle beiträge zum thema", "alle nachrichten zu ", "alle nachrichten zum thema", "artikel zum thema", "beiträge mit dem schlagwort", "all articles about ", "all articles on ", "all stories about ", "all stories on ", "articles tagged", "posts tagged", "stories tagged", "tous les articles sur ", "todas las noticias sobre ", "alle artikelen over ", "alle artikelen met ", "alle berichten over ", "al het nieuws over "];
/// Parts of a path that a keyword follows, or an article.
pub static TOPIC_PATHS: &[&str] = &["thema", "themen", "dossier", "topic", "topics", "sujet", "onderwerp", "onderwerpen"];
/// The same where a headline may begin so too.
pub static TOPICS: &[&str] = &["schlagwort ", "schlagwort:", "stichwort:", "thema:", "themenseite ", "themenseite:", "tag:", "topic:", "sujet :", "etiqueta:", "onderwerp:", "trefwoord:", "artikelen over "];
}
/// See `tables.toml`.
pub mod live {
/// How the names of their elements begin, letters and digits only.
pub static CLASSES: &[&str] = &["liveblog", "liveticker", "livestory", "liveupdate", "livecenter", "livefeed", "livepost", "newsticker", "tickerentry", "ticker"];
/// Parts of a path below which live blogs stand.
pub static PATHS: &[&str] = &["live", "liveblog", "liveblogs", "livestory", "liveticker"];
/// What only live blogs have in their address, or their title: whole words, letters and digits only, parted by hyphens.
pub static SURE: &[&str] = &["im-ticker", "live-blog", "live-ticker", "liveblog", "liveticker", "newsblog", "as-it-happened", "minute-by-minute", "en-direct", "en-vivo", "minuto-a-minuto", "minuut-tot-minuut", "minuut-voor-minuut", "relacja-na-zywo"];
/// The same where it is less sure: pages of other kinds say so too.
pub static WORDS: &[&str] = &["kurznachrichten", "live", "newsticker", "ticker", "news-blog", "live-update", "live-updates", "livestory", "liveupdate", "liveupdates", "le-direct", "minute-par-minute", "en-directo", "diretta", "in-diretta", "minuto-per-minuto", "liveverslag", "live-verslag", "na-zywo"];
}
/// See `tables.toml`.
pub mod media {
/// Parts of a path below which recordings stand.
pub static AUDIO_PATHS: &[&str] = &["hoeren", "podcast", "podcasts", "radio", "audio", "audios", "listen", "luister", "podkasty"];
/// The same where there may be articles as well: about films, say.
pub static FILM_PATHS: &[&str] = &["film", "filme", "trailer", "tv", "films"];
/// Parts of a path below which series of pictures stand.
pub static GALLERY_PATHS: &[&str] = &["bilder", "foto", "fotos", "galerie", "galerien", "galleries", "gallery", "in-pictures", "photos", "pictures", "galeria", "in-beeld", "zdjecia"];
/// The same where the name says that it is a series.
pub static SERIES_WORDS: &[&str] = &["bildergalerie", "bildergalerien", "bilderstrecke", "bilderstrecken", "fotogalerie", "fotogalerien", "fotostrecke", "fotostrecken", "image-gallery", "photo-gallery", "photogallery", "picture-gallery", "slideshow", "slideshows", "photo-galleries", "picture-galleries", "diaporama", "diaporamas", "fotogaleria", "fotogallery", "fotoreeks", "fotospecial", "fotoverslag", "beeldverslag"];
/// Parts of a path below which videos stand.
pub static VIDEO_PATHS: &[&str] = &["mediathek", "video", "videos", "av", "clip", "clips", "videogallery", "watch", "mediatheque", "vidéo", "vidéos", "filmpjes", "filmy", "wideo"];
}
/// See `tables.toml`.
pub mod months {
/// April.
pub static APRIL: &[&str] = &["april", "apr", "avril", "avr", "abril", "abr", "aprile", "kwietnia", "kwiecień", "kwi", "d’abril", "aprilie", "apríl", "huhtikuuta", "huhtikuu", "aprill", "aprilli", "aprīļa", "aprīlis", "balandžio", "dubna", "duben", "dub", "apríla", "aprila", "travnja", "април", "апр", "апреля", "апрель", "квітня", "квітень", "кві", "április", "ápr", "απριλίου", "απρίλιος", "απρ", "nisan", "nis", "אפריל", "באפריל", "أبريل", "ابريل", "إبريل", "أفريل", "अप\u{94d}र\u{948}ल"];
/// August.
pub static AUGUST: &[&str] = &["august", "aug", "août", "aout", "agosto", "ago", "augustus", "sierpnia", "sierpień", "sie", "agost", "augusti", "ágúst", "elokuuta", "elokuu", "augusts", "augustā", "rugpjūčio", "srpna", "srpen", "srp", "augusta", "avgusta", "avgust", "kolovoza", "август", "авг", "августа", "серпня", "серпень", "сер", "augusztus", "αυγούστου", "αύγουστος", "αυγ", "ağustos", "ağu", "אוגוסט", "באוגוסט", "أغسطس", "أوت", "अगस\u{94d}त"];
/// December.
pub static DECEMBER: &[&str] = &["dezember", "dez", "december", "dec", "décembre", "déc", "decembre", "diciembre", "dic", "dicembre", "grudnia", "grudzień", "gru", "dezembro", "desembre", "des", "decembrie", "desember", "joulukuuta", "joulukuu", "detsember", "detsembri", "decembris", "decembrī", "gruodžio", "prosince", "prosinec", "pro", "decembra", "prosinca", "децембар", "декември", "дек", "декабря", "декабрь", "грудня", "грудень", "гру", "δεκεμβρίου", "δεκέμβριος", "δεκ", "aralık", "ara", "דצמבר", "בדצמבר", "ديسمبر", "दिस\u{902}बर"];
/// February.
pub static FEBRUARY: &[&str] = &["februar", "feber", "feb", "february", "février", "févr", "fév", "fevrier", "febrero", "febbraio", "februari", "lutego", "luty", "lut", "fevereiro", "fev", "febrer", "februarie", "febrúar", "helmikuuta", "helmikuu", "veebruar", "veebruari", "februāra", "februāris", "vasario", "února", "únor", "úno", "februára", "február", "februarja", "veljače", "фебруар", "февруари", "фев", "февраля", "февраль", "лютого", "лютий", "лют", "φεβρουαρίου", "φεβρουάριος", "φεβ", "şubat", "şub", "פברואר", "בפברואר", "فبراير", "فيفري", "फरवरी"];
/// January.
pub static JANUARY: &[&str] = &["januar", "jänner", "jän", "jaen", "jan", "january", "janvier", "janv", "enero", "ene", "gennaio", "gen", "januari", "stycznia", "styczeń", "sty", "janeiro", "gener", "ianuarie", "ian", "janúar", "tammikuuta", "tammikuu", "jaanuar", "jaanuari", "janvāra", "janvāris", "sausio", "ledna", "leden", "led", "januára", "január", "januarja", "siječnja", "јануар", "януари", "яну", "января", "январь", "янв", "січня", "січень", "січ", "ιανουαρίου", "ιανουάριος", "ιαν", "ocak", "oca", "ינואר", "בינואר", "يناير", "جانفي", "जनवरी"];
/// July.
pub static JULY: &[&str] = &["juli", "jul", "july", "juillet", "juil", "julio", "luglio", "lug", "lipca", "lipiec", "lip", "julho", "juliol", "iulie", "iul", "júlí", "júl", "heinäkuuta", "heinäkuu", "juuli", "juulikuu", "jūlija", "jūlijs", "liepos", "července", "červenec", "čvc", "júla", "julija", "srpnja", "јул", "jula", "юли", "июля", "июль", "июл", "липня", "липень", "лип", "július", "ιουλίου", "ιούλιος", "ιουλ", "temmuz", "tem", "יולי", "ביולי", "يوليو", "ज\u{941}लाई"];
/// June.
pub static JUNE: &[&str] = &["juni", "jun", "june", "juin", "junio", "giugno", "giu", "czerwca", "czerwiec", "cze", "junho", "juny", "iunie", "iun", "júní", "jún", "kesäkuuta", "kesäkuu", "juuni", "juunikuu", "jūnija", "jūnijs", "birželio", "června", "červen", "čvn", "júna", "junija", "lipnja", "јун", "juna", "юни", "июня", "июнь", "июн", "червня", "червень", "чер", "június", "ιουνίου", "ιούνιος", "ιουν", "haziran", "haz", "יוני", "ביוני", "يونيو", "جوان", "ज\u{942}न"];
/// March.
pub static MARCH: &[&str] = &["märz", "maerz", "mär", "mrz", "march", "mar", "mars", "marzo", "maart", "mrt", "marca", "marzec", "março", "març", "martie", "marts", "maaliskuuta", "maaliskuu", "märts", "märtsi", "marta", "kovo", "března", "březen", "bře", "ožujka", "март", "mart", "мар", "марта", "березня", "березень", "бер", "március", "márc", "μαρτίου", "μάρτιος", "μαρ", "מרץ", "במרץ", "مارس", "मार\u{94d}च"];
/// May.
pub static MAY: &[&str] = &["mai", "may", "mayo", "maggio", "mag", "mei", "maja", "maj", "maio", "maig", "maí", "toukokuuta", "toukokuu", "maija", "maijs", "gegužės", "května", "květen", "kvě", "mája", "máj", "svibnja", "мај", "май", "мая", "травня", "травень", "тра", "május", "μαΐου", "μάιος", "μαΐ", "μαι", "mayıs", "מאי", "במאי", "مايو", "ماي", "मई"];
/// November.
pub static NOVEMBER: &[&str] = &["november", "nov", "novembre", "noviembre", "listopada", "listopad", "lis", "novembro", "noiembrie", "nóvember", "marraskuuta", "marraskuu", "novembris", "novembrī", "lapkričio", "listopadu", "novembra", "studenoga", "новембар", "ноември", "ноября", "ноябрь", "ноя", "листопада", "листопад", "лис", "νοεμβρίου", "νοέμβριος", "νοε", "kasım", "kas", "נובמבר", "בנובמבר", "نوفمبر", "नव\u{902}बर"];
/// October.
pub static OCTOBER: &[&str] = &["oktober", "okt", "october", "oct", "octobre", "octubre", "ottobre", "ott", "października", "październik", "paź", "outubro", "out", "octombrie", "október", "lokakuuta", "lokakuu", "oktoobri", "oktoober", "oktobris", "spalio", "října", "říjen", "říj", "októbra", "oktobra", "октобар", "октомври", "окт", "октября", "октябрь", "жовтня", "жовтень", "жов", "οκτωβρίου", "οκτώβριος", "οκτ", "ekim", "eki", "אוקטובר", "באוקטובר", "أكتوبر", "اكتوبر", "अक\u{94d}ट\u{942}बर"];
/// September.
pub static SEPTEMBER: &[&str] = &["september", "sep", "sept", "septembre", "septiembre", "setiembre", "settembre", "set", "września", "wrzesień", "wrz", "setembro", "setembre", "septembrie", "syyskuuta", "syyskuu", "septembris", "septembrī", "rugsėjo", "září", "zář", "septembra", "rujna", "септембар", "септември", "сентября", "сентябрь", "сен", "сент", "вересня", "вересень", "вер", "szeptember", "szept", "σεπτεμβρίου", "σεπτέμβριος", "σεπ", "eylül", "eyl", "ספטמבר", "בספטמבר", "سبتمبر", "सित\u{902}बर"];
}
/// See `tables.toml`.
pub mod names {
/// How the names of companies end.
pub static COMPANY_ENDS: &[&str] = &[" inc", " inc.", " gmbh", " ltd", " llc", " ag", " corp", " plc"];
/// Degrees and the like after a name, in capitals.
pub static DEGREES: &[&str] = &["BA", "BS", "BSC", "BSN", "CEO", "CEPF", "CFA", "CFO", "CFP", "CHFC", "CNS", "COO", "CPA", "CPT", "CSCS", "CSSD", "CTO", "DC", "DDS", "DMD", "DNP", "DO", "DPT", "DVM", "EDD", "ESQ", "FACP", "FNP", "II", "III", "IV", "JD", "JR", "LCSW", "LD", "LDN", "LLB", "LLM", "LMFT", "LPC", "LPN", "MA", "MBA", "MD", "MFA", "MPH", "MS", "MSC", "MSN", "MSW", "ND", "NP", "OD", "PHARMD", "PHD", "PMP", "PSYD", "RD", "RDN", "RN", "RYT", "VMD"];
/// How the names of desks end: in Chinese, Japanese and Korean, and in compounds.
pub static DESK_ENDS: &[&str] = &["redaktion", "編集部", "取材班", "编辑部", "편집부", "취재팀"];
/// Words of the names of desks and outlets.
pub static DESKS: &[&str] = &["e.v", "e.v.", "magazin", "online-redaktion", "onlineredaktion", "presse", "redaktion", "redaktionen", "stiftung", "verlag", "agencies", "agency", "bureau", "desk", "editors", "editorial", "foundation", "group", "magazine", "media", "network", "news", "newsdesk", "newsroom", "online", "press", "staff", "team", "redaction", "rédaction", "redacción", "redazione", "redactie", "persbureau", "omroep", "stichting", "nieuwsdienst", "uitgeverij", "redação"];
/// Desks whose name needs no other word.
pub static DESKS_ALONE: &[&str] = &["online-redaktion", "onlineredaktion", "redaktion", "newsdesk", "newsroom", "rédaction", "redacción", "redazione", "redactie", "webredactie", "onlineredactie", "sportredactie", "nieuwsdienst", "redação"];
/// Words of the names of authorities, schools and societies, which are no surnames.
pub static INSTITUTIONS: &[&str] = &["bundesamt", "bundesministerium", "departement", "hochschule", "institut", "landratsamt", "ministerium", "universität", "association", "authority", "commission", "committee", "council", "department", "federation", "institute", "ministry", "u.s.", "university", "ministère", "université", "instituto", "ministerio", "universidad", "istituto", "ministero", "università", "ministerie", "universiteit"];
/// Jobs: after a name and a comma, what has such a word is no second name.
pub static JOBS: &[&str] = &["autor", "autorin", "berater", "beraterin", "chefredakteur", "chefredakteurin", "chefreporter", "direktor", "direktorin", "geschäftsführer", "geschäftsführerin", "gründer", "gründerin", "journalist", "journalistin", "korrespondent", "korrespondentin", "leiter", "leiterin", "professor", "professorin", "projektleiter", "projektleiterin", "redakteur", "redakteurin", "ressortleiter", "ressortleiterin", "volontär", "volontärin", "adviser", "advisor", "analyst", "author", "ceo", "certified", "cfo", "chairman", "chairwoman", "clinician", "co-founder", "columnist", "consultant", "contributor", "correspondent", "cto", "dietitian", "director", "editor", "editor-at-large", "editor-in-chief", "expert", "founder", "instructor", "lecturer", "licensed", "manager", "nutritionist", "photographer", "photojournalist", "president", "producer", "psychologist", "registered", "reporter", "researcher", "specialist", "strategist", "therapist", "veterinarian", "writer", "fotograaf", "hoofdredacteur", "redacteur", "verslaggever"];
/// How the names of outlets end in Chinese, Japanese and Korean: what ends so is no person.
pub static OUTLET_ENDS: &[&str] = &["新聞", "通信", "編集", "報", "社", "新闻", "网", "뉴스", "일보"];
/// Lower-case words inside names.
pub static PARTICLES: &[&str] = &["von", "der", "den", "zu", "zur", "de", "du", "la", "le", "del", "el", "da", "di", "della", "van", "ten", "ter", "'t", "dos", "e", "af", "bin", "al"];
/// Places of two words that stand after a name.
pub static PLACES: &[&str] = &["new york", "los angeles", "san francisco", "tel aviv", "hong kong", "new delhi", "buenos aires", "são paulo", "sao paulo", "mexico city", "washington d.c", "washington dc", "rio de janeiro", "st. gallen", "st. petersburg", "the hague", "den haag", "den bosch"];
/// What follows the name of who wrote it in Korean, Japanese and Chinese bylines.
pub static TITLES_AFTER: &[&str] = &["記者", "編集委員", "論説委員", "氏", "さん", "著", "记者", "通讯员", "撰文", "기자", "특파원", "선임기자"];
/// Trades, and what else is said in place of a name.
pub static TRADES: &[&str] = &["autor", "autoren", "bild", "bilder", "foto", "fotos", "gastautor", "gastautorin", "gastbeitrag", "hier", "journalist", "korrespondent", "minuten", "redakteur", "redakteurin", "reporter", "volontär", "chefredakteur", "chefredakteurin", "chefreporter", "geschäftsführer", "geschäftsführerin", "journalistin", "korrespondentin", "leiter", "leiterin", "projektleiter", "projektleiterin", "ressortleiter", "ressortleiterin", "about", "admin", "administrator", "all", "anonymous", "articles", "author", "authors", "chief", "click", "columnist", "contributor", "correspondent", "credit", "editor", "email", "follow", "from", "guest", "here", "image", "images", "inc", "minute", "minutes", "more", "n/a", "no", "none", "photo", "photographer", "photos", "reports", "results", "service", "services", "source", "unknown", "user", "video", "webmaster", "writer", "analyst", "ceo", "co-founder", "consultant", "dietitian", "director", "expert", "founder", "lecturer", "manager", "nutritionist", "president", "producer", "professor", "specialist", "strategist", "verslaggever", "redacteur", "hoofdredacteur", "fotograaf"];
}
/// See `tables.toml`.
pub mod not_found {
/// What the first lines of such pages say.
pub static PHRASES: &[&str] = &["artikel ist nicht mehr verfügbar", "artikel ist leider nicht mehr verfügbar", "beitrag ist nicht mehr verfügbar", "die gewünschte seite existiert nicht", "die gewünschte seite gibt es nicht", "die gewünschte seite konnte nicht gefunden werden", "die gewünschte seite wurde nicht gefunden", "die angeforderte seite existiert nicht", "die angeforderte seite konnte nicht gefunden werden", "die angeforderte seite wurde nicht gefunden", "die aufgerufene seite existiert nicht", "die aufgerufene seite konnte nicht gefunden werden", "die von ihnen aufgerufene seite", "die von ihnen gesuchte seite", "die von ihnen gewünschte seite", "diese seite existiert nicht", "diese seite gibt es nicht", "konnten wir den gewünschten artikel nicht finden", "konnten wir die gewünschte seite nicht finden", "seite konnte leider nicht gefunden werden", "page you are looking for", "page you were looking for", "page you requested could not be found", "page you requested was not found", "page you asked for does not exist", "we could not find that story", "we couldn't find the page", "la page demandée n'existe", "la page que vous cherchez n'existe", "la page que vous recherchez", "la página que buscas no existe", "la página que busca no existe", "la pagina che stai cercando", "la pagina richiesta non", "de pagina die je zoekt", "de pagina die u zoekt", "deze pagina bestaat niet", "de opgevraagde pagina", "de gevraagde pagina", "deze pagina kan niet worden gevonden", "kunnen we deze pagina niet vinden"];
/// What a page calls itself that says there is none: parts of a title, or a headline.
pub static TITLES: &[&str] = &["404", "http 404", "404 fehler", "404 nicht gefunden", "404 seite nicht gefunden", "artikel nicht gefunden", "die seite existiert nicht", "die seite konnte nicht gefunden werden", "die seite wurde nicht gefunden", "diese seite existiert nicht", "diese seite existiert nicht mehr", "diese seite gibt es nicht", "diese seite gibt es nicht mehr", "diese seite konnte nicht gefunden werden", "diese seite wurde nicht gefunden", "fehler 404", "fehlerseite", "nicht gefunden", "seite nicht gefunden", "seite nicht mehr verfügbar", "seite nicht verfügbar", "seite nicht vorhanden", "seite wurde nicht gefunden", "404 error", "404 error page", "404 not found", "404 page", "404 page not found", "410 gone", "article not found", "content not found", "error 404", "error 404 not found", "file not found", "not found", "page not found", "page not found (404)", "sorry, page not found", "story not found", "the page could not be found", "the page you requested could not be found", "this page could not be found", "this page does not exist", "we can't find that page", "we couldn't find that page", "erreur 404", "la page demandée n'existe pas", "page introuvable", "page non trouvée", "la página no existe", "página no encontrada", "errore 404", "pagina inesistente", "pagina non trovata", "pagina niet gevonden", "404 pagina niet gevonden", "artikel niet gevonden", "deze pagina bestaat niet", "deze pagina bestaat niet meer", "deze pagina is niet gevonden", "fout 404", "niet gevonden", "pagina bestaat niet", "błąd 404", "nie znaleziono strony", "strona nie istnieje", "strona nie została znaleziona", "página não encontrada", "sidan hittades inte", "siden blev ikke fundet"];
}
/// See `tables.toml`.
pub mod page_words {
/// Words of titles and addresses of pages about the reader's account, and about the site.
pub static ACCOUNT: &[&str] = &["login", "registrierung", "abonnieren", "anmelden", "anmeldung", "konto", "passwort", "abo", "newsletter", "kontakt", "hilfe", "karriere", "jobs", "mediadaten", "suche", "signin", "signup", "register", "registration", "account", "password", "subscribe", "contact", "help", "support", "faq", "about", "career", "careers", "advertise", "sitemap", "feedback", "search", "connexion", "inscription", "contacto", "contatti", "inloggen", "aanmelden", "registreren", "abonnee", "abonneren", "abonnement", "wachtwoord", "klantenservice", "vacatures", "adverteren", "nieuwsbrief", "zoeken"];
/// Words of titles and addresses of manuals.
pub static DOCS: &[&str] = &["handbuch", "anleitung", "docs", "doc", "documentation", "manual", "guide", "guides", "tutorial", "tutorials", "reference", "api", "learn", "course", "courses", "book", "wiki", "glossary", "chapter", "lesson", "handbook", "handleiding"];
/// Words of titles and addresses of discussions.
pub static FORUM: &[&str] = &["forum", "forums", "thread", "threads", "showthread", "viewtopic", "discussion", "discussions", "community", "question", "questions", "answers", "t", "topic", "r", "comments"];
/// Words of titles and addresses of things to buy.
pub static GOODS: &[&str] = &["produkt", "produkte", "warenkorb", "kaufen", "angebot", "angebote", "shop", "tickets", "store", "product", "products", "p", "buy", "price", "prices", "cart", "deals", "pricing", "order", "item", "dp", "winkelwagen", "kopen", "prijzen", "bestellen", "producten"];
/// Words of titles and addresses of imprint, privacy and terms pages.
pub static LEGAL: &[&str] = &["impressum", "datenschutz*", "agb", "cookie", "cookies", "haftung*", "nutzungsbedingungen", "barrierefreiheit", "widerruf*", "imprint", "privacy", "terms", "legal", "disclaimer", "copyright", "policy", "policies", "conditions", "accessibility", "mentions", "legales", "confidentialité", "confidentialite", "privacidad", "aviso", "informativa", "privacyverklaring", "voorwaarden", "colofon", "privacybeleid", "cookiebeleid", "cookieverklaring", "regulamin", "prywatności", "prywatnosci"];
/// Words of titles and addresses of lists.
pub static LIST: &[&str] = &["thema", "themen", "kategorie", "rubrik", "ressort", "archiv", "autor", "autoren", "autorin", "seite", "aktuell", "übersicht", "uebersicht", "index", "schlagwort", "dossier", "news", "tag", "tags", "topic", "topics", "category", "categories", "archive", "archives", "author", "authors", "page", "section", "sections", "latest", "overview", "onderwerp", "onderwerpen", "archief", "rubriek", "overzicht", "trefwoord"];
/// Words of titles and addresses of reports that grow.
pub static LIVE: &[&str] = &["live", "liveticker", "newsticker", "ticker", "newsblog", "liveblog", "live-blog", "live-updates", "minute"];
/// Words of titles and addresses of videos, recordings and pictures.
pub static MEDIA: &[&str] = &["mediathek", "galerie", "fotostrecke*", "bilderstrecke*", "bilder", "fotos", "diashow", "hören", "hoeren", "video", "videos", "podcast", "podcasts", "watch", "gallery", "galleries", "pictures", "photos", "photo", "slideshow", "audio", "listen", "episode", "radio", "tv", "player", "360", "luister"];
/// Words of titles and addresses of articles.
pub static NEWS: &[&str] = &["artikel", "nachrichten", "politik", "sport", "wirtschaft", "meinung", "kultur", "welt", "panorama", "blog", "blogs", "article", "articles", "story", "stories", "post", "posts", "news", "politics", "business", "opinion", "world", "nieuws", "politiek", "cultuur", "wereld"];
/// Words of titles and addresses of companies that offer services.
pub static SERVICE: &[&str] = &["leistungen", "unternehmen", "team", "service", "services", "solutions", "solution", "consulting", "agency", "company", "companies", "quote", "pricing", "portfolio", "programs", "program", "degrees", "industries", "diensten", "oplossingen"];
}
/// See `tables.toml`.
pub mod pages {
/// What links to the whole article say.
pub static ALL: &[&str] = &["alles auf einer seite", "auf einer seite", "auf einer seite lesen", "artikel auf einer seite lesen", "artikel auf einer seite", "komplettansicht", "view all", "view all pages", "view as single page", "single page", "view on one page", "read on one page", "show all", "all on one page", "sur une seule page", "lire sur une page", "en una sola página", "tutto su una pagina", "op één pagina", "op een pagina", "alles op één pagina", "hele artikel op één pagina"];
/// Words beside the number of a page in the text of a link.
pub static OF: &[&str] = &["von", "zu", "zur", "of", "to", "de", "página", "di", "van"];
/// Parameters of an address that count pages.
pub static PARAMETERS: &[&str] = &["p", "pg", "paged", "pageno", "pagenumber", "page_no", "seite", "teil", "blatt", "page", "part", "pagina", "pag", "strona"];
/// What links to the next and the previous page say.
pub static STEPS: &[&str] = &["nächste seite", "nächste", "weiter", "vorherige seite", "vorige seite", "vorherige", "zurück", "weiter zur nächsten seite", "next", "next page", "previous", "previous page", "prev", "continue", "page suivante", "suivant", "suivante", "page précédente", "précédent", "siguiente", "página siguiente", "anterior", "página anterior", "pagina successiva", "successiva", "avanti", "pagina precedente", "indietro", "volgende", "volgende pagina", "vorige", "vorige pagina", "następna", "następna strona"];
/// How parameters begin that lead nowhere else.
pub static TRACKING: &[&str] = &["utm_", "fbclid", "gclid", "ref", "xtor", "wt_", "cmp", "at_"];
/// Words for a page in addresses and in the texts of links.
pub static WORDS: &[&str] = &["seite", "s", "teil", "blatt", "page", "pages", "p", "pg", "part", "pagina", "pag", "strona", "sida"];
}
/// See `tables.toml`.
pub mod paywall {
/// What the box says that stands below the opening of an article, as it is written.
pub static BOXES: &[&str] = &["Jetzt abonnieren", "jetzt abonnieren", "Weiterlesen mit", "weiterlesen mit", "Jetzt weiterlesen", "Subscribe to read", "subscribe to read", "Subscribe to continue", "Continue reading your article with", "To Read the Full Story", "Subscribe now", "Abonnez-vous", "Suscríbete", "Abbonati", "Word abonnee", "Abonneer je", "Abonneer u", "Neem een abonnement", "Lees verder met", "Wykup dostęp"];
/// Parts of the names of the elements of a wall, letters only.
pub static CLASSES: &[&str] = &["paywall", "regwall", "registrationwall", "metered", "piano", "pianoinline", "subscriberonly", "subscribersonly", "subscriptionwall", "premiumwall", "teasergradient", "textfade", "contentfade", "fadeout"];
/// What a block says where a text breaks off for those who have not paid. Newsletters and offers that stand below whole texts too say other things.
pub static PHRASES: &[&str] = &["abonnentinnen und abonnenten vorbehalten", "abonnenten vorbehalten", "abonnieren und weiterlesen", "als abonnent weiterlesen", "artikel freischalten", "bereits abonnent", "diesen artikel weiterlesen", "exklusiv für abonnenten", "ganzen artikel lesen", "im abo weiterlesen", "ist nur für abonnenten", "jetzt weiterlesen", "lesen sie diesen artikel mit", "lesen sie weiter mit", "mit abo weiterlesen", "nur für abonnent", "sie sind bereits abonnent", "sie haben bereits ein abo", "um weiterzulesen", "um diesen artikel zu lesen", "vollständigen artikel lesen", "weiterlesen mit", "weiterlesen nach dem", "weiter lesen mit", "zum weiterlesen", "already a subscriber", "already a member? log in", "become a member to read", "continue reading this article", "continue reading with", "continue reading your article with", "exclusive to subscribers", "for subscribers only", "get full access to this", "is for subscribers", "log in to continue reading", "read the full article with", "read the rest of this story", "register to continue reading", "register to keep reading", "remaining free articles", "sign in to continue reading", "sign in to read the full", "sign up to keep reading", "subscribe to continue", "subscribe to keep reading", "subscribe to read", "subscribe to unlock", "subscriber-only", "this article is for subscribers", "this content is for subscribers", "this story is for subscribers", "to continue reading", "to read the full story", "to read this article in full", "unlock this article", "want to read more? subscribe", "abonnez-vous pour lire", "article réservé", "déjà abonné", "il vous reste", "la suite est réservée", "lire la suite de l'article", "réservé aux abonnés", "réservée aux abonnés", "contenido exclusivo para suscriptores", "exclusivo para suscriptores", "para seguir leyendo", "suscríbete para leer", "ya eres suscriptor", "contenuto riservato agli abbonati", "per continuare a leggere", "riservato agli abbonati", "sei già abbonato", "al abonnee", "verder lezen met", "alleen voor abonnees", "enkel voor abonnees", "exclusief voor abonnees", "voorbehouden aan abonnees", "om verder te lezen", "om dit artikel te lezen", "lees verder met een abonnement", "lees het hele artikel met", "lees het volledige artikel met", "abonneer je om", "abonneer u om", "wykup dostęp"];
/// What the text itself says where it breaks off, as it is written.
pub static SOLD: &[&str] = &["ist Abonnentinnen und Abonnenten vorbehalten", "ist Abonnenten vorbehalten", "nur für Abonnenten", "Weiterlesen mit", "Jetzt weiterlesen", "Lesen Sie weiter mit", "is for subscribers", "for subscribers only", "Subscribe to read", "Subscribe to continue", "To continue reading", "To Read the Full Story", "réservé aux abonnés", "exclusivo para suscriptores", "riservato agli abbonati", "alleen voor abonnees", "enkel voor abonnees", "exclusief voor abonnees", "voorbehouden aan abonnees", "Om verder te lezen", "Dalsza część artykułu dostępna"];
/// The same where the name counts only as a whole.
pub static WHOLE_CLASSES: &[&str] = &["fade", "gradient", "abobox"];
}
/// See `tables.toml`.
pub mod people {
/// Parts of a path that a name follows, or something else.
pub static PATHS: &[&str] = &["autor", "journalist", "journalisten", "profil", "redakteur", "redaktion", "reporter", "author", "by", "byline", "columnist", "contributor", "contributors", "profile", "staff", "writer", "writers", "redacteur", "redactie", "verslaggever"];
/// How the title of the page of an author begins.
pub static TITLES: &[&str] = &["alle artikel von ", "alle beiträge von ", "artikel von ", "beiträge von ", "autor:", "articles by ", "all articles by ", "all stories by ", "stories by ", "posts by ", "author:", "articles de ", "alle artikelen van ", "artikelen van ", "alle berichten van "];
}
/// See `tables.toml`.
pub mod queries {
/// Keys of a query that count the pages of a list.
pub static PAGING: &[&str] = &["p", "s", "pg", "paged", "offset", "seite", "blatt", "start", "page", "pagina", "strona"];
/// Keys of a query that only tell where a reader came from.
pub static TRACKING: &[&str] = &["cid", "ref", "from", "fbclid", "gclid", "wt_mc", "srsltid"];
}
/// See `tables.toml`.
pub mod section {
/// What stands before the name of a section and is cut off.
pub static LABELS: &[&str] = &["kategorie:", "category:", "catégorie :", "catégorie:", "categoría:"];
/// What a path through a site begins with, or what says nothing of an article.
pub static NONE: &[&str] = &["alle artikel", "artikel", "erweiterte suche", "start", "startseite", "all", "all articles", "all posts", "article", "articles", "blog", "featured", "home", "homepage", "index", "main", "main navigation", "popular", "posts", "tags", "uncategorized", "accueil", "inicio", "voorpagina", "startpagina", "artikelen", "główna", "strona główna", "início", "hem", "startsida", "forside", "hjem", "главная", "トップ", "ホーム", "首页", "홈"];
}
/// See `tables.toml`.
pub mod sentences {
/// Words that begin a sentence where they have a capital, also after an abbreviation.
pub static STARTERS: &[(&str, &[&str])] = &[
("de", &["Aber", "Alle", "Allein", "Allerdings", "Als", "Also", "Am", "An", "Andere", "Auch", "Auf", "Aus", "Außerdem", "Bei", "Beide", "Beim", "Bereits", "Bis", "Bisher", "Da", "Dabei", "Dafür", "Dagegen", "Daher", "Damit", "Danach", "Dann", "Daran", "Darauf", "Darum", "Das", "Dass", "Dazu", "Dem", "Den", "Denn", "Dennoch", "Der", "Derzeit", "Des", "Deshalb", "Die", "Dies", "Diese", "Diesen", "Dieser", "Dieses", "Doch", "Dort", "Durch", "Ein", "Eine", "Einen", "Einer", "Er", "Erst", "Es", "Für", "Gegen", "Gleichzeitig", "Hier", "Hinter", "Ich", "Ihm", "Ihr", "Ihre", "Im", "In", "Insgesamt", "Ist", "Jede", "Jeder", "Jetzt", "Kein", "Keine", "Laut", "Man", "Mehr", "Mit", "Nach", "Nachdem", "Neben", "Nicht", "Noch", "Nun", "Nur", "Ob", "Obwohl", "Oder", "Ohne", "Schon", "Sein", "Seine", "Seit", "Seither", "Selbst", "Sie", "So", "Sogar", "Sollte", "Sowohl", "Trotz", "Trotzdem", "Über", "Um", "Und", "Unser", "Unter", "Viele", "Vielleicht", "Vom", "Von", "Vor", "Während", "War", "Warum", "Was", "Weil", "Weiter", "Weitere", "Wenn", "Wer", "Wie", "Wir", "Wird", "Wo", "Zu", "Zudem", "Zuletzt", "Zum", "Zunächst", "Zur", "Zuvor", "Zwar", "Zwei", "Zwischen"]),
("en", &["A", "After", "All", "Also", "Although", "Among", "An", "And", "Another", "Any", "Anyone", "As", "At", "Because", "Before", "Both", "But", "By", "Critics", "Despite", "Did", "Do", "Does", "Each", "Earlier", "Even", "Every", "Everyone", "Few", "Five", "For", "Four", "Free", "From", "Had", "Has", "He", "Her", "Here", "His", "How", "However", "I", "If", "In", "Instead", "Is", "It", "Its", "Just", "Last", "Later", "Many", "Meanwhile", "More", "Most", "Mr", "Much", "Neither", "Nobody", "No", "None", "Nor", "Not", "Nothing", "Now", "Of", "On", "Once", "One", "Only", "Or", "Other", "Others", "Our", "Over", "Police", "Several", "She", "Should", "Since", "So", "Some", "Still", "Such", "Ten", "That", "The", "Their", "Then", "There", "These", "They", "This", "Those", "Three", "Though", "Through", "Thus", "To", "Today", "Together", "Two", "Under", "Unlike", "Until", "Was", "We", "Were", "What", "When", "Where", "Whether", "Which", "While", "Who", "Why", "Will", "With", "Without", "Would", "Yet", "You", "Your"]),
("fr", &["Le", "La", "Les", "L", "Un", "Une", "Des", "Il", "Elle", "Ils", "Elles", "On", "Ce", "Cet", "Cette", "Ces", "C", "Nous", "Vous", "Je", "J", "À", "A", "Au", "Aux", "En", "Dans", "Pour", "Par", "Sur", "Mais", "Et", "Ou", "Si", "Selon", "Avec", "Après", "Avant", "Depuis", "Lors", "Puis", "Ainsi", "Son", "Sa", "Ses", "Leur", "Leurs", "Qui", "Que", "Quand", "Non", "Oui"]),
("es", &["El", "La", "Los", "Las", "Un", "Una", "Unos", "Unas", "Él", "Ella", "Ellos", "Ellas", "Se", "En", "De", "Por", "Para", "Con", "Sin", "Según", "Pero", "Y", "O", "Si", "No", "Sí", "Es", "Son", "Fue", "Este", "Esta", "Estos", "Estas", "Ese", "Esa", "Eso", "Esto", "Su", "Sus", "También", "Tras", "Desde", "Hasta", "Cuando", "Como", "Lo", "Le", "Al", "Del", "A", "Ya", "Más", "Nadie", "Que"]),
("it", &["Il", "Lo", "La", "I", "Gli", "Le", "L", "Un", "Uno", "Una", "Egli", "Lui", "Lei", "Loro", "In", "Di", "Da", "A", "Al", "Con", "Per", "Su", "Tra", "Fra", "Ma", "E", "O", "Se", "Non", "È", "Sono", "Questo", "Questa", "Questi", "Queste", "Quello", "Quella", "Anche", "Dopo", "Prima", "Nel", "Nella", "Che", "Chi", "Come", "Quando", "Secondo", "Si", "Ci"]),
("nl", &["De", "Het", "Een", "Hij", "Zij", "Ze", "Wij", "We", "Ik", "Er", "Dat", "Dit", "Deze", "Die", "In", "Op", "Van", "Voor", "Met", "Na", "Bij", "Maar", "En", "Of", "Als", "Toen", "Ook", "Volgens", "Daarom", "Nu", "Zo", "Wat", "Wie", "Waar"]),
("pt", &["O", "A", "Os", "As", "Um", "Uma", "Ele", "Ela", "Eles", "Elas", "Se", "Em", "No", "Na", "Nos", "Nas", "De", "Do", "Da", "Por", "Para", "Com", "Sem", "Segundo", "Mas", "E", "Ou", "Não", "Sim", "É", "São", "Foi", "Este", "Esta", "Esse", "Essa", "Isso", "Isto", "Seu", "Sua", "Também", "Após", "Desde", "Até", "Quando", "Como", "Ao", "Já", "Mais", "Que"]),
];
}
/// See `tables.toml`.
pub mod shop {
/// What the button of a single product says, as it is written.
pub static BUTTONS: &[&str] = &["In den Warenkorb", "In den Einkaufswagen", "Add to basket", "Add to cart", "Add to bag", "Ajouter au panier", "Añadir al carrito", "Aggiungi al carrello", "In winkelwagen", "In winkelmand", "Toevoegen aan winkelwagen", "Voeg toe aan winkelwagen", "Do koszyka"];
/// Parts of a path below which shops have their goods.
pub static PATHS: &[&str] = &["produkt", "produkte", "shop", "product", "products", "store", "boutique", "tienda", "negozio", "winkel", "producten", "sklep"];
}
/// See `tables.toml`.
pub mod tags {
/// Words of the class of a list of keywords.
pub static CLASSES: &[&str] = &["tag", "tags", "taglist", "topic", "topics", "keyword", "keywords", "tagcloud", "schlagwort", "schlagworte", "themen", "sujets", "temas", "etiquetas", "trefwoord", "trefwoorden", "onderwerpen"];
}
/// See `tables.toml`.
pub mod walls {
/// What only the pages of the common bot walls have in them.
pub static CHALLENGE_MARKS: &[&str] = &["_cf_chl_opt", "cf-browser-verification", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awsWafCookieDomainList", "/.well-known/ddos-guard/"];
/// Titles of pages that want proof of a person.
pub static CHALLENGE_TITLES: &[&str] = &["einen moment bitte", "nur einen moment", "sicherheitsüberprüfung", "access denied", "access to this page has been denied", "are you a robot", "are you human", "attention required", "bot verification", "captcha", "checking your browser", "client challenge", "ddos-guard", "human verification", "just a moment", "one more step", "pardon our interruption", "please verify you are a human", "request rejected", "robot or human", "security check", "verify you are human", "een moment geduld", "even geduld", "toegang geweigerd", "ben je een robot"];
/// Whole parts of a path, or first labels of a host, of consent pages.
pub static CONSENT_ADDRESSES: &[&str] = &["zustimmung", "consent", "cookie-consent", "cookiewall", "cookie-wall", "privacywall", "toestemming", "cookiemuur", "myprivacy"];
/// What a consent wall says to its reader.
pub static CONSENT_PHRASES: &[&str] = &["wir und unsere partner", "unsere partner", "mit werbung weiterlesen", "weiter mit werbung", "mit werbung und cookies", "cookies zustimmen", "zustimmen und weiter", "alle akzeptieren", "alle cookies akzeptieren", "alle ablehnen", "akzeptieren und weiter", "einstellungen verwalten", "ihre privatsphäre", "deine privatsphäre", "ihre zustimmung", "deine zustimmung", "ihre einwilligung", "wir verwenden cookies", "diese website verwendet cookies", "werbefrei lesen", "personalisierte werbung", "we and our partners", "our partners", "accept all", "reject all", "agree and continue", "manage preferences", "manage options", "your privacy", "your consent", "we use cookies", "nous et nos partenaires", "tout accepter", "votre consentement", "wij en onze partners", "onze partners", "alles accepteren", "alle cookies accepteren", "accepteren en doorgaan", "akkoord en doorgaan", "alles weigeren", "alles afwijzen", "voorkeuren beheren", "instellingen beheren", "jouw privacy", "uw privacy", "je privacy", "jouw toestemming", "uw toestemming", "je toestemming", "wij gebruiken cookies", "we gebruiken cookies", "deze website gebruikt cookies", "cookies toestaan", "gepersonaliseerde advertenties"];
}
