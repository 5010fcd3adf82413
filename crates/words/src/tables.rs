// Written by `cargo run -p gleaner-words --example tables`.
/// See `tables.toml`.
pub mod abbreviations {
/// Titles, with a full stop, before names that are looked for in texts.
pub static ADDRESS: &[&str] = &["Hr", "Fr"];
/// Abbreviations, with a full stop, that are also words: they count only before a number. `-str` matches all words with this ending.
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
/// Full names of agencies: only their letters.
pub static NAMES: &[&str] = &["adnkronos", "agencefrancepresse", "agenciaefe", "agencialusa", "algemeennederlandspersbureau", "anadolu", "anadoluagency", "anadoluajansı", "ansa", "antara", "apnews", "associatedpress", "ataats", "australianassociatedpress", "austriapresseagentur", "belga", "bernama", "bloomberg", "bloombergnews", "bnonews", "canadianpress", "dpaafx", "dpainfocom", "dtsnachrichtenagentur", "efe", "europapress", "evangelischerpressedienst", "interfax", "itartass", "jijipress", "katholischenachrichtenagentur", "keystonesda", "kyodo", "kyodonews", "lapresse", "lusa", "newsaktuell", "notimex", "pamedia", "pressassociation", "presstrustofindia", "reuters", "rianovosti", "ritzau", "sdaats", "sportinformationsdienst", "tanjug", "tass", "theassociatedpress", "thecanadianpress", "thomsonreuters", "ttnyhetsbyrån", "ukrinform", "unitedpressinternational", "xinhua", "xinhuanet", "yonhap", "연합뉴스", "共同通信", "新华社", "時事通信"];
/// Agencies that the last line of a caption names, in their letter case.
pub static OF_PICTURES: &[&str] = &["Getty", "Imago", "imago", "IMAGO", "picture alliance", "Shutterstock", "Reuters"];
/// Agencies whose short names bylines also write in lower case.
pub static SMALL: &[&str] = &["afp", "anp", "ap", "apa", "dapd", "ddp", "dpa", "dts", "epd", "kna", "ntb", "pap", "sda", "sid", "stt", "ats"];
}
/// See `tables.toml`.
pub mod asides {
/// Phrases of lines that ask the reader to subscribe, follow or share, that disclose paid links, or that replace embedded content.
pub static CALLS: &[&str] = &["abonnieren sie unseren newsletter", "abonnieren sie den newsletter", "abonnieren sie kostenlos", "abonniere unseren newsletter", "abonniere den newsletter", "unseren newsletter an", "unserem newsletter an", "zum newsletter anmelden", "für den newsletter anmelden", "folgen sie uns auf", "folge uns auf", "folgt uns auf", "ihnen dieser artikel gefallen", "dir dieser artikel gefallen", "unserem whatsapp-kanal", "unseren whatsapp-kanal", "newsletter abonnieren", "abmeldung ist jederzeit", "artikel anhören", "direkt in ihr postfach", "täglich in ihr postfach", "newsletter direkt in", "lass dir die besten storys", "enthält affiliate-links", "externer inhalt nicht verfügbar", "empfohlener redaktioneller inhalt", "empfohlener externer inhalt", "externe inhalte angezeigt werden", "externer inhalt angezeigt wird", "an drittplattformen übermittelt", "privatsphäre-einstellungen verhindern", "externe inhalte anzeigen", "externen inhalt anzeigen", "externe inhalte aktivieren", "externen inhalt laden", "um diesen inhalt anzuzeigen", "um den inhalt anzuzeigen", "um diesen inhalt zu sehen", "um diesen inhalt sehen zu können", "an dieser stelle finden sie einen externen", "an dieser stelle finden sie externe", "an dieser stelle finden sie einen von unseren redakteuren", "an dieser stelle finden sie einen relevanten inhalt", "an dieser stelle befindet sich ein externer", "erhalten wir ggf. eine provision", "erhalten wir gegebenenfalls eine provision", "bei den verlinkungen handelt es sich um affiliate", "als bevorzugte quelle bei google", "artikel wurde automatisiert übersetzt", "laden der karte akzeptieren sie", "laden des videos akzeptieren sie", "laden des beitrags akzeptieren sie", "laden des inhalts akzeptieren sie", "laden des tweets akzeptieren sie", "dieser artikel wird laufend aktualisiert", "dieser text wird laufend aktualisiert", "diese meldung wird laufend aktualisiert", "unseren kostenlosen newsletter", "unserem kostenlosen newsletter", "unseren täglichen newsletter an", "unsere newsletter abonnieren", "abonnieren sie unsere newsletter", "whatsapp-kanal: hier abonnieren", "folgen sie unserem whatsapp", "folge unserem whatsapp", "folgen sie uns auch auf", "sieh dir diesen beitrag auf instagram an", "diesen beitrag auf instagram ansehen", "hat ihnen der artikel gefallen", "hat dir der artikel gefallen", "vervielfältigung nur mit genehmigung", "dieser eintrag wurde am", "dieser beitrag wurde unter", "du kannst die kommentare zu diesem eintrag", "kommentare zu diesem eintrag durch den", "like us on facebook", "find us on facebook", "straight to your inbox", "right to your inbox", "delivered to your inbox", "sent to your inbox", "directly to your inbox", "sign up to our", "sign up for our newsletter", "sign up for our free", "sign up for our daily", "sign up for our weekly", "subscribe to our newsletter", "subscribe to our free", "subscribe to our daily", "subscribe to our weekly", "please subscribe", "free daily newsletter", "already a subscriber", "sharing is caring!", "share it with a friend!", "join our whatsapp", "join our telegram", "our whatsapp channel", "download our app", "click here to subscribe", "click here to sign up", "unsubscribe at any time", "by subscribing, you", "listen to this article", "got a tip?", "got a story?", "send us a tip", "contact our news team", "support independent journalism", "support our journalism", "by signing up, you", "follow us on facebook", "follow us on twitter", "follow us on x", "follow us on instagram", "follow us on youtube", "follow us on social", "follow us on whatsapp", "follow us at twitter", "latest updates right in your inbox", "get the latest updates", "may earn us a commission", "earn us a small commission", "earn from qualifying purchases", "slideshow requires javascript", "this content is hosted by a third party", "by showing the third party content", "permission before anything is loaded", "this article includes content provided by", "this article contains content provided by", "this article includes content hosted on", "due to your privacy preferences", "due to your cookie preferences", "need your permission to use cookies", "need your consent to load", "please accept marketing cookies", "accept cookies to view", "by loading the video, you", "by loading the tweet, you", "by loading the post, you", "by loading the content, you", "by loading the map, you", "to view this content, you", "to view this video please enable javascript", "this video can not be played", "media playback is unsupported", "media playback is not supported", "your browser doesn't support html5", "your browser doesn’t support html5", "this is a breaking news story", "this breaking news story is being updated", "this breaking story is being updated", "this post may contain affiliate links", "this post contains affiliate links", "this article may contain affiliate links", "this article contains affiliate links", "this article includes affiliate links", "this page contains affiliate links", "we use affiliate links", "we may use affiliate links", "we may earn a commission", "i may earn a commission", "we may earn a small commission", "i may earn a small commission", "we may receive a commission", "i may receive a small commission", "need to update your privacy settings", "as a preferred source on google", "as a preferred source in google", "view this post on instagram", "let us know in the comments", "tell us in the comments", "never miss a story", "do you have a story for us", "do you have a story to share", "republish our articles for free", "republish this article for free", "follow our whatsapp channel", "follow our telegram channel", "join our telegram channel", "join us on whatsapp", "join us on telegram", "sign up for our newsletters", "sign up to receive our", "subscribe to our channel", "subscribe to our youtube", "download our free app", "this entry was posted on", "this entry was posted in", "you can follow any responses to this entry", "you can leave a response, or trackback", "abonnez-vous à", "inscrivez-vous à notre newsletter", "inscrivez-vous à la newsletter", "suivez-nous sur", "recevez notre newsletter", "rejoignez notre chaîne whatsapp", "écouter cet article", "écrivez-nous", "soutenez notre journal", "pour afficher ce contenu", "ce contenu n'a pas pu être affiché", "ce contenu n’a pas pu être affiché", "vous avez refusé les cookies", "vous n'avez pas accepté les cookies", "vous n’avez pas accepté les cookies", "contient des liens affiliés", "contenir des liens affiliés", "contient des liens d'affiliation", "contient des liens d’affiliation", "ce contenu est bloqué car vous", "vos préférences en matière de cookies", "vous avez refusé le dépôt de cookies", "vous avez refusé le dépôt des cookies", "voir cette publication sur instagram", "abonnez-vous gratuitement", "inscrivez-vous à nos newsletters", "inscrivez-vous à notre lettre d'information", "inscrivez-vous à notre lettre d’information", "recevez nos newsletters", "recevez gratuitement notre newsletter", "notre chaîne whatsapp", "notre chaîne telegram", "téléchargez notre application", "vous avez aimé cet article", "cet article vous a plu ?", "sans l'autorisation de la rédaction", "sans l’autorisation de la rédaction", "cette entrée a été publiée dans", "vous pouvez suivre les réponses à cet article", "suscríbete a", "suscríbase a", "síguenos en", "síganos en", "únete a nuestro canal", "hazte socio", "hazte socia", "escríbenos a", "escuchar el artículo", "nuestro canal de whatsapp", "nuestro canal de telegram", "nuestro canal de youtube", "para ver este contenido", "para poder ver este contenido", "este contenido no está disponible debido a", "contiene enlaces de afiliados", "contener enlaces de afiliados", "contiene enlaces de afiliación", "ver esta publicación en instagram", "apúntate a nuestra newsletter", "inscríbete en nuestra newsletter", "regístrate en nuestra newsletter", "recibe nuestra newsletter", "únete al canal de", "únete a nuestra comunidad", "sigue nuestro canal de", "descarga nuestra app", "descárgate nuestra app", "si te ha gustado esta noticia", "si te ha gustado este artículo", "si te gustó esta nota", "si te gustó esta noticia", "esta entrada fue publicada en", "puedes seguir las respuestas a esta entrada", "iscriviti alla newsletter", "iscriviti alla nostra", "iscriviti al nostro", "iscriviti al canale", "seguici su", "ascolta questo articolo", "abbonati a partire da", "per visualizzare questo contenuto", "per vedere questo contenuto", "questo contenuto è ospitato da", "contiene link di affiliazione", "contenere link di affiliazione", "contiene link affiliati", "visualizza questo post su instagram", "segui il nostro canale", "nostro canale whatsapp", "nostro canale telegram", "nostra newsletter gratuita", "ricevi la nostra newsletter", "scarica la nostra app", "se l'articolo ti è piaciuto", "se l’articolo ti è piaciuto", "se questo articolo ti è piaciuto", "ti è piaciuto questo articolo", "hai una segnalazione?", "hai una notizia da segnalarci", "questa voce è stata pubblicata in", "puoi seguire i commenti a questo articolo", "abonneer je op", "volg ons op", "tip of opmerking", "mail de redactie", "luister naar dit artikel", "schrijf je in voor onze", "meld je aan voor onze", "deze inhoud is geblokkeerd", "om deze inhoud te kunnen", "om deze inhoud te tonen", "bevat affiliate-links", "bevat affiliatelinks", "toestemming nodig om deze inhoud", "om deze content te tonen", "om deze content te bekijken", "dit bericht op instagram bekijken", "ons whatsapp-kanaal", "ons whatsappkanaal", "abonneer je gratis op", "schrijf je in voor de nieuwsbrief", "schrijf je in op onze nieuwsbrief", "meld je aan voor de nieuwsbrief", "ontvang onze nieuwsbrief", "download onze app", "dit bericht is geplaatst in", "dit bericht werd geplaatst in", "zapisz się na newsletter", "zapisz się do newslettera", "obserwuj nas", "polub nas na", "posłuchaj artykułu", "wesprzyj nas", "do subskrypcji tygodnika", "aby wyświetlić tę treść", "aby zobaczyć tę treść", "zapisz się na nasz newsletter", "zapisz się do naszego newslettera", "zapisz się na bezpłatny newsletter", "naszego kanału na whatsappie", "nasz kanał na whatsappie", "naszego kanału na youtube", "nasz kanał na youtube", "wyświetl ten post na instagramie", "dziękujemy, że przeczytałaś", "dziękujemy, że przeczytałeś", "masz dla nas temat?", "dalsze rozpowszechnianie artykułu", "rozpowszechnianie bez zgody wydawcy", "pobierz naszą aplikację", "polub nas na facebooku", "śledź nas na", "ten wpis został opublikowany w kategorii", "dołącz do nas na", "assine a nossa newsletter", "assine nossa newsletter", "siga-nos no", "siga o nosso canal", "inscreva-se no nosso canal", "ouvir este artigo", "apoie-nos", "para ver este conteúdo", "para visualizar este conteúdo", "contém links de afiliados", "conter links de afiliados", "ver esta publicação no instagram", "ver essa foto no instagram", "nosso canal no whatsapp", "nosso canal do whatsapp", "nosso canal no telegram", "nosso canal do telegram", "nosso canal no youtube", "siga-nos nas redes", "siga a nossa página", "inscreva-se em nossa newsletter", "inscreva-se na nossa newsletter", "inscreva-se na newsletter", "subscreva a nossa newsletter", "subscreva as nossas newsletters", "receba a nossa newsletter", "baixe nosso aplicativo", "descarregue a nossa app", "esta entrada foi publicada em", "grupo de whatsapp", "grupo do whatsapp", "canal no whatsapp", "no google notícias e", "segueix-nos a", "subscriu-te al nostre", "subscriu-te a la nostra", "veure aquesta publicació a instagram", "abonează-te la", "urmărește-ne pe", "vezi această postare pe instagram", "urmăriți-ne pe", "urmăreşte-ne pe", "abonați-vă la", "abonează-te gratuit", "canalul nostru de whatsapp", "dacă ți-a plăcut acest articol", "följ oss på", "prenumerera på vårt nyhetsbrev", "lyssna på artikeln", "tipsa oss på", "för att se detta innehåll", "för att visa detta innehåll", "visa det här inlägget på instagram", "prenumerera på våra nyhetsbrev", "anmäl dig till vårt nyhetsbrev", "ladda ner vår app", "har du ett tips?", "mejla oss på", "følg os på", "tilmeld dig vores nyhedsbrev", "lyt til artiklen", "tip os på", "for at se dette indhold", "vis dette opslag på instagram", "se dette opslag på instagram", "tilmeld dig vores nyhedsbreve", "få vores nyhedsbrev", "hent vores app", "har du et tip?", "følg oss på", "meld deg på vårt nyhetsbrev", "lytt til artikkelen", "tips oss på", "for å se dette innholdet", "vis dette innlegget på instagram", "meld deg på nyhetsbrevet vårt", "meld deg på vårt gratis nyhetsbrev", "få vårt nyhetsbrev", "last ned appen vår", "skráðu þig á póstlistann", "fylgstu með okkur á", "tilaa uutiskirje", "seuraa meitä facebookissa", "seuraa meitä instagramissa", "näytä tämä julkaisu instagramissa", "tilaa uutiskirjeemme", "seuraa meitä whatsappissa", "seuraa meitä somessa", "lataa sovelluksemme", "onko sinulla juttuvinkki", "liitu uudiskirjaga", "liitu meie uudiskirjaga", "telli meie uudiskiri", "seko mums facebook", "seko mums instagram", "sekojiet mums facebook", "prenumeruokite mūsų naujienlaiškį", "sekite mus facebook", "sekite mus instagram", "sledujte nás na", "přihlaste se k odběru", "zobrazit příspěvek na instagramu", "přihlaste se k newsletteru", "přihlaste se k našemu newsletteru", "odebírejte náš newsletter", "sledujte náš whatsapp", "sledujte náš kanál", "stáhněte si naši aplikaci", "prihláste sa na odber", "zobraziť tento príspevok na instagrame", "odoberajte náš newsletter", "stiahnite si našu aplikáciu", "prijavite se na e-novice", "naročite se na e-novice", "naročite se na naše novice", "spremljajte nas na", "pratite nas na", "pratite nas i na", "prijavite se na naš newsletter", "prijavite se na newsletter", "pretplatite se na naš newsletter", "preuzmite našu aplikaciju", "pogledajte ovu objavu na instagramu", "пратите нас на", "преузмите нашу апликацију", "последвайте ни", "абонирайте се за", "последвайте ни в", "абонирайте се за нашия", "изтеглете нашето приложение", "подписывайтесь на", "подпишитесь на", "слушать статью", "посмотреть эту публикацию в instagram", "наш телеграм-канал", "наш telegram-канал", "наш канал в telegram", "наш канал в телеграм", "наш канал в дзен", "читайте нас в", "следите за нами в", "присоединяйтесь к нам в", "нажмите ctrl+enter", "нажмите ctrl + enter", "нажмите ctrl и enter", "выделите фрагмент текста", "перепечатка материалов", "підписуйтеся на наш", "підписуйтесь на", "підпишіться на", "переглянути цей допис в instagram", "нашого telegram-каналу", "нашого телеграм-каналу", "читайте нас у", "стежте за нами у", "стежте за нами в", "натисніть ctrl+enter", "натисніть ctrl + enter", "виділіть її та натисніть", "підписуйтеся на", "iratkozzon fel hírlevelünkre", "iratkozz fel hírlevelünkre", "a bejegyzés megtekintése az instagramon", "iratkozz fel a hírlevelünkre", "iratkozzon fel a hírlevelünkre", "kövess minket a facebookon", "kövess minket facebookon", "kövess minket az instagramon", "kövess minket a google hírekben", "kövessen minket a facebookon", "kövessen minket facebookon", "kövessen minket az instagramon", "kövessen minket a google hírekben", "töltse le alkalmazásunkat", "ακολουθήστε μας", "εγγραφείτε στο newsletter", "δείτε αυτή τη δημοσίευση στο instagram", "στο google news και μάθετε", "εγγραφείτε στο ενημερωτικό", "κατεβάστε την εφαρμογή μας", "όλες τις τελευταίες ειδήσεις από", "bültenimize abone ol", "bizi takip edin", "youtube kanalımıza abone", "bu gönderiyi instagram'da gör", "bu gönderiyi instagram’da gör", "whatsapp kanalımıza", "whatsapp kanalımızı", "telegram kanalımıza", "bültenimize üye ol", "bültenimize kayıt ol", "bültenimize kaydol", "e-bültenimize", "google news'te takip et", "google haberler'de takip", "mobil uygulamamızı indir", "google news'te takip", "google news’te takip", "google news'ten takip", "הירשמו לניוזלטר", "להרשמה לניוזלטר", "עקבו אחרינו ב", "הצטרפו לערוץ הוואטסאפ", "הצטרפו לערוץ הטלגרם", "הצטרפו לערוץ", "הצטרפו לקבוצת הוואטסאפ", "تابعونا على", "اشترك في نشرتنا", "استمع إلى المقال", "راسلنا على", "اشترك في قناتنا", "اشتركوا في قناتنا", "تابعنا على", "تابعوا قناتنا", "انضم إلى قناتنا", "حمل تطبيقنا", "حم\u{651}ل تطبيقنا", "اشترك في النشرة البريدية", "تابعوا آخر الأخبار عبر", "لمتابعة آخر الأخبار", "انضموا إلى قناتنا", "हमार\u{947} व\u{94d}हाट\u{94d}सएप च\u{948}नल", "हमार\u{947} व\u{94d}हाट\u{94d}सऐप च\u{948}नल", "हमार\u{947} whatsapp च\u{948}नल", "हमार\u{947} ट\u{947}लीग\u{94d}राम च\u{948}नल", "हमार\u{947} य\u{942}ट\u{94d}य\u{942}ब च\u{948}नल", "हम\u{947}\u{902} फॉलो कर\u{947}\u{902}", "पढ\u{93c}न\u{947} क\u{947} लिए हम\u{947}\u{902}", "हमार\u{947} व\u{94d}हाट\u{94d}सएप ग\u{94d}र\u{941}प", "हमारा व\u{94d}हाट\u{94d}सएप च\u{948}नल", "ग\u{942}गल न\u{94d}य\u{942}ज\u{93c} पर फॉलो", "ग\u{942}गल न\u{94d}य\u{942}ज पर फॉलो", "メルマガ登録", "記事を聞く", "会員登録はこちら", "この記事は会員限定です", "この記事は有料会員限定です", "登録すると続きをお読みいただけます", "無断転載を禁", "無断転載禁止", "無断転載・複製を", "無断複製・転載を", "無断複写・転載を", "この投稿をinstagramで見る", "友だち追加はこちら", "情報提供はこちら", "扫码关注", "掃碼關注", "关注我们的公众号", "收听本文", "订阅我们", "扫描二维码关注", "（责任编辑", "(责任编辑", "責任編輯：", "未经授权，不得转载", "未经授权不得转载", "未经许可，不得转载", "未经许可不得转载", "未經授權，不得轉載", "未經授權不得轉載", "未經許可，不得轉載", "未經同意，不得轉載", "转载请注明出处", "轉載請註明出處", "转载请注明来源", "版权所有 违者必究", "版权所有，违者必究", "长按识别二维码", "長按識別二維碼", "关注我们的微信", "关注我们的微博", "關注我們的粉絲", "追蹤我們的粉絲", "更多热点资讯", "更多精彩内容，请", "欢迎提供新闻线索", "下載我們的app", "责任编辑：", "责任编辑:", "責任編輯:", "所有内容未经授权", "好友，即時", "加入line好友", "instagram에서 이 게시물 보기", "제보는 카카오톡", "채널 구독하기", "제보하기", "무단전재 및 재배포", "무단 전재 및 재배포", "무단전재-재배포", "무단 전재, 재배포", "무단전재, 재배포", "subscríbete á nosa", "ما را در تلگرام", "ما را در اینستاگرام", "در کانال تلگرام", "baca berita lainnya di", "simak breaking news", "saluran whatsapp", "channel whatsapp", "whatsapp channel", "grup telegram kami", "ikuti kami di", "saksikan video pilihan", "simak video pilihan", "dapatkan update berita", "ต\u{e34}ดตามข\u{e48}าวสารได\u{e49}ท\u{e35}\u{e48}", "ต\u{e34}ดตามข\u{e48}าวได\u{e49}ท\u{e35}\u{e48}", "ต\u{e34}ดตามข\u{e48}าวสารผ\u{e48}าน", "ต\u{e34}ดตามเราได\u{e49}ท\u{e35}\u{e48}", "กดต\u{e34}ดตาม", "เพ\u{e34}\u{e48}มเพ\u{e37}\u{e48}อนทางไลน\u{e4c}", "trên google news", "quan tâm zalo", "theo dõi chúng tôi trên", "đăng ký nhận bản tin", "tải ứng dụng"];
/// Words of the class of an element with tools of the page: links to share it.
pub static CLASSES_OF_TOOLS: &[&str] = &["addthis", "sharethis", "addtoany", "bdsharebuttonbox", "bdshare", "teilen", "share", "shares", "sharing", "sharebar", "sharetools", "partage", "partager", "compartir", "condividi", "delen", "udostepnij", "compartilhar", "dela"];
/// Words at the beginning of a line that asks to follow the outlet on one of `networks`.
pub static FOLLOW: &[&str] = &["folgen", "folge", "folgt", "abonnieren", "abonniere", "follow", "join", "suivez", "rejoignez", "retrouvez", "sigue", "síguenos", "sigan", "únete", "segui", "seguici", "seguiteci", "iscriviti", "volg", "obserwuj", "obserwujcie", "polub", "dołącz", "śledź", "siga", "segue", "participe", "segueix", "seguiu", "urmăriți", "urmărește", "urmăreşte", "följ", "gilla", "følg", "seuraa", "sledujte", "последвайте", "подписывайтесь", "подпишитесь", "следите", "читайте", "присоединяйтесь", "підписуйтесь", "підписуйтеся", "стежте", "приєднуйтесь", "приєднуйтеся", "kövess", "kövessen", "kövesse", "ακολουθήστε", "ακολουθείστε", "עקבו", "הצטרפו", "تابعوا", "تابعونا", "تابع", "دنبال", "ikuti", "gabung", "bergabung"];
/// Beginnings of lines that lead from an article to others, or of headings above such lines. With a colon where other lines begin with the same words.
pub static LEAD_INS: &[&str] = &["lesen sie auch", "lesen sie hier", "lesen sie mehr", "lesen sie dazu", "lesen sie weiter", "lesen sie jetzt", "lesen auch", "lies auch", "lies mehr", "lies dazu", "lies hier", "hier lesen", "mehr lesen", "auch interessant", "auch lesenswert", "ebenfalls interessant", "lesetipp", "mehr:", "mehr zum thema", "mehr zu diesem thema", "mehr dazu", "mehr über", "mehr aus", "mehr von", "zum thema", "zum weiterlesen", "weiterlesen", "siehe auch", "sehen sie auch", "passend dazu", "schon gelesen", "das könnte sie auch interessieren", "das könnte dich auch interessieren", "das könnte sie interessieren", "das könnte dich interessieren", "mehr themen", "weitere artikel", "weitere meldungen", "weitere themen", "weiterführende", "verwandte artikel", "verwandte themen", "meistgelesen", "meist gelesen", "meistgelesene artikel", "mehr zu diesem artikel", "empfehlungen der redaktion", "das interessiert andere leser", "ein beitrag geteilt von", "lesen sie dazu auch", "lesen sie hierzu auch", "lesen sie außerdem", "lesen sie hierzu", "lies außerdem", "lies dazu auch", "mehr lesen sie hier", "weitere nachrichten", "weitere beiträge", "ähnliche artikel", "ähnliche beiträge", "das könnte ihnen auch gefallen", "das könnte dir auch gefallen", "andere artikel", "andere meldungen", "frühere artikel", "mehr artikel", "mehr meldungen", "mehr nachrichten", "read more", "read also", "also read", "read next", "read now", "read:", "read the full story", "see also", "see more", "more:", "more on this", "more on the topic", "more from", "more stories", "more coverage", "related:", "related", "related story", "related stories", "related article", "related articles", "related coverage", "related reading", "related reads", "related content", "related news", "related post", "related posts", "recommended", "recommended reading", "you may also like", "you might also like", "you may also be interested in", "don't miss", "don’t miss", "must read", "must-read", "further reading", "continue reading", "keep reading", "up next", "what to read next", "watch:", "watch also", "watch more", "listen:", "listen to this", "in case you missed it", "editor's picks", "editors' picks", "editors' recommendations", "editors’ recommendations", "more on this story", "more on this topic", "most read", "most viewed", "trending now", "recommended for you", "you may also be interested", "more to read", "a post shared by", "a video shared by", "also see", "also:", "see related", "you may like", "you might like", "more like this", "read our", "read this next", "read the story", "read the full article", "recommended stories", "recommended articles", "more news", "top stories", "latest stories", "other stories", "other news", "other articles", "more articles", "earlier stories", "you may have missed", "if you liked this", "lire aussi", "à lire aussi", "a lire aussi", "à lire", "lire également", "lire notre", "lire la suite", "lire plus", "voir aussi", "à voir aussi", "écouter aussi", "sur le même sujet", "pour aller plus loin", "en savoir plus", "à découvrir aussi", "vous aimerez aussi", "les plus lus", "articles liés", "à ne pas manquer", "recommandé pour vous", "à lire également", "a lire également", "à voir également", "a voir aussi", "à écouter aussi", "à lire ensuite", "à lire ici", "lisez aussi", "lisez également", "lire notre article", "lire notre dossier", "à relire", "voir également", "sur le même thème", "dans la même rubrique", "articles similaires", "articles connexes", "à consulter également", "ça pourrait vous intéresser", "cela pourrait vous intéresser", "ces articles pourraient vous intéresser", "une publication partagée par", "autres articles", "autres actualités", "plus d'articles", "plus d’articles", "lea también", "lee también", "lea además", "lee además", "lea más", "lee más", "lea aquí", "leer más", "leer también", "también lea", "también lee", "también puede leer", "ver también", "ver más", "vea también", "vea además", "mira también", "mire también", "mira:", "puedes ver", "puede ver", "puedes leer", "te puede interesar", "le puede interesar", "te podría interesar", "también te puede interesar", "te recomendamos", "más información", "más noticias", "relacionado", "noticias relacionadas", "en contexto:", "seguir leyendo", "lo más leído", "las más leídas", "artículos relacionados", "también te puede gustar", "recomendados para ti", "una publicación compartida", "lea:", "lee:", "le sugerimos", "te sugerimos leer", "también te recomendamos", "le recomendamos", "sigue leyendo", "siga leyendo", "continúa leyendo", "te puede gustar", "quizás te interese", "quizá te interese", "noticia relacionada", "nota relacionada", "notas relacionadas", "artículo relacionado", "contenido relacionado", "además lee", "consulta también", "mira además", "más sobre este tema", "lo más visto", "otras noticias", "otros artículos", "más artículos", "leggi anche", "leggi pure", "leggi tutto", "leggi di più", "da leggere", "vedi anche", "guarda anche", "per approfondire", "approfondisci", "potrebbe interessarti", "ti potrebbe interessare", "articoli correlati", "i più letti", "ti consigliamo", "altri articoli", "notizie correlate", "più lette", "un post condiviso da", "leggi:", "leggi qui", "leggi la notizia", "leggi l'articolo", "leggi l’articolo", "leggi ancora", "continua a leggere", "articoli consigliati", "articolo correlato", "potrebbero interessarti", "potrebbe interessarti anche", "ti potrebbe interessare anche", "ti potrebbero interessare", "sullo stesso argomento", "in primo piano:", "altre notizie", "altri contenuti", "lees ook", "lees meer", "lees verder", "lees hier", "lees:", "meer lezen", "meer over", "zie ook", "bekijk ook", "kijk ook", "luister ook", "ook interessant", "gerelateerd", "meest gelezen", "meer over dit onderwerp", "aanbevolen voor jou", "gerelateerde artikelen", "een bericht gedeeld door", "ook lezen", "lees dan ook", "beluister ook", "bekijk meer", "meer nieuws over", "gerelateerd nieuws", "verwante artikelen", "dit vind je misschien ook interessant", "dit vind je misschien ook leuk", "aanbevolen artikelen", "meer nieuws", "meer artikelen", "andere artikelen", "ander nieuws", "eerdere artikelen", "czytaj też", "czytaj także", "czytaj również", "czytaj więcej", "czytaj dalej", "czytaj:", "zobacz też", "zobacz także", "zobacz również", "przeczytaj", "dowiedz się więcej", "sprawdź też", "więcej:", "to też może cię zainteresować", "więcej na ten temat", "najczęściej czytane", "polecamy", "zobacz więcej", "powiązane artykuły", "post udostępniony przez", "przeczytaj też", "przeczytaj także", "przeczytaj również", "zobacz:", "warto przeczytać", "sprawdź także", "sprawdź również", "może cię zainteresować", "mogą cię zainteresować", "polecamy także", "polecamy również", "podobne artykuły", "powiązane tematy", "powiązane materiały", "czytaj na ten temat", "leia também", "leia mais", "leia ainda", "ler também", "ler mais", "veja também", "veja mais", "saiba mais", "assista também", "notícias relacionadas", "também lhe pode interessar", "também pode gostar", "mais lidas", "mais lidos", "ver mais", "artigos relacionados", "recomendado para você", "uma publicação partilhada por", "uma publicação compartilhada por", "um post compartilhado por", "leia:", "leia a seguir", "leia mais sobre", "leia também:", "leia tudo sobre", "confira também", "veja ainda", "ver também", "veja:", "você também pode gostar", "você pode gostar", "talvez você goste", "conteúdo relacionado", "conteúdos relacionados", "matérias relacionadas", "notícia relacionada", "continue a ler", "continue lendo", "outras notícias", "outros artigos", "mais notícias", "llegeix també", "llegiu també", "vegeu també", "llegeix més", "llegiu més", "veure també", "articles relacionats", "notícies relacionades", "et pot interessar", "més informació", "el més llegit", "citește și", "citeşte şi", "citește mai mult", "vezi și", "vezi şi", "cele mai citite", "articole similare", "citiți și", "citiţi şi", "citește mai departe", "citește continuarea", "pe aceeași temă", "pe aceeaşi temă", "articole recomandate", "știri recomandate", "te-ar putea interesa", "vă recomandăm", "îți recomandăm", "vezi mai mult", "läs också", "läs även", "läs mer", "läs vidare", "se också", "se även", "mer om ämnet", "mest läst", "relaterade artiklar", "ett inlägg delat av", "läs hela artikeln", "missa inte", "fler artiklar", "rekommenderade artiklar", "mer läsning", "läs vår", "lyssna också", "lyssna även", "andra artiklar", "fler nyheter", "læs også", "læs mere", "læs videre", "se også", "mest læste", "relaterede artikler", "mere om emnet", "et opslag delt af", "læs hele artiklen", "læs mere om", "gå ikke glip af", "flere artikler", "anbefalede artikler", "mest læste artikler", "hør også", "se mere", "andre artikler", "flere nyheder", "les også", "les mer", "les videre", "mest lest", "relaterte artikler", "mer om saken", "et innlegg delt av", "les hele saken", "les mer om", "flere saker", "flere nyheter", "anbefalte artikler", "anbefalte saker", "relaterte saker", "mest leste", "andre saker", "andre nyheter", "lesa meira", "lestu meira", "lestu einnig", "sjá einnig", "mest lesið", "tengdar fréttir", "lue myös", "lue lisää", "katso myös", "luetuimmat", "aiheesta lisää", "lue seuraavaksi", "lue koko juttu", "lue koko artikkeli", "lue lisää aiheesta", "katso lisää", "suosituimmat", "suosittelemme", "aiheeseen liittyvät", "lisää aiheesta", "kuuntele myös", "loe ka", "loe lisaks", "loe rohkem", "vaata ka", "loe edasi", "loe veel", "seotud lood", "seotud artiklid", "loetumad", "vaata lisaks", "lasi arī", "lasiet arī", "skaties arī", "lasi vairāk", "lasi vēl", "lasiet vairāk", "saistītie raksti", "skati arī", "lasītākie", "skaitykite taip pat", "taip pat skaitykite", "skaitykite daugiau", "skaityk taip pat", "skaityk daugiau", "susiję straipsniai", "susijusios naujienos", "taip pat žiūrėkite", "skaitomiausi", "čtěte také", "čtěte i", "čtěte více", "přečtěte si", "viz také", "mohlo by vás zajímat", "nejčtenější", "související články", "přečtěte si také", "přečtěte si i", "čtěte dále", "podívejte se také", "podívejte se i", "související témata", "související zprávy", "doporučené články", "doporučujeme", "více k tématu", "nejnovější zprávy", "čítajte aj", "čítajte tiež", "čítajte viac", "prečítajte si", "mohlo by vás zaujímať", "najčítanejšie", "súvisiace články", "prečítajte si aj", "prečítajte si tiež", "pozrite si aj", "pozrite aj", "odporúčame", "odporúčané články", "viac k téme", "súvisiace správy", "preberite tudi", "preberite še", "beri tudi", "preberite več", "berite tudi", "poglejte tudi", "sorodni članki", "sorodne novice", "najbolj brano", "priporočamo", "pročitajte i", "pročitajte još", "čitajte još", "pročitaj i", "pogledajte i", "pročitajte više", "pročitaj više", "čitajte i", "čitajte više", "čitaj više", "pogledajte još", "povezani članci", "vezani članci", "povezane vijesti", "najčitanije", "možda vas zanima", "možda će vas zanimati", "bonus video", "прочитајте и", "прочитајте још", "прочитајте више", "читајте и", "погледајте и", "повезане вести", "најчитаније", "povezane vesti", "бонус видео", "прочитајте повеќе", "прочитај и", "прочитај повеќе", "поврзани вести", "погледнете и", "прочетете още", "вижте още", "вижте и", "още по темата", "прочети още", "прочетете повече", "прочетете и", "виж още", "виж и", "свързани статии", "свързани новини", "още новини", "най-четени", "читайте также", "читайте ещё", "читайте еще", "читать также", "смотрите также", "по теме", "материалы по теме", "вам может быть интересно", "самое читаемое", "рекомендуем", "читать далее", "читать полностью", "читайте далее", "смотрите ещё", "смотрите еще", "похожие материалы", "похожие новости", "новости по теме", "другие новости", "ещё по теме", "еще по теме", "главное по теме", "публикация от", "читайте також", "читати також", "дивіться також", "за темою", "вам може бути цікаво", "рекомендуємо", "читати далі", "читайте ще", "читайте теж", "читайте більше", "дивіться ще", "новини за темою", "матеріали за темою", "статті за темою", "до теми", "вас може зацікавити", "вам також може сподобатися", "схожі новини", "інші новини", "olvassa el", "olvasd el", "olvassa tovább", "kapcsolódó", "kapcsolódó cikkek", "legolvasottabb", "ajánlott cikkek", "olvasta már", "olvastad már", "olvassa el ezt is", "olvasd el ezt is", "ezt is olvassa el", "ezt is olvasd el", "ez is érdekelheti", "ez is érdekelhet", "ajánljuk még", "további cikkek", "további hírek", "kapcsolódó tartalmak", "kapcsolódó hírek", "nézze meg ezt is", "διαβάστε επίσης", "διαβάστε ακόμα", "διαβάστε ακόμη", "διαβάστε περισσότερα", "δείτε επίσης", "σχετικά άρθρα", "διάβασε επίσης", "διάβασε ακόμα", "διάβασε ακόμη", "διάβασε περισσότερα", "δείτε ακόμα", "δείτε ακόμη", "σχετικές ειδήσεις", "διαβάστε εδώ", "διαβάστε και", "lexo edhe", "lexoni edhe", "lexo më shumë", "lexo më tepër", "lexoni më shumë", "shiko edhe", "më të lexuarat", "artikuj të ngjashëm", "ayrıca okuyun", "ayrıca bakınız", "bunlar da ilginizi çekebilir", "ilgili haber", "bunu da okuyun", "ilgili haberler", "en çok okunanlar", "bunlara da bakın", "ayrıca oku", "ilginizi çekebilir", "bu haberler de ilginizi çekebilir", "haberin devamı", "haberin detayları", "benzer haberler", "diğer haberler", "ilgili içerikler", "ilgili konular", "ayrıca bkz", "önerilen haberler", "okumaya devam et", "קראו עוד", "קראו גם", "ראו גם", "כתבות נוספות", "הנקראות ביותר", "לקריאה נוספת", "עוד בנושא", "כתבות קשורות", "אולי יעניין אותך", "אולי יעניין אתכם", "קרא עוד", "اقرأ أيضا", "اقرأ أيضا\u{64b}", "إقرأ أيضا", "إقرأ أيضا\u{64b}", "اقرأ المزيد", "شاهد أيضا", "شاهد أيضا\u{64b}", "أخبار ذات صلة", "مواضيع ذات صلة", "قد يعجبك أيضا", "الأكثر قراءة", "اقرأ أيض\u{64b}ا", "إقرأ أيض\u{64b}ا", "اقرئي أيضا", "شاهد أيض\u{64b}ا", "اقرأ أكثر", "موضوعات ذات صلة", "مقالات ذات صلة", "للمزيد", "قد يهمك أيضا", "قد يهمك أيض\u{64b}ا", "المزيد من الأخبار", "أخبار متعلقة", "مقالات متعلقة", "مواضيع متعلقة", "في هذا الموضوع", "यह भी पढ\u{93c}\u{947}\u{902}", "य\u{947} भी पढ\u{93c}\u{947}\u{902}", "इस\u{947} भी पढ\u{93c}\u{947}\u{902}", "और पढ\u{93c}\u{947}\u{902}", "स\u{902}ब\u{902}धित खबर\u{947}\u{902}", "सबस\u{947} ज\u{94d}यादा पढ\u{93c}ी गई", "यह खबर भी पढ\u{93c}\u{947}\u{902}", "य\u{947} खबर भी पढ\u{93c}\u{947}\u{902}", "स\u{902}ब\u{902}धित ल\u{947}ख", "प\u{942}री खबर पढ\u{93c}\u{947}\u{902}", "ज\u{94d}यादा पढ\u{93c}ी गई", "इन\u{94d}ह\u{947}\u{902} भी पढ\u{93c}\u{947}\u{902}", "और भी पढ\u{93c}\u{947}\u{902}", "स\u{902}ब\u{902}धित समाचार", "ट\u{94d}र\u{947}\u{902}डि\u{902}ग", "関連記事", "あわせて読みたい", "合わせて読みたい", "こちらもおすすめ", "おすすめ記事", "アクセスランキング", "人気記事", "関連ニュース", "関連リンク", "関連：", "あわせて読む", "合わせて読む", "こちらの記事も", "この記事を読んだ人", "よく読まれている記事", "次に読む", "続きを読む", "編集部のおすすめ", "注目記事", "相关阅读", "相關閱讀", "延伸阅读", "延伸閱讀", "相关新闻", "相關新聞", "推荐阅读", "推薦閱讀", "猜你喜欢", "热门排行", "热门推荐", "相关报道", "相關報導", "相关文章", "相關文章", "更多新闻", "更多新聞", "更多報導", "推荐文章", "推薦文章", "热门文章", "熱門文章", "編輯推薦", "编辑推荐", "繼續閱讀", "继续阅读", "你可能也喜歡", "您可能感兴趣", "看更多", "为你推荐", "為你推薦", "为您推荐", "為您推薦", "관련기사", "관련 기사", "함께 읽기", "많이 본 뉴스", "인기 기사", "추천 기사", "관련뉴스", "관련 뉴스", "관련기사 보기", "함께 보면 좋은", "많이 본 기사", "인기 뉴스", "추천 뉴스", "주요 뉴스", "더 읽기", "이 기사도", "irakurri gehiago", "irakurri ere", "gehiago irakurri", "lotutako albisteak", "le tamén", "ler tamén", "le máis", "ler máis", "máis información", "novas relacionadas", "akhri sidoo kale", "soma pia", "soma zaidi", "بیشتر بخوانید", "همچنین بخوانید", "بیشتر ببینید", "مطالب مرتبط", "اخبار مرتبط", "خبرهای مرتبط", "مطالب پیشنهادی", "پربازدیدترین", "پربیننده\u{200c}ترین", "پربازدیدها", "در همین زمینه", "ادامه مطلب", "baca juga", "baca selengkapnya", "baca selanjutnya", "baca lainnya", "lihat juga", "simak juga", "tonton juga", "artikel terkait", "berita terkait", "berita terkini lainnya", "berita lainnya", "artikel lainnya", "terpopuler", "berita terpopuler", "berita populer", "artikel populer", "rekomendasi untuk anda", "pilihan editor", "pilihan untukmu", "konten terkait", "artikel berkaitan", "berita berkaitan", "artikel lain", "อ\u{e48}านเพ\u{e34}\u{e48}มเต\u{e34}ม", "อ\u{e48}านข\u{e48}าวเพ\u{e34}\u{e48}มเต\u{e34}ม", "อ\u{e48}านต\u{e48}อ", "อ\u{e48}านข\u{e48}าวต\u{e48}อ", "อ\u{e48}านข\u{e48}าวอ\u{e37}\u{e48}น", "อ\u{e48}านข\u{e48}าวท\u{e35}\u{e48}เก\u{e35}\u{e48}ยวข\u{e49}อง", "ข\u{e48}าวท\u{e35}\u{e48}เก\u{e35}\u{e48}ยวข\u{e49}อง", "บทความท\u{e35}\u{e48}เก\u{e35}\u{e48}ยวข\u{e49}อง", "ข\u{e48}าวอ\u{e37}\u{e48}นๆ", "ข\u{e48}าวยอดน\u{e34}ยม", "ข\u{e48}าวล\u{e48}าส\u{e38}ด", "เร\u{e37}\u{e48}องท\u{e35}\u{e48}เก\u{e35}\u{e48}ยวข\u{e49}อง", "เน\u{e37}\u{e49}อหาท\u{e35}\u{e48}เก\u{e35}\u{e48}ยวข\u{e49}อง", "ด\u{e39}เพ\u{e34}\u{e48}มเต\u{e34}ม", "บทความแนะนำ", "ข\u{e48}าวแนะนำ", "xem thêm", "đọc thêm", "đọc tiếp", "tin liên quan", "bài liên quan", "bài viết liên quan", "tin cùng chuyên mục", "bài cùng chuyên mục", "tin đọc nhiều", "đọc nhiều", "xem nhiều", "tin mới nhất", "tin nổi bật", "tin tức liên quan", "có thể bạn quan tâm", "có thể bạn sẽ thích", "bài đọc nhiều"];
/// Phrases of short lines about the page: its reading time, its continuation below an advertisement.
pub static LINES: &[&str] = &["min lesezeit", "minuten lesezeit", "lesezeit:", "lesedauer:", "fehler entdeckt?", "fehler gefunden?", "gratis herunterladen", "artikel wird nach der anzeige fortgesetzt", "alle rechte vorbehalten", "artikel wird nach der werbung fortgesetzt", "artikel geht nach der anzeige weiter", "artikel geht nach der werbung weiter", "dieses thema im programm:", "story continues below", "article continues below", "article continues after", "spotted an error?", "min read", "minute read", "reading time:", "more to follow", "scroll down for more", "article continues after advertisement", "end quote", "temps de lecture :", "la suite après la publicité", "tous droits réservés", "toute reproduction interdite", "suite après la publicité", "la suite après cette publicité", "l'article continue après la publicité", "l’article continue après la publicité", "min de lecture", "tiempo de lectura:", "min de lectura", "todos los derechos reservados", "prohibida la reproducción total o parcial", "prohibida su reproducción total o parcial", "continúa después de la publicidad", "sigue leyendo después de la publicidad", "continúa leyendo después de la publicidad", "tempo di lettura:", "riproduzione riservata", "tutti i diritti riservati", "min di lettura", "continua a leggere dopo la pubblicità", "continua dopo la pubblicità", "l'articolo continua dopo la pubblicità", "l’articolo continua dopo la pubblicità", "l'articolo prosegue dopo la pubblicità", "l’articolo prosegue dopo la pubblicità", "minuti di lettura", "leestijd", "artikel gaat verder onder", "alle rechten voorbehouden", "tekst gaat verder onder", "tekst loopt door onder", "verhaal gaat verder onder de foto", "verhaal gaat verder onder de video", "verhaal gaat verder onder de advertentie", "artikel loopt door onder", "min. leestijd", "minuten leestijd", "foutje gezien?", "fout gezien?", "dit artikel wordt bijgewerkt", "wszelkie prawa zastrzeżone", "wszystkie prawa zastrzeżone", "czas czytania:", "min czytania", "dalsza część artykułu pod", "dalsza część tekstu pod", "ciąg dalszy artykułu pod", "ciąg dalszy tekstu pod", "dalszy ciąg artykułu pod", "znalazłeś błąd?", "zauważyłeś błąd?", "tempo de leitura:", "continua após a publicidade", "continua depois da publicidade", "todos os direitos reservados", "proibida a reprodução total ou parcial", "proibida a reprodução sem autorização", "min de leitura", "continua após o anúncio", "encontrou um erro?", "tots els drets reservats", "toate drepturile rezervate", "timp de citire:", "articolul continuă după publicitate", "articolul continuă mai jos", "alla rättigheter förbehållna", "lästid:", "min läsning", "artikeln fortsätter efter annonsen", "artikeln fortsätter under", "texten fortsätter under", "artikeln uppdateras", "texten uppdateras", "anmäl textfel", "rapportera fel", "alle rettigheder forbeholdes", "læsetid:", "artiklen fortsætter efter annoncen", "artiklen fortsætter under", "fundet en fejl?", "artiklen opdateres", "historien opdateres", "alle rettigheter forbeholdt", "lesetid:", "artikkelen fortsetter under", "artikkelen fortsetter etter annonsen", "saken fortsetter under annonsen", "saken fortsetter under bildet", "saken fortsetter under videoen", "saken fortsetter etter annonsen", "saken oppdateres", "kaikki oikeudet pidätetään", "lukuaika:", "juttu jatkuu mainoksen jälkeen", "artikkeli jatkuu mainoksen jälkeen", "juttu jatkuu kuvan alla", "juttu jatkuu videon jälkeen", "ilmoita asiavirheestä", "ilmoita virheestä", "huomasitko virheen", "juttua päivitetään", "uutista päivitetään", "kõik õigused kaitstud", "artikkel jätkub pärast reklaami", "raksts turpinās pēc reklāmas", "raksts turpināsies pēc reklāmas", "visos teisės saugomos", "všechna práva vyhrazena", "doba čtení:", "článek pokračuje pod reklamou", "text pokračuje pod", "článek pokračuje pod", "našli jste chybu?", "našli jste v článku chybu?", "všetky práva vyhradené", "článok pokračuje pod", "čas čítania:", "našli ste chybu?", "vse pravice pridržane", "zgodba se nadaljuje pod oglasom", "članek se nadaljuje pod oglasom", "čas branja:", "sva prava pridržana", "tekst se nastavlja ispod oglasa", "članak se nastavlja ispod oglasa", "sva prava zadržana", "сва права задржана", "текст се наставља испод огласа", "tekst se nastavlja nakon reklame", "всички права запазени", "все права защищены", "время чтения:", "время на чтение:", "продолжение после рекламы", "нашли опечатку?", "нашли ошибку?", "нашли ошибку в тексте?", "усі права захищені", "всі права захищені", "усі права захищено", "всі права захищено", "час читання:", "продовження після реклами", "знайшли помилку?", "помітили помилку?", "minden jog fenntartva", "olvasási idő:", "a cikk a hirdetés után folytatódik", "a hirdetés után folytatjuk", "με επιφύλαξη παντός δικαιώματος", "χρόνος ανάγνωσης:", "tüm hakları saklıdır", "her hakkı saklıdır", "okuma süresi:", "haberin devamı için tıklayınız", "haberin devamı için tıklayın", "כל הזכויות שמורות", "זמן קריאה:", "מצאתם טעות", "מצאתם שגיאה", "جميع الحقوق محفوظة", "सर\u{94d}वाधिकार स\u{941}रक\u{94d}षित", "この記事は約", "انتهای پیام", "کپی لینک", "لینک کوتاه", "کد خبر:", "تمامی حقوق", "کلیه حقوق", "scroll to continue", "lanjutkan membaca artikel", "artikel ini telah tayang di", "waktu baca", "menit membaca", "menit baca", "สงวนล\u{e34}ขส\u{e34}ทธ\u{e34}\u{e4c}", "giữ bản quyền", "phút đọc"];
/// Names of social networks and news services in such lines.
pub static NETWORKS: &[&str] = &["facebook", "instagram", "twitter", "x", "whatsapp", "telegram", "youtube", "tiktok", "linkedin", "threads", "bluesky", "mastodon", "viber", "zalo", "google news", "google discover", "flipboard", "вконтакте", "телеграм", "google"];
/// Beginnings of lines that are not text, without a mark before them: the headline of the source that a text is from.
pub static OPENINGS: &[&str] = &["原标题：", "原标题:", "原題：", "原題:", "原題為", "原标题为", "原題目：", "原题：", "原题:", "原题为", "原標題：", "原標題:"];
/// Whole lines that are not text: labels of advertisements, controls of the page. Letters, digits and single blanks.
pub static WHOLE: &[&str] = &["anzeige", "werbung", "werbeanzeige", "anzeigen", "werbung anzeige", "anzeige hier geht es weiter", "weiter nach der werbung", "gesponsert", "teilen", "artikel teilen", "beitrag teilen", "drucken", "artikel drucken", "merken", "artikel merken", "vorlesen", "artikel vorlesen", "link kopieren", "link kopiert", "kommentieren", "kommentare", "kommentar schreiben", "kommentare anzeigen", "zur startseite", "nach oben", "zurück", "wird geladen", "bitte warten", "zum rezept", "advertisement", "advertisements", "advertising", "advert", "ad", "ads", "sponsored", "advertisement continue reading below", "advertisement scroll to continue", "article continues below", "story continues below", "article continues after", "story continues below advertisement", "article continues below advertisement", "skip advertisement", "share", "share this", "share article", "share this article", "share this story", "share on facebook", "share on twitter", "share on x", "tweet", "print", "print article", "print this article", "email this article", "copy link", "link copied", "copied", "listen to this article", "listen to article", "save", "save article", "save for later", "comments", "show comments", "view comments", "leave a comment", "add a comment", "post a comment", "comments are closed", "back to top", "loading", "please wait", "printer friendly version", "print version", "e mail this story to a friend", "email this story", "email this story to a friend", "send to a friend", "jump to recipe", "listen", "loading comments", "open in app", "filed under", "continue reading the main story", "start quote", "end quote", "publicité", "publicite", "annonce", "la suite après la publicité", "la suite après cette publicité", "partager", "partager l article", "partager cet article", "imprimer", "copier le lien", "lien copié", "commenter", "commentaires", "voir les commentaires", "laisser un commentaire", "écouter l article", "haut de page", "retour en haut", "chargement", "aller à la recette", "publicidad", "anuncio", "anuncios", "continúa después de la publicidad", "compartir", "compartir artículo", "compartir este artículo", "comparte", "imprimir", "copiar enlace", "enlace copiado", "comentar", "comentarios", "ver comentarios", "deja un comentario", "escuchar artículo", "volver arriba", "cargando", "ir a la receta", "pubblicità", "annuncio", "continua dopo la pubblicità", "condividi", "condividi articolo", "condividi l articolo", "stampa", "copia link", "copia il link", "commenti", "commenta", "lascia un commento", "ascolta l articolo", "torna su", "caricamento", "vai alla ricetta", "advertentie", "advertenties", "reclame", "lees verder onder de advertentie", "tekst gaat verder onder de advertentie", "artikel gaat verder onder de advertentie", "delen", "deel", "deel dit artikel", "deel artikel", "printen", "afdrukken", "link kopiëren", "kopieer link", "reageer", "reacties", "bekijk reacties", "luister naar dit artikel", "naar boven", "reklama", "reklamy", "dalsza część artykułu pod reklamą", "dalszy ciąg materiału pod wideo", "ciąg dalszy pod reklamą", "udostępnij", "podziel się", "drukuj", "kopiuj link", "skopiuj link", "komentarze", "skomentuj", "dodaj komentarz", "publicidade", "anúncio", "anúncios", "continua após a publicidade", "continua depois da publicidade", "continua a seguir à publicidade", "pub", "partilhar", "partilhe", "compartilhar", "compartilhe", "compartilhe esta notícia", "copiar link", "copiar o link", "comentários", "ver comentários", "voltar ao topo", "carregando", "a carregar", "publicitat", "anunci", "continua després de la publicitat", "comparteix", "imprimeix", "copia l enllaç", "comentaris", "comenta", "publicitate", "reclamă", "reclama", "articolul continuă după reclamă", "articolul continuă după publicitate", "distribuie", "distribuiți", "distribuie articolul", "tipărește", "printează", "copiază link", "copiază linkul", "comentarii", "adaugă un comentariu", "annons", "annonser", "artikeln fortsätter efter annonsen", "artikeln fortsätter under annonsen", "dela", "dela artikeln", "skriv ut", "kopiera länk", "kommentarer", "kommentera", "annoncer", "reklame", "artiklen fortsætter efter annoncen", "artiklen fortsætter under annoncen", "del", "del artiklen", "del artikel", "udskriv", "kopier link", "skriv en kommentar", "annonse", "artikkelen fortsetter under annonsen", "saken fortsetter under annonsen", "saken fortsetter etter annonsen", "del artikkelen", "del saken", "kopier lenke", "auglýsing", "auglýsingar", "deila", "prenta", "athugasemdir", "mainos", "mainokset", "juttu jatkuu mainoksen jälkeen", "juttu jatkuu mainoksen alla", "artikkeli jatkuu mainoksen jälkeen", "jaa", "jaa artikkeli", "jaa juttu", "tulosta", "kopioi linkki", "kommentit", "kommentoi", "reklaam", "artikkel jätkub pärast reklaami", "lugu jätkub pärast reklaami", "jaga", "jaga artiklit", "prindi", "kopeeri link", "kommentaarid", "kommenteeri", "reklāma", "raksts turpinās pēc reklāmas", "dalīties", "dalies", "drukāt", "kopēt saiti", "komentāri", "komentēt", "straipsnis tęsiasi po reklama", "dalintis", "pasidalinti", "dalinkis", "spausdinti", "kopijuoti nuorodą", "komentarai", "komentuoti", "inzerce", "článek pokračuje pod reklamou", "sdílet", "sdílejte", "sdílet článek", "vytisknout", "tisk", "kopírovat odkaz", "diskuse", "komentáře", "přidat komentář", "inzercia", "článok pokračuje pod reklamou", "zdieľať", "zdieľaj", "tlačiť", "kopírovať odkaz", "diskusia", "komentáre", "pridať komentár", "oglas", "oglasno sporočilo", "članek se nadaljuje pod oglasom", "deli", "delite", "deli članek", "natisni", "kopiraj povezavo", "komentarji", "komentiraj", "tekst se nastavlja ispod oglasa", "članak se nastavlja ispod oglasa", "podijeli", "podijelite", "podijeli članak", "ispiši", "ispis", "kopiraj link", "komentari", "реклама", "оглас", "текст се наставља испод огласа", "podeli", "podelite", "подели", "поделите", "odštampaj", "одштампај", "коментари", "огласи", "сподели", "споделете", "печати", "рекламно каре", "продължава след рекламата", "сподели статията", "печат", "отпечатай", "копирай линка", "коментирай", "напиши коментар", "на правах рекламы", "продолжение после рекламы", "поделиться", "поделиться в соцсетях", "печать", "распечатать", "версия для печати", "скопировать ссылку", "ссылка скопирована", "комментарии", "комментировать", "оставить комментарий", "наверх", "на правах реклами", "продовження після реклами", "поділитися", "поділитись", "друк", "роздрукувати", "версія для друку", "скопіювати посилання", "посилання скопійовано", "коментарі", "коментувати", "додати коментар", "нагору", "hirdetés", "hirdetések", "reklám", "a cikk a hirdetés után folytatódik", "cikkünk a hirdetés után folytatódik", "megosztás", "megosztom", "oszd meg", "nyomtatás", "link másolása", "hozzászólások", "hozzászólás", "διαφήμιση", "διαφημιση", "κοινοποίηση", "κοινοποίησε", "κοινοποιήστε", "μοιραστείτε", "εκτύπωση", "αντιγραφή συνδέσμου", "σχόλια", "σχολιάστε", "reklamë", "shpërndaje", "shpërndaj", "printo", "komente", "komentet", "reklam", "reklamlar", "haberin devamı reklamdan sonra", "paylaş", "haberi paylaş", "yazdır", "bağlantıyı kopyala", "linki kopyala", "yorumlar", "yorum yap", "yorum yaz", "פרסומת", "פרסומות", "שתף", "שתפו", "שתפו את הכתבה", "הדפסה", "העתק קישור", "תגובות", "הוסף תגובה", "إعلان", "اعلان", "إعلانات", "شارك", "مشاركة", "شارك المقال", "طباعة", "نسخ الرابط", "تعليقات", "التعليقات", "أضف تعليق", "أضف تعليقا", "विज\u{94d}ञापन", "श\u{947}यर कर\u{947}\u{902}", "साझा कर\u{947}\u{902}", "प\u{94d}रि\u{902}ट कर\u{947}\u{902}", "लि\u{902}क कॉपी कर\u{947}\u{902}", "टिप\u{94d}पणिया\u{901}", "टिप\u{94d}पणी कर\u{947}\u{902}", "広告", "スポンサーリンク", "pr", "シェア", "シェアする", "共有", "印刷", "印刷する", "コメント", "コメントする", "リンクをコピー", "ページトップへ", "ポスト", "ツイート", "はてなブックマーク", "保存", "この記事をシェア", "この記事を印刷", "次のページ", "前のページ", "广告", "廣告", "赞助内容", "分享", "分享到", "打印", "打印本页", "列印", "复制链接", "複製連結", "评论", "評論", "留言", "返回顶部", "字号", "字体大小", "收藏", "举报", "纠错", "查看原文", "阅读原文", "上一篇", "下一篇", "광고", "스폰서", "공유", "공유하기", "기사 공유", "인쇄", "인쇄하기", "링크 복사", "url 복사", "댓글", "댓글 쓰기", "맨 위로", "이전 기사", "다음 기사", "글자 크기", "글자크기", "본문 글자 크기", "스크랩", "기사 듣기", "기사듣기", "publizitatea", "iragarkia", "partekatu", "inprimatu", "iruzkinak", "copiar ligazón", "tangazo", "matangazo", "shiriki", "chapisha", "maoni", "تبلیغات", "تبلیغ", "آگهی", "اشتراک گذاری", "اشتراک\u{200c}گذاری", "چاپ", "نظرات", "ارسال نظر", "دیدگاه\u{200c}ها", "ارسال دیدگاه", "iklan", "bagikan", "bagikan artikel", "bagikan artikel ini", "bagikan berita ini", "cetak", "salin tautan", "salin link", "komentar", "tulis komentar", "kirim komentar", "โฆษณา", "แชร\u{e4c}", "แชร\u{e4c}ข\u{e48}าวน\u{e35}\u{e49}", "แชร\u{e4c}บทความ", "พ\u{e34}มพ\u{e4c}", "ค\u{e31}ดลอกล\u{e34}งก\u{e4c}", "ความค\u{e34}ดเห\u{e47}น", "แสดงความค\u{e34}ดเห\u{e47}น", "quảng cáo", "chia sẻ", "chia sẻ bài viết", "in bài viết", "sao chép liên kết", "bình luận", "ý kiến", "gửi bình luận", "viết bình luận", "lưu bài viết"];
}
/// See `tables.toml`.
pub mod blocks {
/// Advertising.
pub static ADVERTISEMENT: &[&str] = &["anzeige*", "werbung", "partner", "advert*", "sponsor*", "affiliate*", "promoted", "publicité", "publicidad", "patrocinad*", "pubblicità", "advertentie", "advertenties", "gesponsord*", "reklama"];
/// The author and the date.
pub static BYLINE: &[&str] = &["redaktion", "korrespond*", "reporter", "veröffentlicht", "aktualisiert", "stand", "lesezeit", "erschienen", "staff_writer", "updated", "last_updated", "published", "min_read", "minutes_read", "posted", "editor", "correspondent", "contributed_to", "written_by", "publié", "mis_à", "publicado", "actualizado", "redacción", "pubblicato", "aggiornato", "gepubliceerd", "bijgewerkt", "geplaatst", "laatste_update", "geschreven_door", "verslaggever", "redactie", "leestijd", "opublikowano"];
/// As `byline`, for words that count only at the beginning of a text.
pub static BYLINE_FIRST: &[&str] = &["von", "autor", "text", "interview", "by", "author", "par", "por", "di", "door", "autorka"];
/// Comment sections.
pub static COMMENT: &[&str] = &["kommentar*", "antworten", "leserbrief*", "diskut*", "forum", "comment*", "reply", "replies", "discuss*", "commentaire*", "comentari*", "commenti", "reacties", "reactie", "reageer", "reageren", "komentarz*"];
/// Contact and donation.
pub static CONTACT: &[&str] = &["email", "e_mail", "tel", "www", "http", "https", "spende*", "folgen_sie", "folge_uns", "kontakt*", "hinweis*", "donat*", "follow_us", "follow_on", "contact*", "phone", "suivez", "síguenos", "seguici", "volg_ons", "volg_via"];
/// Consent to embedded content.
pub static EMBED: &[&str] = &["javascript", "browser", "extern*", "redaktionel*", "einem_klick", "inhalt_anzeigen", "inhalte_anzeigen", "eingebunden*", "dieser_inhalt", "personenbez*", "drittplattf*", "embedded", "third_party", "enable_javascript", "view_this", "content_from", "externe_inhoud", "inhoud_tonen", "toon_inhoud"];
/// Legal notices.
pub static LEGAL: &[&str] = &["copyright*", "cookie*", "disclaimer", "alle_rechte", "rechte_vorbehalten", "impressum", "datenschutz*", "agb", "einwilligun*", "nutzungsbedingungen", "haftung*", "all_rights", "rights_reserved", "privacy", "terms_of", "terms_and", "consent", "tous_droits", "droits_réservés", "mentions_légales", "derechos_reservados", "aviso_legal", "diritti_riservati", "voorwaarden", "alle_rechten", "rechten_voorbehouden", "colofon", "privacybeleid", "cookiebeleid", "algemene_voorwaarden", "prawa_zastrzeżone", "todos_os", "direitos_reservados"];
/// Image credits.
pub static MEDIA: &[&str] = &["getty", "reuters", "dpa", "afp", "picture_alliance", "imago", "shutterstock", "ap", "ansa", "efe", "foto", "fotos", "bild", "quelle", "galerie", "archiv", "illustration", "screenshot", "photo*", "image*", "credit*", "source", "video*", "gallery", "courtesy", "crédit", "fuente", "fonte", "bron", "beeld", "zdjęcie"];
/// Names of months.
pub static MONTH: &[&str] = &["januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "mär", "okt", "dez", "jänner", "april", "august", "september", "november", "jan", "feb", "apr", "jun", "jul", "aug", "sep", "nov", "january", "february", "march", "may", "june", "july", "october", "december", "mar", "sept", "oct", "dec", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre", "januari", "februari", "maart", "mei", "augustus", "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia", "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro"];
/// Links to other articles.
pub static RELATED: &[&str] = &["weiterlesen", "mehr_zum", "mehr_zur", "mehr_dazu", "zum_thema", "lesen_sie", "lies_auch", "auch_interessant", "empfohlen", "könnte_sie", "meistgelesen", "mehr_aus", "mehr_von", "mehr_infos", "erfahren_sie", "hier_klicken", "siehe_auch", "read_more", "read_also", "read_next", "also_read", "related", "see_also", "more_from", "more_on", "more_about", "recommend*", "trending", "most_read", "most_popular", "top_stories", "latest", "popular", "continue_reading", "keep_reading", "click_here", "editor's_picks", "you_may", "don't_miss", "up_next", "lire_aussi", "à_lire", "sur_le_même", "lea_también", "te_puede", "leggi_anche", "vedi_anche", "lees_ook", "lees_meer", "lees_verder", "lees_hier", "meer_over", "bekijk_ook", "kijk_ook", "luister_ook", "meest_gelezen", "gerelateerd*", "net_binnen", "czytaj_także", "zobacz_też", "leia_também", "leia_mais"];
/// Function words: their share distinguishes running text from lists.
pub static SMALL_WORDS: &[&str] = &["der", "die", "das", "und", "in", "zu", "den", "von", "mit", "sich", "des", "auf", "für", "ist", "im", "dem", "nicht", "ein", "eine", "als", "auch", "es", "an", "werden", "aus", "er", "hat", "dass", "sie", "nach", "wird", "bei", "einer", "um", "am", "sind", "noch", "wie", "einem", "über", "einen", "so", "zum", "war", "haben", "nur", "oder", "aber", "vor", "zur", "bis", "mehr", "durch", "man", "sein", "wurde", "sei", "ich", "wir", "ihr", "ihm", "ihn", "habe", "hatte", "kann", "gegen", "vom", "können", "schon", "wenn", "keine", "unter", "diese", "dieser", "seine", "seiner", "eines", "ihre", "ihrer", "damit", "doch", "dann", "jetzt", "was", "dazu", "sowie", "weil", "the", "a", "of", "to", "and", "is", "for", "on", "that", "with", "as", "at", "by", "it", "he", "she", "they", "we", "you", "i", "be", "are", "were", "from", "his", "her", "their", "this", "which", "have", "has", "had", "not", "but", "or", "who", "will", "would", "its", "been", "more", "about", "after", "when", "if", "one", "said", "also", "than", "there", "out", "up", "can", "all", "into", "over", "what", "no", "just", "like", "them", "could", "new", "other", "some", "because", "my", "our", "your", "me", "him", "us", "do", "did", "does", "being", "only", "any", "most", "how", "then", "where", "while", "such", "these", "those", "through", "before", "between", "both", "each", "very", "many", "much", "should", "may", "might", "le", "la", "les", "de", "du", "et", "en", "un", "une", "est", "que", "qui", "dans", "pour", "sur", "pas", "plus", "par", "au", "aux", "avec", "il", "elle", "ils", "ce", "cette", "ces", "son", "sa", "ses", "se", "ne", "nous", "vous", "leur", "mais", "ou", "été", "ont", "sont", "était", "comme", "tout", "fait", "être", "avoir", "el", "los", "las", "y", "del", "al", "lo", "una", "unos", "por", "con", "para", "su", "sus", "como", "más", "pero", "fue", "ha", "este", "esta", "entre", "cuando", "muy", "sin", "sobre", "ser", "también", "hasta", "desde", "todo", "nos", "ya", "gli", "dei", "delle", "della", "nel", "nella", "che", "non", "per", "si", "è", "sono", "come", "anche", "più", "ma", "dal", "alla", "loro", "questo", "questa", "stato", "het", "een", "van", "dat", "niet", "te", "zijn", "op", "voor", "met", "ook", "maar", "om", "aan", "hij", "door", "bij", "uit", "nog", "naar", "dan", "wordt", "deze", "heeft", "wel", "geen", "w", "na", "z", "że", "się", "nie", "jest", "o", "jak", "po", "za", "od", "przez", "dla", "ale", "był", "jego", "są", "tym", "os", "uma", "da", "dos", "em", "não", "foi", "são", "ao", "com", "seu", "sua", "och", "att", "det", "som", "på", "är", "av", "för", "med", "till", "har", "inte", "ett", "men", "var", "jag", "sig", "från", "vi", "så", "kan", "når", "og", "til", "af", "ikke", "и", "в", "не", "на", "что", "с", "как", "это", "по", "из", "у", "за", "от", "для", "же", "он", "но", "к", "бы", "так", "все"];
/// Sharing, and the names of social networks.
pub static SOCIAL: &[&str] = &["facebook*", "twitter*", "whatsapp*", "instagram*", "pinterest*", "linkedin*", "telegram", "xing", "flipboard", "youtube", "tiktok", "threads", "bluesky", "mastodon", "teilen", "tweet*", "retweet*", "share_on", "share_this", "share", "partager", "compartir", "condividi", "delen", "deel_dit", "deel_via", "deel_op", "udostępnij", "compartilhar"];
/// Subscription and registration.
pub static SUBSCRIPTION: &[&str] = &["newsletter*", "premium", "epaper", "e_paper", "app", "plus", "abonn*", "abo", "anmelden", "anmeldung", "registrier*", "jetzt_testen", "angebot*", "kostenlos", "login", "subscri*", "sign_up", "signup", "sign_in", "log_in", "register_now", "free_trial", "inscri*", "suscri*", "boletín", "iscriviti", "aanmelden", "nieuwsbrief", "inloggen", "registreren", "zapisz"];
}
/// See `tables.toml`.
pub mod body_words {
/// Words in the class or `id` of `\<body>` on lists.
pub static LIST: &[&str] = &["archive", "category", "tag", "author", "search", "blog", "home", "front", "list", "listing", "index", "taxonomy", "term", "results", "section", "overview"];
/// Words in the class or `id` of `\<body>` on pages that are not news.
pub static PAGE: &[&str] = &["page", "static", "template", "landing", "contact", "about", "login", "register", "user", "account"];
/// Words in the class or `id` of `\<body>` on the page of a single article.
pub static POST: &[&str] = &["single", "post", "article", "story", "entry", "artikel", "beitrag"];
/// Words in the class or `id` of `\<body>` in shops.
pub static SHOP: &[&str] = &["product", "products", "woocommerce", "shop", "store", "cart", "catalog", "catalogue", "ecommerce"];
}
/// See `tables.toml`.
pub mod byline {
/// Separators between two names, with their blanks.
pub static AND: &[&str] = &[" & ", ";", " | ", " / ", "|", " - ", "、", "／", " und ", " UND ", " and ", " And ", " AND ", " et ", " y ", " e ", " en ", " och ", " og "];
/// Parts of the URL of an author page.
pub static AUTHOR_PATHS: &[&str] = &["/by/", "/people/", "/profile/", "/staff/", "/autor/", "/autoren/", "/autorin/", "/author/", "/authors/", "/columnist", "/contributor", "/journalist", "/reporter", "/writers/", "/auteur/", "/auteurs/", "/journaliste/", "/journalistes/", "/signataires/", "/autores/", "/columnistas/", "/redactores/", "/autore/", "/firme/", "/redacteur", "/autorzy/", "/skribent/", "/toimittaja/", "/toimittajat/", "/szerzo/", "/yazar/", "/yazarlar/", "/penulis/", "/tac-gia/"];
/// As `and`, for words that also occur inside names or before other things: they count only between two full names.
pub static BETWEEN_NAMES: &[&str] = &[" with ", " i ", " și ", " ja ", " a ", " и ", " та ", " і ", " és ", " ve ", " dan ", " và "];
/// Words of the class or `id` of an element around a name that is quoted or recommended.
pub static BOXES_OF_OTHERS: &[&str] = &["blockquote", "pullquote", "quote", "quotes", "quotation", "testimonial", "testimonials", "citation", "citations", "tweet", "tweets", "book", "zitat", "zitate", "kundenstimme", "kundenstimmen", "buch", "buchtipp", "temoignage", "temoignages", "livre", "exergue", "cita", "citas", "testimonio", "testimonios", "libro", "citazione", "testimonianza", "testimonianze", "citacao", "depoimento", "depoimentos", "livro", "citaat", "boek", "cytat", "ksiazka", "citat", "bok"];
/// Words before the name of the author: `By Jane Doe`, at the start of a block or after a punctuation mark.
pub static BY: &[&str] = &["von", "vom", "by", "par", "por", "מאת", "بقلم", "oleh", "โดย", "ผ\u{e39}\u{e49}เข\u{e35}ยน"];
/// As `by`, for words too common to count elsewhere: they begin the block, and the rest is a name.
pub static BY_ALONE: &[&str] = &["de", "di", "door", "av", "af", "от", "από", "nga"];
/// Parts of the class, `id` or `itemprop` of an element that holds the author.
pub static CLASSES: &[&str] = &["author", "byline", "creator", "writer", "autor", "verfasser", "redakteur", "reporter", "journalist", "auteur", "periodista", "giornalista", "verslaggever", "redaktor", "dziennikarz", "jornalista", "skribent", "toimittaja", "szerzo", "yazar", "muhabir", "zuozhe", "penulis", "tacgia", "tac-gia"];
/// Parts of such names whose element is about others.
pub static CLASSES_OF_OTHERS: &[&str] = &["comment", "customer", "related", "teaser", "photo", "share-button", "sharing", "social-icon"];
/// Words that end the name in a byline, in addition to the names of months.
pub static ENDS: &[&str] = &["facebook", "twitter", "whatsapp", "linkedin", "instagram", "email", "e-mail", "am", "in", "aus", "vor", "veröffentlicht", "aktualisiert", "erstellt", "publiziert", "zuletzt", "letzte", "letztes", "stand", "datum", "lesezeit", "lesedauer", "artikel", "kommentare", "drucken", "teilen", "foto", "fotos", "on", "for", "at", "posted", "published", "updated", "is", "under", "modified", "edited", "reviewed", "translated", "filed", "originally", "follow", "share", "subscribe", "leave", "comments", "category", "categories", "photography", "illustrated", "illustrations", "publié", "publiée", "modifié", "modifiée", "actualisé", "actualisée", "dernière", "à", "partager", "commentaires", "photographies", "publicado", "publicada", "actualizado", "actualizada", "modificado", "modificada", "actualización", "última", "compartir", "comentarios", "fotografía", "fotografías", "pubblicato", "pubblicata", "aggiornato", "aggiornata", "aggiornamento", "modificato", "condividi", "commenti", "op", "voor", "uit", "gepubliceerd", "bijgewerkt", "gewijzigd", "aangepast", "geplaatst", "laatste", "leestijd", "reacties", "opublikowano", "opublikowany", "zaktualizowano", "zaktualizowany", "aktualizacja", "dodano", "publikacja", "ostatnia", "udostępnij", "komentarze", "em", "atualizado", "atualizada", "atualização", "compartilhe", "compartilhar", "comentários", "publicat", "actualitzat", "actualitzada", "actualització", "publicată", "actualizat", "actualizată", "actualizare", "distribuie", "comentarii", "publicerad", "publicerat", "uppdaterad", "uppdaterat", "senast", "lästid", "publiceret", "offentliggjort", "opdateret", "udgivet", "senest", "læsetid", "publisert", "oppdatert", "lesetid", "uppfært", "julkaistu", "päivitetty", "muokattu", "lukuaika", "avaldatud", "uuendatud", "publicēts", "atjaunots", "paskelbta", "atnaujinta", "publikuota", "publikováno", "aktualizováno", "aktualizace", "zveřejněno", "vydáno", "sdílet", "publikované", "aktualizované", "aktualizácia", "zverejnené", "zdieľať", "objavljeno", "posodobljeno", "ažurirano", "објављено", "ажурирано", "објавено", "публикувано", "публикувана", "обновено", "обновена", "опубликовано", "опубликована", "обновлено", "обновлена", "поделиться", "комментарии", "опубліковано", "оновлено", "поділитися", "коментарі", "publikálva", "közzétéve", "frissítve", "módosítva", "megjelent", "δημοσίευση", "δημοσιεύτηκε", "δημοσιεύθηκε", "ενημέρωση", "ενημερώθηκε", "τελευταία", "publikuar", "përditësuar", "yayınlanma", "yayinlanma", "yayımlanma", "yayınlandı", "yayımlandı", "güncelleme", "güncellenme", "güncellendi", "eklenme", "oluşturulma", "yorumlar", "diterbitkan", "diperbarui", "dipublikasikan", "tayang", "ผ\u{e39}\u{e49}ส\u{e37}\u{e48}อข\u{e48}าว", "น\u{e31}กข\u{e48}าว", "บรรณาธ\u{e34}การ", "เร\u{e35}ยบเร\u{e35}ยง"];
/// Prefixes of the names of a byline with no blank after them, which are cut off.
pub static GLUED: &[&str] = &["Von", "von", "By", "by"];
/// Labels before a name, without the colon that follows them.
pub static LABELS: &[&str] = &["نویسنده", "autor", "autorin", "autoren", "autor(in)", "autorin/autor", "text", "verfasser", "reporter", "autor/in", "autor*in", "autor_in", "textautor", "author", "written by", "auteur", "texte", "autrice", "journaliste", "rédacteur", "rédactrice", "autora", "texto", "redactor", "redactora", "periodista", "autore", "testo", "giornalista", "tekst", "verslaggever", "redacteur", "door", "journalist", "autorka", "autorzy", "tekst i foto", "opracowanie", "opracował", "opracowała", "oprac.", "reportagem", "repórter", "jornalista", "autori", "a scris", "skribent", "höfundur", "texti", "teksti", "toimittaja", "kirjoittaja", "autors", "sagatavoja", "teksts", "autorius", "autorė", "parengė", "tekstas", "autoři", "avtor", "avtorica", "piše", "autorica", "novinar", "аутор", "пише", "автор", "пишува", "подготви", "текст", "журналист", "подготовил", "подготовила", "подготовили", "корреспондент", "беседовал", "беседовала", "авторка", "підготував", "підготувала", "журналіст", "szerző", "írta", "szöveg", "szerkesztette", "készítette", "szerkesztő", "συντάκτης", "συντάκτρια", "κείμενο", "γράφει", "shkruan", "nga", "yazan", "yazar", "haber", "muhabir", "haberi yapan", "hazırlayan", "röportaj", "מאת", "כותב", "כתב", "כתבת", "بقلم", "الكاتب", "الكاتبة", "كتب", "كتبت", "إعداد", "المراسل", "الصحفي", "ल\u{947}खक", "स\u{902}वाददाता", "द\u{94d}वारा", "ल\u{947}खिका", "रिपोर\u{94d}टर", "著者", "文", "筆者", "執筆", "取材・文", "文・写真", "記者", "ライター", "構成", "作者", "责编", "責任編輯", "记者", "撰文", "撰稿", "编辑", "通讯员", "기자명", "작성자", "نگارنده", "خبرنگار", "گزارشگر", "penulis", "pewarta", "wartawan", "jurnalis", "โดย", "ผ\u{e39}\u{e49}เข\u{e35}ยน", "ผ\u{e39}\u{e49}ส\u{e37}\u{e48}อข\u{e48}าว", "เข\u{e35}ยนโดย", "เร\u{e37}\u{e48}อง", "tác giả", "phóng viên", "người viết"];
/// Labels that need no colon.
pub static LABELS_ALONE: &[&str] = &["autorin/autor", "autoren", "geschrieben von", "das interview führte", "das gespräch führte", "die fragen stellte", "aufgezeichnet von", "verfasst von", "text von", "written by", "story by", "words by", "reported by", "text by", "écrit par", "propos recueillis par", "recueilli par", "texte de", "publié par", "posté par", "soumis par", "rédigé par", "proposé par", "escrito por", "redactado por", "texto de", "publicado por", "enviado por", "scritto da", "a cura di", "articolo di", "testo di", "pubblicato da", "postato da", "inviato da", "intervista di", "servizio di", "geschreven door", "tekst door", "rozmawiał", "rozmawiała", "opracował", "opracowała", "oprac.", "autor", "autorka", "tekst", "napisał", "napisała", "przygotował", "przygotowała", "dodał", "dodała", "tekst i foto", "reportagem de", "postado por", "escrit per", "text de", "publicat per", "scris de", "publicat de", "postat de", "articol de", "skriven av", "skrivet av", "text av", "skrevet af", "skrevet av", "skrifað af", "höfundur", "teksti", "kirjoittanut", "toimittaja", "kirjutas", "sagatavoja", "autors", "autore", "parengė", "autorius", "autorė", "napsal", "napsala", "připravil", "připravila", "text", "napísal", "napísala", "pripravil", "pripravila", "avtor", "avtorica", "piše", "napisal", "napisala", "autorica", "napisao", "priredio", "priredila", "аутор", "пише", "написао", "написала", "приредио", "приредила", "автор", "пишува", "подготви", "текст", "подготовил", "подготовила", "подготовили", "написал", "беседовал", "беседовала", "записал", "записала", "корреспондент", "авторка", "підготував", "підготувала", "написав", "розмовляв", "розмовляла", "записав", "írta", "szerző", "készítette", "szerkesztette", "γράφει ο", "γράφει η", "γράφει", "κείμενο", "shkruan", "shkruar nga", "yazan", "yazar", "hazırlayan", "haber", "מאת", "כתב", "כתבה", "بقلم", "كتب", "كتبت", "كتبه", "كتبها", "إعداد", "تحرير", "ल\u{947}खक", "ल\u{947}खिका", "记者", "記者", "作者", "撰文", "通讯员", "기자명", "نویسنده", "نگارنده", "penulis", "ditulis oleh", "pewarta", "เข\u{e35}ยนโดย", "tác giả", "phóng viên"];
/// Capitalised words that are not part of a person's name.
pub static NO_NAMES: &[&str] = &["redaktion", "uhr", "foto", "fotos", "bild", "bilder", "quelle", "mehr", "alle", "hier", "weiterlesen", "anzeige", "gesponserte", "inhalte", "contributors", "authors", "the", "news", "press", "staff", "editor", "reporter", "updated", "published", "follow", "contact", "share", "more", "team", "member", "writer", "posted", "photo", "photos", "image", "images", "video", "read", "view", "all", "about", "agency", "online", "media", "our", "this", "get", "your", "how", "sign", "subscribe", "log", "click", "here", "results", "report", "size", "text", "my", "stories", "courtesy", "credit", "source", "sponsored", "content", "redactie", "gepubliceerd", "bijgewerkt", "nieuws", "onze", "uur", "abonneer", "reageer", "עוד", "כל", "כתבות", "על", "אודות", "הכתבות", "של", "כתבי", "חדשות", "אתר", "פורסם", "עודכן", "المزيد", "مقالات", "جميع", "كل", "اقرأ", "من", "عن", "حول", "الكاتب", "المقالات", "أخبار", "موقع", "صحيفة", "جريدة", "نشر", "تاريخ", "بواسطة", "กองบรรณาธ\u{e34}การ", "ท\u{e35}มข\u{e48}าว", "ผ\u{e39}\u{e49}ส\u{e37}\u{e48}อข\u{e48}าว", "ข\u{e48}าว", "อ\u{e48}าน", "อ\u{e48}านเพ\u{e34}\u{e48}มเต\u{e34}ม", "ด\u{e39}", "เพ\u{e34}\u{e48}มเต\u{e34}ม", "ท\u{e31}\u{e49}งหมด"];
/// Parts of words before `by` that credit something other than the text.
pub static OTHER_WORK: &[&str] = &["foto", "bild", "illustr", "video", "grafik", "übersetz", "geprüft", "geteilt", "photo", "image", "graphic", "translat", "review", "fact", "sponsor", "powered", "present", "design", "hosted", "comment", "host", "shared", "beeld", "vertal"];
/// Prefixes of the names of a byline, which are cut off.
pub static PREFIXES: &[&str] = &["von ", "von:", "autor:in:", "autor:in ", "autor/in:", "autor*in:", "autor:", "autorin:", "autor(in):", "geschrieben von ", "erstellt von ", "verfasst von ", "veröffentlicht von ", "ein beitrag von ", "analyse von ", "kommentar von ", "ein kommentar von ", "eine analyse von ", "interview von ", "text von ", "text:", "by ", "by:", "author:", "written by ", "posted by ", "edited by ", "reported by ", "story by ", "words by ", "reporting by ", "analysis by ", "commentary by ", "column by ", "opinion by ", "perspective by ", "interview by ", "text by ", "auteur:", "texte:", "par ", "publié par ", "écrit par ", "rédigé par ", "posté par ", "soumis par ", "texto:", "por ", "escrito por ", "publicado por ", "redactado por ", "autore:", "testo:", "di ", "scritto da ", "a cura di ", "pubblicato da ", "articolo di ", "tekst:", "door ", "door:", "geschreven door ", "av ", "af ", "著者：", "文：", "文＝", "文=", "取材・文＝", "取材・文：", "記者：", "作者：", "责编：", "记者：", "记者 ", "記者 ", "撰文：", "文/", "文／"];
}
/// See `tables.toml`.
pub mod captions {
/// Words of the class of a caption, in addition to `caption`.
pub static CLASSES: &[&str] = &["bildunterschrift", "bildtext", "bildzeile", "legende", "didascalia", "bijschrift", "fotobijschrift", "onderschrift"];
/// Words that introduce the author of an image.
pub static CREDITS: &[&str] = &["©", "(c)", "foto:", "fotos:", "bild:", "bilder:", "bildquelle:", "bildrechte:", "bildnachweis:", "symbolbild:", "archivbild:", "titelbild:", "grafik:", "foto: ", "photo:", "photos:", "credit:", "credits:", "image:", "images:", "picture:", "photograph:", "illustration:", "photo by ", "photos by ", "photo by:", "photograph by ", "photo credit", "image credit", "photo courtesy", "image courtesy", "photo illustration", "photo :", "photos :", "crédit photo", "crédit :", "crédit:", "crédits :", "image :", "fotografía:", "imagen:", "imágenes:", "crédito:", "créditos:", "fotografia:", "immagine:", "crediti:", "foto's:", "beeld:", "fotograaf:", "fotografie:", "fot.", "zdjęcie:", "zdjęcia:", "imagem:", "imagens:", "kuva:", "kuvat:", "фото:", "fotó:", "fotók:", "φωτογραφία:", "φωτό:", "fotoğraf:", "写真:", "写真：", "图片来源", "圖片來源", "摄影：", "攝影：", "사진:", "사진=", "عکس:", "ภาพ:", "เครด\u{e34}ตภาพ", "ภาพจาก", "ảnh:"];
/// Remarks in brackets that only captions have: that it is an archive image, or who is who in it.
pub static MARKS: &[&str] = &["(symbolbild)", "(symbolfoto)", "(archivbild)", "(archivfoto)", "(archivaufnahme)", "(beispielbild)", "(themenbild)", "(v.l.)", "(v. l.)", "(v.l.n.r.)", "(v. l. n. r.)", "(file photo)", "(file image)", "(file picture)", "(archive photo)", "(l-r)", "(from l-r)", "(from left)", "(clockwise from top left)", "(illustrative image)", "(stock image)", "(photo d'illustration)", "(photo d’illustration)", "(image d'illustration)", "(image d’illustration)", "(photo d'archives)", "(photo d’archives)", "(de g. à d.)", "(imagen de archivo)", "(foto de archivo)", "(imagen ilustrativa)", "(foto d'archivio)", "(foto d’archivio)", "(foto di repertorio)", "(immagine di repertorio)", "(archieffoto)", "(archiefbeeld)", "(foto ter illustratie)", "(zdjęcie ilustracyjne)", "(zdjęcie archiwalne)", "(od lewej)", "(imagem ilustrativa)", "(foto de arquivo)", "(foto ilustrativa)", "(arkivbild)", "(arkivfoto)", "(illustrasjonsfoto)"];
/// Words that introduce the source of an image or a figure; articles also use them for their own.
pub static SOURCES: &[&str] = &["quelle:", "quellen:", "source:", "sources:", "copyright:", "source :", "sources :", "fuente:", "fuentes:", "fonte:", "fonti:", "bron:", "źródło:", "fontes:", "font:", "sursa:", "källa:", "kilde:", "lähde:", "zdroj:", "izvor:", "источник:", "джерело:", "forrás:", "πηγή:", "kaynak:", "المصدر:", "出典:", "出典：", "来源:", "来源：", "來源:", "來源：", "منبع:", "sumber:", "ท\u{e35}\u{e48}มา:", "nguồn:"];
}
/// See `tables.toml`.
pub mod comments {
/// Words of the class or `id` of a comment section.
pub static CLASSES: &[&str] = &["comment", "comments", "commentlist", "commentlists", "commentarea", "commentbody", "commentsection", "usercomments", "disqus", "kommentar", "kommentare", "kommentarliste", "leserkommentare", "leserkommentar", "commentaire", "commentaires", "comentario", "comentarios", "commento", "commenti", "reactie", "reacties", "reactielijst", "lezersreacties"];
/// Words with which such a name is that of a form, a link or a number.
pub static CLASSES_OF_CONTROLS: &[&str] = &["form", "respond", "reply", "link", "links", "count", "counter", "number", "button", "btn", "icon", "policy", "rules", "teaser", "no", "closed", "open", "login", "nav", "navigation", "pagination"];
/// Parts of the fragment of a URL that leads to comments.
pub static FRAGMENTS: &[&str] = &["comment", "respond", "disqus", "forum", "kommentar", "debatte", "reactie"];
}
/// See `tables.toml`.
pub mod cues {
/// Words after the name of a company, or at its end.
pub static AFTER_ORGANISATION: &[&str] = &["GmbH", "AG", "SE", "KG", "KGaA", "OHG", "Inc", "Corp", "Ltd", "LLC", "PLC", "plc", "SpA", "NV", "BV", "AB", "Oy", "Co", "Corporation", "Company", "Group", "Holding", "Holdings"];
/// Words before the name of a person, in their letter case.
pub static BEFORE_PERSON: &[&str] = &["Herr", "Herrn", "Frau", "Dr", "Prof", "Präsident", "Präsidentin", "Bundespräsident", "Kanzler", "Kanzlerin", "Bundeskanzler", "Bundeskanzlerin", "Minister", "Ministerin", "Premierminister", "Ministerpräsident", "Ministerpräsidentin", "Außenminister", "Außenministerin", "Finanzminister", "Finanzministerin", "Innenminister", "Innenministerin", "Senator", "Bürgermeister", "Bürgermeisterin", "Richter", "Trainer", "Regisseur", "Regisseurin", "Autor", "Autorin", "Sprecher", "Sprecherin", "Professor", "Professorin", "Papst", "König", "Königin", "Prinz", "Prinzessin", "Mr", "Mrs", "Ms", "Sir", "Lady", "Sen", "Rep", "Gov", "President", "Chancellor", "Governor", "Mayor", "Judge", "Coach", "Pope", "Queen", "King", "Prince", "Princess"];
/// Words after which a name without an article is a place.
pub static BEFORE_PLACE: &[&str] = &["in", "In", "nach", "Nach", "near"];
/// Days of the week and months, except names that are also common words: they change in a template as figures do.
pub static DAYS: &[&str] = &["senin", "selasa", "rabu", "kamis", "jumat", "sabtu", "minggu", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "jänner", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "januari", "februari", "maart", "mei", "augustus", "pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar", "الاثنين", "الإثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"];
/// Small words before a noun: a name after one is not that of a person.
pub static DETERMINERS: &[&str] = &["der", "die", "das", "des", "dem", "den", "ein", "eine", "einen", "einem", "einer", "eines", "im", "am", "zum", "zur", "vom", "beim", "ins", "kein", "keine", "keinen", "sein", "seine", "seinen", "seiner", "seinem", "ihr", "ihre", "ihren", "ihrer", "ihrem", "diese", "dieser", "dieses", "diesen", "diesem", "jede", "jeder", "jeden", "viele", "alle", "mehr", "the", "a", "an", "this", "that", "his", "her", "their", "its"];
/// Words that join the parts of a name in a text.
pub static PARTICLES: &[&str] = &["von", "der", "den", "zu", "of", "du", "la", "le", "de", "di", "da", "van", "al", "bin", "ibn"];
}
/// See `tables.toml`.
pub mod dates {
/// Words before which `21.19` is a time of day.
pub static AFTER_TIME: &[&str] = &["uhr", "uur", "น"];
/// Words of a time before now, beside a number and one of `units`.
pub static AGO: &[&str] = &["vor", "ago", "il", "y", "a", "hace", "fa", "geleden", "temu", "há", "atrás", "för", "sedan", "for", "siden", "sitten", "před", "назад", "тому", "ezelőtt", "önce", "lalu", "yang"];
/// Names of months that are also common words: among the facts of a text they count only with a capital, and before a day not at the beginning of a sentence.
pub static ALSO_WORDS: &[(&str, &[&str])] = &[
("en", &["mar", "march", "may"]),
("es", &["ago", "mar"]),
("it", &["ago", "mar", "set"]),
("pl", &["lip", "lis", "sie"]),
("pt", &["ago", "dez", "mar", "out", "set"]),
("ca", &["ag", "des", "gen", "mar", "set"]),
("fi", &["elo", "kesä"]),
("lt", &["bal"]),
("cs", &["dub", "led", "lis", "pro"]),
("hr", &["kol", "pro", "svi"]),
("sr", &["nov", "нов"]),
("uk", &["лип", "лис", "лист", "сер", "серп", "трав"]),
("sq", &["nën"]),
("tr", &["ara", "haz", "kas", "tem"]),
("hi", &["अग", "जन", "दिस", "नव"]),
("gl", &["ago", "mar", "out", "set"]),
("bn", &["আগ"]),
];
/// Words after which `21.19` is a time of day.
pub static BEFORE_TIME: &[&str] = &["ore", "alle", "godz", "kl", "klokken", "klo", "pukul", "เวลา"];
/// Words inside a date: `3rd of May`, `3 de mayo`.
pub static BETWEEN: &[&str] = &["st", "nd", "rd", "th", "of", "er", "de", "del", "di", "den", "gada", "m", "d", "ko", "năm"];
/// Phrases before the date of a change. Parts of words.
pub static CHANGED: &[&str] = &["aktualisier", "geändert", "änderung", "überarbeitet", "bearbeitet", "stand:", "stand vom", "update:", "update ", "updatet", "updated", "modified", "edited", "revised", "reviewed", "mis à jour", "mise à jour", "modifié", "actualizado", "actualizada", "actualización", "modificado", "aggiornat", "aggiornamento", "modificat", "bijgewerkt", "gewijzigd", "aangepast op", "laatste update", "geüpdatet", "geactualiseerd", "zaktualizowano", "atualizad", "actualizat", "uppdaterad", "ändrad", "opdateret", "oppdatert", "endret", "päivitetty", "aktualizac", "aktualizov", "обновлен", "оновлено", "frissít", "ενημέρωση", "güncelle", "עודכן", "آخر تحديث", "تحديث:", "अपड\u{947}ट\u{947}ड", "अपड\u{947}ट", "更新", "수정", "به\u{200c}روزرسانی", "به روز رسانی", "بروزرسانی", "diperbarui", "diperbaharui", "pembaruan", "อ\u{e31}ปเดต", "อ\u{e31}พเดท", "แก\u{e49}ไขล\u{e48}าส\u{e38}ด", "ปร\u{e31}บปร\u{e38}ง", "แก\u{e49}ไขเม\u{e37}\u{e48}อ", "cập nhật"];
/// Abbreviated days of the week beside a date.
pub static DAYS: &[&str] = &["fri", "mon", "sat", "sun", "thu", "thur", "thurs", "tue", "tues", "wed", "dim", "jeu", "lun", "mar", "mer", "sam", "ven", "dom", "jue", "mié", "sáb", "vie", "gio", "sab", "czw", "ndz", "niedz", "pon", "sob", "śr", "wt", "qua", "qui", "seg", "sex", "ter", "fre", "lör", "mån", "ons", "sön", "tis", "tors", "lør", "man", "søn", "tir", "tirs", "tor", "вс", "вт", "пн", "пт", "сб", "ср", "чт", "нд", "cmt", "cum", "paz", "per", "pzt", "sal", "çar"];
/// Phrases before a date that is not that of the page, such as that of an account, or today.
pub static OTHER: &[&str] = &["registriert", "mitglied seit", "dabei seit", "aktuelle zeit", "heute ist", "geboren", "registered", "member since", "joined", "today is", "inscrit", "miembro desde", "geregistreerd op", "lid sinds", "vandaag is het"];
/// Phrases before the date of first publication. Parts of words.
pub static PUBLISHED: &[&str] = &["veröffentlich", "erschienen", "erstellt", "gepostet", "publiziert", "publish", "posted", "created", "publié", "publicad", "pubblicat", "gepubliceerd", "geplaatst", "verschenen op", "opublikowano", "opublikowan", "dodano", "publicat", "publicerad", "publicerat", "publiceret", "udgivet", "publisert", "julkaistu", "paskelbta", "publikováno", "vydáno", "objavljeno", "опублик", "megjelent", "δημοσι", "yayınlanma", "פורסם", "نشر في", "نشرت في", "تاريخ النشر", "ن\u{64f}شر", "प\u{94d}रकाशित", "公開", "入力", "发布", "發布", "등록", "입력", "기사입력", "게시", "승인", "تاریخ انتشار", "منتشر شده", "diterbitkan", "dipublikasikan", "dipublikasi", "tayang", "เผยแพร\u{e48}", "ว\u{e31}นท\u{e35}\u{e48}เผยแพร\u{e48}", "โพสต\u{e4c}เม\u{e37}\u{e48}อ", "đăng lúc", "ngày đăng", "xuất bản"];
/// Words after the date of first publication: `wurde am 3. Mai 2024 veröffentlicht`.
pub static PUBLISHED_AFTER: &[&str] = &["veröffentlicht", "gepostet", "publiziert", "erstellt", "geschrieben", "eingestellt", "gepubliceerd", "geplaatst", "geschreven", "опубликован"];
/// Units of such a time, up to weeks.
pub static UNITS: &[&str] = &["minute", "minuten", "stunde", "stunden", "tag", "tagen", "woche", "wochen", "day", "days", "hour", "hours", "hr", "hrs", "min", "mins", "minutes", "sec", "seconds", "week", "weeks", "heure", "heures", "jour", "jours", "semaine", "semaines", "día", "días", "hora", "horas", "minuto", "minutos", "semana", "semanas", "giorni", "giorno", "minuti", "ora", "ore", "settimana", "settimane", "dag", "dagen", "minuut", "uren", "uur", "weken", "dni", "dzień", "godz", "godzin", "godzinę", "godziny", "minut", "minuty", "tydzień", "tygodnie", "dia", "dias", "dagar", "minuter", "timmar", "timme", "vecka", "veckor", "dage", "minutter", "time", "timer", "uge", "uger", "dager", "minutt", "uke", "uker", "minuuttia", "päivä", "päivää", "tunti", "tuntia", "viikko", "viikkoa", "dnem", "dny", "hodinami", "hodinou", "minutami", "týdnem", "týdny", "дней", "день", "дня", "минут", "минуты", "минуту", "недели", "неделю", "час", "часа", "часов", "годин", "години", "годину", "дні", "днів", "тиждень", "хвилин", "хвилини", "héttel", "nappal", "órával", "perccel", "dakika", "gün", "hafta", "saat", "hari", "jam", "menit", "minggu"];
/// Words that `published_after` requires before the date.
pub static WAS: &[&str] = &["wurde", "was", "werd", "было"];
}
/// See `tables.toml`.
pub mod embeds {
/// Words of the class or `id` of such a box.
pub static CLASSES: &[&str] = &["consent", "gdpr", "dsgvo", "rgpd", "cookie", "cookies", "optin", "twoclick", "privacy", "thirdparty", "external", "embed", "embeds", "embedded", "placeholder"];
/// Phrases of a box that stands in place of embedded content and asks for consent to it.
pub static PHRASES: &[&str] = &["externer inhalt", "externen inhalt", "externe inhalte", "externer inhalte", "inhalte anzeigen lassen", "mit einem klick anzeigen", "an dieser stelle finden sie", "an dieser stelle befindet sich", "an drittplattformen übermittelt", "an drittanbieter übermittelt", "um diesen inhalt", "um den inhalt anzuzeigen", "akzeptieren und anzeigen", "empfohlener redaktioneller inhalt", "zustimmen und anzeigen", "allow social media content", "allow external content", "allow third-party content", "content provided by", "permission before anything is loaded", "permission before anything loads", "to view this content", "to see this content", "to load this content", "show external content", "load external content", "external content from", "third-party content", "accept and continue", "content is blocked", "this content is not shown", "this content is hosted by", "consent to the display of", "consent to external content", "manage your consent to see", "contenu externe", "contenus externes", "pour afficher ce contenu", "pour voir ce contenu", "pour consulter ce contenu", "contenu est bloqué", "contenu bloqué", "accepter et afficher", "afficher le contenu", "ce contenu est fourni par", "autoriser les contenus", "plateformes tierces", "contenido externo", "contenidos externos", "para ver este contenido", "para poder ver este contenido", "mostrar el contenido", "contenido bloqueado", "aceptar y ver", "aceptar y mostrar", "contenido de terceros", "plataformas de terceros", "este contenido está alojado", "contenuto esterno", "contenuti esterni", "per visualizzare questo contenuto", "per vedere questo contenuto", "mostra il contenuto", "contenuto bloccato", "accetta e visualizza", "accetta e mostra", "contenuti di terze parti", "piattaforme di terzi", "questo contenuto è ospitato da", "externe inhoud", "externe content", "om deze inhoud", "om deze content", "inhoud is geblokkeerd", "inhoud tonen", "toon inhoud", "toon content", "accepteren en tonen", "inhoud van derden", "treść zewnętrzna", "treści zewnętrzne", "treści zewnętrznych", "aby zobaczyć tę treść", "aby wyświetlić tę treść", "pokaż treść", "treść zablokowana", "zaakceptuj i pokaż", "conteúdo externo", "conteúdos externos", "para ver este conteúdo", "para visualizar este conteúdo", "mostrar conteúdo", "conteúdo bloqueado", "aceitar e ver", "conteúdo de terceiros", "externt innehåll", "för att se det här innehållet", "visa innehåll", "innehåll från tredje part", "godkänn och visa", "eksternt indhold", "for at se dette indhold", "vis indhold", "indhold fra tredjepart", "eksternt innhold", "for å se dette innholdet", "vis innhold", "innhold fra tredjepart", "externí obsah", "pro zobrazení tohoto obsahu", "zobrazit obsah", "obsah třetích stran", "внешний контент", "чтобы увидеть этот контент", "показать контент"];
}
/// See `tables.toml`.
pub mod forms {
/// Last path segments of pages to sign in or to register.
pub static LOGIN_PATHS: &[&str] = &["anmelden", "anmeldung", "einloggen", "login", "neu-registrieren", "registrieren", "registrierung", "create-account", "log-in", "logon", "member-login", "register", "registering", "registration", "sign-in", "sign-up", "signin", "signup", "user-login", "wp-login", "wp-signup", "connexion", "inscription", "se-connecter", "iniciar-sesion", "registro", "accedi", "registrati", "registrazione", "inloggen", "registreren", "aanmelden", "account-aanmaken", "mijn-account", "logowanie", "rejestracja", "zaloguj", "logga-in", "registrer", "registrace", "registracija"];
/// Titles of such pages.
pub static LOGIN_TITLES: &[&str] = &["anmelden", "anmeldung", "einloggen", "jetzt registrieren", "login", "mein konto", "registrieren", "registrierung", "create account", "create an account", "log in", "my account", "register", "registration", "sign in", "sign up", "connexion", "inscription", "s'identifier", "se connecter", "iniciar sesión", "accedi", "inloggen", "aanmelden", "account aanmaken", "mijn account", "registreren", "logowanie", "rejestracja", "zaloguj się"];
/// Path segments above quizzes and puzzles.
pub static PLAY_PATHS: &[&str] = &["kreuzwortraetsel", "quiz", "quizze", "raetsel", "spiele", "sudoku", "crossword", "crosswords", "puzzles", "kruiswoordpuzzel", "kruiswoordpuzzels", "puzzels", "spelletjes"];
}
/// See `tables.toml`.
pub mod forum {
/// Path segments, or first labels of a host, of forums.
pub static PATHS: &[&str] = &["foren", "forum", "forums", "foro", "foros", "foorum"];
}
/// See `tables.toml`.
pub mod images {
/// Parts of the classes and ids of elements that are in an article but not part of it.
pub static CLASSES_OF_OTHERS: &[&str] = &["related", "teaser", "recommend", "author", "avatar", "share", "social", "comment", "newsletter", "promo", "sidebar", "banner", "advert", "logo", "nav", "footer"];
}
/// See `tables.toml`.
pub mod language {
/// Frequent words of languages that are confused with each other or that the detectors do not know; for languages with much news, the most frequent ones.
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
/// Titles of pages on which, among other things, a British or Irish company states who it is.
pub static ABOUT_TITLES: &[&str] = &["about", "about us", "company information", "who we are"];
/// Words that may be beside the name of such a page without making it a headline.
pub static BESIDE: &[&str] = &["ag", "co", "com", "gmbh", "inc", "kg", "llc", "ltd", "mbh", "se", "der", "des", "die", "digital", "für", "gruppe", "medien", "online", "und", "unsere", "verlag", "and", "company", "for", "group", "media", "of", "our", "the", "de", "van", "het", "onze", "voor", "bv", "nv", "uitgeverij", "groep"];
/// Facts that such a company must state about itself.
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
/// Path segments, or first labels of a host, of such pages.
pub static SLUGS: &[&str] = &["agb", "agbs", "allgemeine-geschaeftsbedingungen", "datenschutz", "datenschutzbestimmungen", "datenschutzerklaerung", "datenschutzhinweis", "datenschutzhinweise", "datenschutzinformation", "haftungsausschluss", "impressum", "impressum-datenschutz", "impressum-und-datenschutz", "nutzungsbedingungen", "widerrufsbelehrung", "cookie-policy", "cookies", "disclaimer", "imprint", "legal-notice", "privacy", "privacy-notice", "privacy-policy", "privacy-statement", "terms", "terms-and-conditions", "terms-conditions", "terms-of-service", "terms-of-use", "tos", "mentions-legales", "politique-de-confidentialite", "aviso-legal", "politica-de-privacidad", "note-legali", "privacybeleid", "colofon", "privacyverklaring", "privacy-verklaring", "privacy-beleid", "cookiebeleid", "cookieverklaring", "cookie-beleid", "cookie-verklaring", "algemene-voorwaarden", "gebruiksvoorwaarden"];
/// Titles that only imprint, privacy and terms pages have.
pub static TITLES: &[&str] = &["allgemeine geschäftsbedingungen", "allgemeine nutzungsbedingungen", "impressum", "haftungsausschluss", "datenschutzerklärung", "datenschutzhinweis", "datenschutzhinweise", "datenschutzbestimmungen", "datenschutzinformation", "datenschutzinformationen", "datenschutzrichtlinie", "cookie-richtlinie", "cookie-richtlinien", "nutzungsbedingungen", "nutzungsbasierte onlinewerbung", "rechtliche hinweise", "rechtlicher hinweis", "widerrufsbelehrung", "impressum & datenschutz", "impressum und datenschutz", "agb", "imprint", "legal notice", "legal notices", "privacy policy", "privacy notice", "privacy statement", "privacy & cookie policy", "privacy and cookie policy", "cookie policy", "cookie notice", "terms & conditions", "terms and conditions", "terms of service", "terms of use", "user agreement", "mentions légales", "politique de confidentialité", "politique de cookies", "conditions générales d'utilisation", "aviso legal", "política de privacidad", "política de cookies", "note legali", "informativa privacy", "privacyverklaring", "privacybeleid", "algemene voorwaarden", "colofon", "cookiebeleid", "cookieverklaring", "gebruiksvoorwaarden", "leveringsvoorwaarden", "privacyreglement", "privacy- en cookiebeleid", "privacy- en cookieverklaring", "polityka prywatności", "polityka cookies", "regulamin serwisu"];
/// Names of such pages that are also topics: they count only beside the name of the site alone.
pub static TOPICS: &[&str] = &["datenschutz", "cookies", "haftung", "rechtliches", "disclaimer", "privacy", "terms", "legal", "voorwaarden"];
}
/// See `tables.toml`.
pub mod lists {
/// Whole titles of lists of all articles.
pub static ARCHIVES: &[&str] = &["archiv", "alle artikel", "alle beiträge", "alle meldungen", "archive", "archives", "all stories", "all articles", "archief", "alle artikelen", "alle berichten"];
/// Path segments before a name.
pub static AUTHOR_PATHS: &[&str] = &["autor", "autoren", "autorin", "author", "authors", "auteur", "autore", "redacteur", "verslaggever"];
/// Path segments before the name of a section.
pub static CATEGORY_PATHS: &[&str] = &["kategorie", "kategorien", "rubrik", "ressort", "ressorts", "category", "categories", "section", "rubriek", "rubrieken"];
/// Names of news desks that are not one-word headlines, as spelled in URLs.
pub static DESKS: &[&str] = &["aktuell", "aktuelles", "ausland", "auto", "blaulicht", "campus", "debatte", "deutschland", "digital", "energie", "europa", "feuilleton", "finanzen", "fussball", "gesellschaft", "gesundheit", "inland", "international", "justiz", "karriere", "klima", "kultur", "leben", "lokales", "medien", "meinung", "mobil", "mobilitaet", "nachrichten", "netzpolitik", "netzwelt", "newsticker", "panorama", "politik", "regional", "regionales", "reise", "schlagzeilen", "sport", "technik", "umwelt", "unterhaltung", "verkehr", "vermischtes", "wirtschaft", "wissen", "wissenschaft", "africa", "americas", "arts", "asia", "business", "climate", "crime", "culture", "economy", "education", "energy", "england", "entertainment", "environment", "europe", "health", "lifestyle", "media", "news", "opinion", "opinions", "politics", "science", "sports", "style", "tech", "technology", "transport", "travel", "uk", "us", "achterklap", "binnenland", "boeken", "buitenland", "cultuur", "gezondheid", "koningshuis", "misdaad", "nieuws", "onderwijs", "politiek", "verkeer", "weer", "wetenschap", "wonen"];
/// Words before the number of a page, in titles and URLs.
pub static PAGE: &[&str] = &["seite", "page"];
/// Whole titles of search pages.
pub static SEARCH: &[&str] = &["suche", "suchen", "erweiterte suche", "search", "advanced search", "recherche", "buscar", "búsqueda", "ricerca", "zoeken", "zoek", "uitgebreid zoeken"];
/// Query keys that hold the search terms.
pub static SEARCH_KEYS: &[&str] = &["q", "query", "suchbegriff", "suche", "search", "searchterm", "keywords", "zoekterm"];
/// Path segments of search pages.
pub static SEARCH_PATHS: &[&str] = &["suche", "suchergebnis", "suchergebnisse", "search", "searchresults", "search-results", "buscar", "zoeken", "zoek", "zoekresultaten", "szukaj"];
/// Beginnings of the titles of search pages.
pub static SEARCHES: &[&str] = &["suchergebnis", "suchergebnisse", "ergebnisse für", "ergebnisse der suche", "suche nach:", "ihre suche nach", "search results", "search result", "results for", "you searched for", "résultats de recherche", "résultats de la recherche", "résultats pour", "resultados de búsqueda", "resultados de la búsqueda", "risultati della ricerca", "zoekresultaten", "zoekresultaat", "resultaten voor", "je zocht op", "u zocht op", "zoeken naar:", "wyniki wyszukiwania"];
/// Path segments before a keyword.
pub static TAG_PATHS: &[&str] = &["schlagwort", "schlagworte", "stichwort", "tag", "tags", "tagged", "keyword", "trefwoord", "trefwoorden"];
/// Beginnings of the titles of keyword pages.
pub static TAGS: &[&str] = &["alle artikel mit dem schlagwort", "alle artikel zu ", "alle artikel zum thema", "alle beiträge zu ", "alle beiträge zum thema", "alle nachrichten zu ", "alle nachrichten zum thema", "artikel zum thema", "beiträge mit dem schlagwort", "all articles about ", "all articles on ", "all stories about ", "all stories on ", "articles tagged", "posts tagged", "stories tagged", "tous les articles sur ", "todas las noticias sobre ", "alle artikelen over ", "alle artikelen met ", "alle berichten over ", "al het nieuws over "];
/// Path segments before a keyword or an article.
pub static TOPIC_PATHS: &[&str] = &["thema", "themen", "dossier", "topic", "topics", "sujet", "onderwerp", "onderwerpen"];
/// As `tags`, for beginnings that headlines may have, too.
pub static TOPICS: &[&str] = &["schlagwort ", "schlagwort:", "stichwort:", "thema:", "themenseite ", "themenseite:", "tag:", "topic:", "sujet :", "etiqueta:", "onderwerp:", "trefwoord:", "artikelen over "];
}
/// See `tables.toml`.
pub mod live {
/// Path segments above live blogs.
pub static PATHS: &[&str] = &["live", "liveblog", "liveblogs", "livestory", "liveticker"];
/// Phrases that only live blogs have in their URL or title: whole words of letters and digits, separated by hyphens.
pub static SURE: &[&str] = &["im-ticker", "live-blog", "live-ticker", "liveblog", "liveticker", "newsblog", "as-it-happened", "minute-by-minute", "en-direct", "en-vivo", "minuto-a-minuto", "minuut-tot-minuut", "minuut-voor-minuut", "relacja-na-zywo"];
}
/// See `tables.toml`.
pub mod media {
/// Path segments above recordings.
pub static AUDIO_PATHS: &[&str] = &["hoeren", "podcast", "podcasts", "radio", "audio", "audios", "listen", "luister", "podkasty"];
/// As `video_paths`, for segments that may also be above articles, such as those about films.
pub static FILM_PATHS: &[&str] = &["film", "filme", "trailer", "tv", "films"];
/// Path segments above image galleries.
pub static GALLERY_PATHS: &[&str] = &["bilder", "foto", "fotos", "galerie", "galerien", "galleries", "gallery", "in-pictures", "photos", "pictures", "galeria", "in-beeld", "zdjecia"];
/// As `gallery_paths`, for names that say that it is a series.
pub static SERIES_WORDS: &[&str] = &["bildergalerie", "bildergalerien", "bilderstrecke", "bilderstrecken", "fotogalerie", "fotogalerien", "fotostrecke", "fotostrecken", "image-gallery", "photo-gallery", "photogallery", "picture-gallery", "slideshow", "slideshows", "photo-galleries", "picture-galleries", "diaporama", "diaporamas", "fotogaleria", "fotogallery", "fotoreeks", "fotospecial", "fotoverslag", "beeldverslag"];
/// Path segments above videos.
pub static VIDEO_PATHS: &[&str] = &["mediathek", "video", "videos", "av", "clip", "clips", "videogallery", "watch", "mediatheque", "vidéo", "vidéos", "filmpjes", "filmy", "wideo"];
}
/// See `tables.toml`.
pub mod months {
/// April.
pub static APRIL: &[(&str, &[&str])] = &[
("de", &["april", "apr"]),
("en", &["april", "apr"]),
("fr", &["avril", "avr"]),
("es", &["abril", "abr"]),
("it", &["aprile", "apr"]),
("nl", &["april", "apr"]),
("pl", &["kwietnia", "kwiecień", "kwi"]),
("pt", &["abril", "abr"]),
("ca", &["abril", "d’abril", "abr"]),
("ro", &["aprilie", "apr"]),
("sv", &["april", "apr"]),
("da", &["april", "apr"]),
("no", &["april", "apr"]),
("is", &["apríl", "apr"]),
("fi", &["huhtikuuta", "huhtikuu", "huhti", "huhtik"]),
("et", &["aprill", "aprilli", "apr"]),
("lv", &["aprīļa", "aprīlis", "apr", "aprīlī"]),
("lt", &["balandžio", "bal", "balandis", "balandį"]),
("cs", &["dubna", "duben", "dub"]),
("sk", &["apríla", "apríl", "apr"]),
("sl", &["aprila", "april", "apr"]),
("hr", &["travnja", "tra", "travanj"]),
("sr", &["април", "april", "aprila", "apr", "апр", "априла"]),
("mk", &["април", "апр"]),
("bg", &["април", "апр"]),
("ru", &["апреля", "апрель", "апр"]),
("uk", &["квітня", "квітень", "кві", "квіт"]),
("hu", &["április", "ápr"]),
("el", &["απριλίου", "απρίλιος", "απρ"]),
("sq", &["prill", "pri", "prillit"]),
("tr", &["nisan", "nis"]),
("he", &["אפריל", "באפריל", "אפר"]),
("ar", &["أبريل", "ابريل", "إبريل", "أفريل", "نيسان"]),
("hi", &["अप\u{94d}र\u{948}ल"]),
("eu", &["apirila", "api", "apirilaren", "apirilak", "apirilean"]),
("gl", &["abril", "abr"]),
("so", &["abriil", "abr", "bisha afraad"]),
("sw", &["aprili", "apr"]),
("xh", &["epreli", "epr"]),
("zu", &["ephreli", "eph"]),
("bn", &["এপ\u{9cd}রিল", "এপ\u{9cd}রি"]),
("fa", &["آوریل"]),
("id", &["april", "apr"]),
("ms", &["april", "apr"]),
("th", &["เมษายน", "เมย"]),
("ur", &["اپریل"]),
];
/// August.
pub static AUGUST: &[(&str, &[&str])] = &[
("de", &["august", "aug"]),
("en", &["august", "aug"]),
("fr", &["août", "aout"]),
("es", &["agosto", "ago"]),
("it", &["agosto", "ago"]),
("nl", &["augustus", "aug"]),
("pl", &["sierpnia", "sierpień", "sie"]),
("pt", &["agosto", "ago"]),
("ca", &["agost", "ag"]),
("ro", &["august", "aug"]),
("sv", &["augusti", "aug"]),
("da", &["august", "aug"]),
("no", &["august", "aug"]),
("is", &["ágúst", "ágú"]),
("fi", &["elokuuta", "elokuu", "elo", "elok"]),
("et", &["august", "aug", "augusti"]),
("lv", &["augusts", "augustā", "aug", "augusta"]),
("lt", &["rugpjūčio", "rugp", "rugpjūtis", "rugpjūtį"]),
("cs", &["srpna", "srpen", "srp"]),
("sk", &["augusta", "august", "aug"]),
("sl", &["avgusta", "avgust", "avg"]),
("hr", &["kolovoza", "kol", "kolovoz"]),
("sr", &["август", "avgusta", "avgust", "авг", "avg", "августа"]),
("mk", &["август", "авг"]),
("bg", &["август", "авг"]),
("ru", &["августа", "август", "авг"]),
("uk", &["серпня", "серпень", "сер", "серп"]),
("hu", &["augusztus", "aug"]),
("el", &["αυγούστου", "αύγουστος", "αυγ", "αύγ"]),
("sq", &["gusht", "gush", "gushtit"]),
("tr", &["ağustos", "ağu"]),
("he", &["אוגוסט", "באוגוסט", "אוג"]),
("ar", &["أغسطس", "أوت", "آب", "غشت"]),
("hi", &["अगस\u{94d}त", "अग"]),
("eu", &["abuztua", "abu", "abuztuaren", "abuztuak", "abuztuan"]),
("gl", &["agosto", "ago"]),
("so", &["agosto", "ogs", "ogosto", "bisha sideedaad"]),
("sw", &["agosti", "ago"]),
("xh", &["agasti", "aga"]),
("zu", &["agasti", "aga"]),
("bn", &["আগস\u{9cd}ট", "অগস\u{9cd}ট", "আগ"]),
("fa", &["اوت", "آگوست"]),
("id", &["agustus", "agu", "agt"]),
("ms", &["ogos", "ogo"]),
("th", &["ส\u{e34}งหาคม", "สค"]),
("ur", &["اگست"]),
];
/// December.
pub static DECEMBER: &[(&str, &[&str])] = &[
("de", &["dezember", "dez"]),
("en", &["december", "dec"]),
("fr", &["décembre", "déc", "decembre"]),
("es", &["diciembre", "dic"]),
("it", &["dicembre", "dic"]),
("nl", &["december", "dec"]),
("pl", &["grudnia", "grudzień", "gru"]),
("pt", &["dezembro", "dez"]),
("ca", &["desembre", "des"]),
("ro", &["decembrie", "dec"]),
("sv", &["december", "dec"]),
("da", &["december", "dec"]),
("no", &["desember", "des"]),
("is", &["desember", "des"]),
("fi", &["joulukuuta", "joulukuu", "joulu", "jouluk"]),
("et", &["detsember", "detsembri", "dets"]),
("lv", &["decembris", "decembrī", "dec", "decembra"]),
("lt", &["gruodžio", "gruod", "gruodis", "gruodį"]),
("cs", &["prosince", "prosinec", "pro"]),
("sk", &["decembra", "december", "dec"]),
("sl", &["decembra", "december", "dec"]),
("hr", &["prosinca", "pro", "prosinac"]),
("sr", &["децембар", "decembra", "dec", "дец", "decembar", "децембра"]),
("mk", &["декември", "дек"]),
("bg", &["декември", "дек"]),
("ru", &["декабря", "декабрь", "дек"]),
("uk", &["грудня", "грудень", "гру", "груд"]),
("hu", &["december", "dec"]),
("el", &["δεκεμβρίου", "δεκέμβριος", "δεκ"]),
("sq", &["dhjetor", "dhj", "dhjetorit"]),
("tr", &["aralık", "ara"]),
("he", &["דצמבר", "בדצמבר", "דצמ"]),
("ar", &["ديسمبر", "دجنبر", "كانون الأول", "كانون الاول"]),
("hi", &["दिस\u{902}बर", "दिसम\u{94d}बर", "दिस"]),
("eu", &["abendua", "abe", "abenduaren", "abenduak", "abenduan"]),
("gl", &["decembro", "dec"]),
("so", &["diseembar", "dis"]),
("sw", &["desemba", "des"]),
("xh", &["disemba", "dis"]),
("zu", &["disemba", "dis"]),
("bn", &["ডিসেম\u{9cd}বর", "ডিসে"]),
("fa", &["دسامبر"]),
("id", &["desember", "des"]),
("ms", &["disember", "dis"]),
("th", &["ธ\u{e31}นวาคม", "ธค"]),
("ur", &["دسمبر"]),
];
/// February.
pub static FEBRUARY: &[(&str, &[&str])] = &[
("de", &["februar", "feber", "feb"]),
("en", &["february", "feb"]),
("fr", &["février", "févr", "fév", "fevrier"]),
("es", &["febrero", "feb"]),
("it", &["febbraio", "feb"]),
("nl", &["februari", "feb"]),
("pl", &["lutego", "luty", "lut"]),
("pt", &["fevereiro", "fev"]),
("ca", &["febrer", "feb", "febr"]),
("ro", &["februarie", "feb"]),
("sv", &["februari", "feb"]),
("da", &["februar", "feb"]),
("no", &["februar", "feb"]),
("is", &["febrúar", "feb"]),
("fi", &["helmikuuta", "helmikuu", "helmi", "helmik"]),
("et", &["veebruar", "veebruari", "veebr"]),
("lv", &["februāra", "februāris", "feb", "febr", "februārī"]),
("lt", &["vasario", "vas", "vasaris", "vasarį"]),
("cs", &["února", "únor", "úno"]),
("sk", &["februára", "február", "feb"]),
("sl", &["februarja", "februar", "feb"]),
("hr", &["veljače", "velj", "veljača"]),
("sr", &["фебруар", "februar", "feb", "феб", "februara", "фебруара"]),
("mk", &["февруари", "фев"]),
("bg", &["февруари", "фев"]),
("ru", &["февраля", "февраль", "фев", "февр"]),
("uk", &["лютого", "лютий", "лют"]),
("hu", &["február", "feb", "febr"]),
("el", &["φεβρουαρίου", "φεβρουάριος", "φεβ"]),
("sq", &["shkurt", "shk", "shkurtit"]),
("tr", &["şubat", "şub"]),
("he", &["פברואר", "בפברואר", "פבר"]),
("ar", &["فبراير", "فيفري", "شباط"]),
("hi", &["फरवरी", "फ\u{93c}रवरी", "फ\u{93c}र"]),
("eu", &["otsaila", "ots", "otsailaren", "otsailak", "otsailean"]),
("gl", &["febreiro", "feb"]),
("so", &["febraayo", "feb", "bisha labaad"]),
("sw", &["februari", "feb"]),
("xh", &["februwari", "feb"]),
("zu", &["februwari", "feb"]),
("bn", &["ফেব\u{9cd}র\u{9c1}য\u{9bc}\u{9be}রি", "ফেব\u{9cd}র\u{9c1}য\u{9bc}\u{9be}রী", "ফেব"]),
("fa", &["فوریه"]),
("id", &["februari", "pebruari", "feb"]),
("ms", &["februari", "feb"]),
("th", &["ก\u{e38}มภาพ\u{e31}นธ\u{e4c}", "กพ"]),
("ur", &["فروری"]),
];
/// January.
pub static JANUARY: &[(&str, &[&str])] = &[
("de", &["januar", "jänner", "jän", "jaen", "jan"]),
("en", &["january", "jan"]),
("fr", &["janvier", "janv"]),
("es", &["enero", "ene"]),
("it", &["gennaio", "gen"]),
("nl", &["januari", "jan"]),
("pl", &["stycznia", "styczeń", "sty"]),
("pt", &["janeiro", "jan"]),
("ca", &["gener", "gen"]),
("ro", &["ianuarie", "ian"]),
("sv", &["januari", "jan"]),
("da", &["januar", "jan"]),
("no", &["januar", "jan"]),
("is", &["janúar", "jan"]),
("fi", &["tammikuuta", "tammikuu", "tammi", "tammik"]),
("et", &["jaanuar", "jaanuari", "jaan"]),
("lv", &["janvāra", "janvāris", "janv", "janvārī"]),
("lt", &["sausio", "saus", "sausis", "sausį"]),
("cs", &["ledna", "leden", "led"]),
("sk", &["januára", "január", "jan"]),
("sl", &["januarja", "januar", "jan"]),
("hr", &["siječnja", "sij", "siječanj"]),
("sr", &["јануар", "januar", "jan", "јан", "januara", "јануара"]),
("mk", &["јануари", "јан"]),
("bg", &["януари", "яну"]),
("ru", &["января", "январь", "янв"]),
("uk", &["січня", "січень", "січ"]),
("hu", &["január", "jan"]),
("el", &["ιανουαρίου", "ιανουάριος", "ιαν"]),
("sq", &["janar", "jan", "janarit"]),
("tr", &["ocak", "oca"]),
("he", &["ינואר", "בינואר", "ינו"]),
("ar", &["يناير", "جانفي", "كانون الثاني"]),
("hi", &["जनवरी", "जन"]),
("eu", &["urtarrila", "urt", "urtarrilaren", "urtarrilak", "urtarrilean"]),
("gl", &["xaneiro", "xan"]),
("so", &["janaayo", "jan", "jannaayo", "bisha koobaad"]),
("sw", &["januari", "jan"]),
("xh", &["janyuwari", "jan"]),
("zu", &["januwari", "jan"]),
("bn", &["জ\u{9be}ন\u{9c1}য\u{9bc}\u{9be}রি", "জ\u{9be}ন\u{9c1}য\u{9bc}\u{9be}রী", "জ\u{9be}ন\u{9c1}"]),
("fa", &["ژانویه"]),
("id", &["januari", "jan"]),
("ms", &["januari", "jan"]),
("th", &["มกราคม", "มค"]),
("ur", &["جنوری"]),
];
/// July.
pub static JULY: &[(&str, &[&str])] = &[
("de", &["juli", "jul"]),
("en", &["july", "jul"]),
("fr", &["juillet", "juil", "juill"]),
("es", &["julio", "jul"]),
("it", &["luglio", "lug"]),
("nl", &["juli", "jul"]),
("pl", &["lipca", "lipiec", "lip"]),
("pt", &["julho", "jul"]),
("ca", &["juliol", "jul"]),
("ro", &["iulie", "iul"]),
("sv", &["juli", "jul"]),
("da", &["juli", "jul"]),
("no", &["juli", "jul"]),
("is", &["júlí", "júl"]),
("fi", &["heinäkuuta", "heinäkuu", "heinä", "heinäk"]),
("et", &["juuli", "juulikuu"]),
("lv", &["jūlija", "jūlijs", "jūl", "jūlijā"]),
("lt", &["liepos", "liep", "liepa", "liepą"]),
("cs", &["července", "červenec", "čvc"]),
("sk", &["júla", "júl"]),
("sl", &["julija", "juli", "jul", "julij"]),
("hr", &["srpnja", "srp", "srpanj"]),
("sr", &["јул", "jula", "juli", "jul", "јула", "јули"]),
("mk", &["јули", "јул"]),
("bg", &["юли"]),
("ru", &["июля", "июль", "июл"]),
("uk", &["липня", "липень", "лип"]),
("hu", &["július", "júl"]),
("el", &["ιουλίου", "ιούλιος", "ιουλ", "ιούλ"]),
("sq", &["korrik", "korr", "korrikut"]),
("tr", &["temmuz", "tem"]),
("he", &["יולי", "ביולי"]),
("ar", &["يوليو", "تموز", "يوليوز", "جويلية"]),
("hi", &["ज\u{941}लाई", "ज\u{941}ल"]),
("eu", &["uztaila", "uzt", "uztailaren", "uztailak", "uztailean"]),
("gl", &["xullo", "xul"]),
("so", &["luulyo", "lul", "luuliyo", "bisha todobaad"]),
("sw", &["julai", "jul"]),
("xh", &["julayi", "jul"]),
("zu", &["julayi", "jul"]),
("bn", &["জ\u{9c1}ল\u{9be}ই", "জ\u{9c1}ল"]),
("fa", &["ژوئیه", "جولای"]),
("id", &["juli", "jul"]),
("ms", &["julai", "jul"]),
("th", &["กรกฎาคม", "กค"]),
("ur", &["جولائی"]),
];
/// June.
pub static JUNE: &[(&str, &[&str])] = &[
("de", &["juni", "jun"]),
("en", &["june", "jun"]),
("fr", &["juin"]),
("es", &["junio", "jun"]),
("it", &["giugno", "giu"]),
("nl", &["juni", "jun"]),
("pl", &["czerwca", "czerwiec", "cze"]),
("pt", &["junho", "jun"]),
("ca", &["juny", "jun"]),
("ro", &["iunie", "iun"]),
("sv", &["juni", "jun"]),
("da", &["juni", "jun"]),
("no", &["juni", "jun"]),
("is", &["júní", "jún"]),
("fi", &["kesäkuuta", "kesäkuu", "kesä", "kesäk"]),
("et", &["juuni", "juunikuu"]),
("lv", &["jūnija", "jūnijs", "jūn", "jūnijā"]),
("lt", &["birželio", "birž", "birželis", "birželį"]),
("cs", &["června", "červen", "čvn"]),
("sk", &["júna", "jún"]),
("sl", &["junija", "juni", "jun", "junij"]),
("hr", &["lipnja", "lip", "lipanj"]),
("sr", &["јун", "juna", "juni", "jun", "јуна", "јуни"]),
("mk", &["јуни", "јун"]),
("bg", &["юни"]),
("ru", &["июня", "июнь", "июн"]),
("uk", &["червня", "червень", "чер", "черв"]),
("hu", &["június", "jún"]),
("el", &["ιουνίου", "ιούνιος", "ιουν", "ιούν"]),
("sq", &["qershor", "qer", "qershorit"]),
("tr", &["haziran", "haz"]),
("he", &["יוני", "ביוני"]),
("ar", &["يونيو", "جوان", "حزيران"]),
("hi", &["ज\u{942}न"]),
("eu", &["ekaina", "eka", "ekainaren", "ekainak", "ekainean"]),
("gl", &["xuño", "xun"]),
("so", &["juun", "jun", "bisha lixaad"]),
("sw", &["juni", "jun"]),
("xh", &["juni", "jun"]),
("zu", &["juni", "jun"]),
("bn", &["জ\u{9c1}ন"]),
("fa", &["ژوئن"]),
("id", &["juni", "jun"]),
("ms", &["jun"]),
("th", &["ม\u{e34}ถ\u{e38}นายน", "ม\u{e34}ย"]),
("ur", &["جون"]),
];
/// March.
pub static MARCH: &[(&str, &[&str])] = &[
("de", &["märz", "maerz", "mär", "mrz"]),
("en", &["march", "mar"]),
("fr", &["mars"]),
("es", &["marzo", "mar"]),
("it", &["marzo", "mar"]),
("nl", &["maart", "mrt"]),
("pl", &["marca", "marzec", "mar"]),
("pt", &["março", "mar"]),
("ca", &["març"]),
("ro", &["martie", "mar"]),
("sv", &["mars", "mar"]),
("da", &["marts", "mar"]),
("no", &["mars", "mar"]),
("is", &["mars", "mar"]),
("fi", &["maaliskuuta", "maaliskuu", "maalis", "maalisk"]),
("et", &["märts", "märtsi"]),
("lv", &["marta", "marts", "martā"]),
("lt", &["kovo", "kov", "kovas", "kovą"]),
("cs", &["března", "březen", "bře"]),
("sk", &["marca", "mar", "marec"]),
("sl", &["marca", "mar", "marec"]),
("hr", &["ožujka", "ožu", "ožujak"]),
("sr", &["март", "mart", "mar", "мар", "marta", "марта"]),
("mk", &["март", "мар"]),
("bg", &["март", "мар"]),
("ru", &["марта", "март", "мар"]),
("uk", &["березня", "березень", "бер"]),
("hu", &["március", "márc"]),
("el", &["μαρτίου", "μάρτιος", "μαρ", "μάρ"]),
("sq", &["mars", "mar", "marsit"]),
("tr", &["mart", "mar"]),
("he", &["מרץ", "במרץ"]),
("ar", &["مارس", "آذار", "اذار"]),
("hi", &["मार\u{94d}च"]),
("eu", &["martxoa", "mar", "martxoaren", "martxoak", "martxoan"]),
("gl", &["marzo", "mar"]),
("so", &["maarso", "mar", "bisha saddexaad"]),
("sw", &["machi", "mac"]),
("xh", &["matshi", "mat"]),
("zu", &["mashi", "mas"]),
("bn", &["ম\u{9be}র\u{9cd}চ"]),
("fa", &["مارس"]),
("id", &["maret", "mar"]),
("ms", &["mac"]),
("th", &["ม\u{e35}นาคม", "ม\u{e35}ค"]),
("ur", &["مارچ"]),
];
/// May.
pub static MAY: &[(&str, &[&str])] = &[
("de", &["mai"]),
("en", &["may"]),
("fr", &["mai"]),
("es", &["mayo", "may"]),
("it", &["maggio", "mag"]),
("nl", &["mei"]),
("pl", &["maja", "maj"]),
("pt", &["maio", "mai"]),
("ca", &["maig"]),
("ro", &["mai"]),
("sv", &["maj"]),
("da", &["maj"]),
("no", &["mai"]),
("is", &["maí"]),
("fi", &["toukokuuta", "toukokuu", "touko", "toukok"]),
("et", &["mai"]),
("lv", &["maija", "maijs", "maijā"]),
("lt", &["gegužės", "geg", "gegužė", "gegužę", "gegužio"]),
("cs", &["května", "květen", "kvě"]),
("sk", &["mája", "máj"]),
("sl", &["maja", "maj"]),
("hr", &["svibnja", "svi", "svibanj"]),
("sr", &["мај", "maj", "maja", "маја"]),
("mk", &["мај"]),
("bg", &["май"]),
("ru", &["мая", "май"]),
("uk", &["травня", "травень", "тра", "трав"]),
("hu", &["május", "máj"]),
("el", &["μαΐου", "μάιος", "μαΐ", "μαι", "μάι"]),
("sq", &["maj", "majit"]),
("tr", &["mayıs", "may"]),
("he", &["מאי", "במאי"]),
("ar", &["مايو", "ماي", "أيار", "ايار"]),
("hi", &["मई"]),
("eu", &["maiatza", "mai", "maiatzaren", "maiatzak", "maiatzean"]),
("gl", &["maio", "mai"]),
("so", &["maayo", "may", "bisha shanaad"]),
("sw", &["mei"]),
("xh", &["meyi", "mey"]),
("zu", &["meyi", "mey"]),
("bn", &["মে"]),
("fa", &["مه", "می"]),
("id", &["mei"]),
("ms", &["mei"]),
("th", &["พฤษภาคม", "พค"]),
("ur", &["مئی"]),
];
/// November.
pub static NOVEMBER: &[(&str, &[&str])] = &[
("de", &["november", "nov"]),
("en", &["november", "nov"]),
("fr", &["novembre", "nov"]),
("es", &["noviembre", "nov"]),
("it", &["novembre", "nov"]),
("nl", &["november", "nov"]),
("pl", &["listopada", "listopad", "lis"]),
("pt", &["novembro", "nov"]),
("ca", &["novembre", "nov"]),
("ro", &["noiembrie", "nov", "noi"]),
("sv", &["november", "nov"]),
("da", &["november", "nov"]),
("no", &["november", "nov"]),
("is", &["nóvember", "nov", "nóv"]),
("fi", &["marraskuuta", "marraskuu", "marras", "marrask"]),
("et", &["november", "nov", "novembri"]),
("lv", &["novembris", "novembrī", "nov", "novembra"]),
("lt", &["lapkričio", "lapkr", "lapkritis", "lapkritį"]),
("cs", &["listopadu", "listopad", "lis"]),
("sk", &["novembra", "november", "nov"]),
("sl", &["novembra", "november", "nov"]),
("hr", &["studenoga", "stu", "studeni", "studenog"]),
("sr", &["новембар", "novembra", "nov", "нов", "novembar", "новембра"]),
("mk", &["ноември", "ное"]),
("bg", &["ноември", "ное"]),
("ru", &["ноября", "ноябрь", "ноя", "нояб"]),
("uk", &["листопада", "листопад", "лис", "лист"]),
("hu", &["november", "nov"]),
("el", &["νοεμβρίου", "νοέμβριος", "νοε", "νοέ"]),
("sq", &["nëntor", "nën", "nëntorit"]),
("tr", &["kasım", "kas"]),
("he", &["נובמבר", "בנובמבר", "נוב"]),
("ar", &["نوفمبر", "نونبر", "تشرين الثاني"]),
("hi", &["नव\u{902}बर", "नवम\u{94d}बर", "नव"]),
("eu", &["azaroa", "aza", "azaroaren", "azaroak", "azaroan"]),
("gl", &["novembro", "nov"]),
("so", &["noofeembar", "nof"]),
("sw", &["novemba", "nov"]),
("xh", &["novemba", "nov"]),
("zu", &["novemba", "nov"]),
("bn", &["নভেম\u{9cd}বর", "নভে"]),
("fa", &["نوامبر"]),
("id", &["november", "nopember", "nov"]),
("ms", &["november", "nov"]),
("th", &["พฤศจ\u{e34}กายน", "พย"]),
("ur", &["نومبر"]),
];
/// October.
pub static OCTOBER: &[(&str, &[&str])] = &[
("de", &["oktober", "okt"]),
("en", &["october", "oct"]),
("fr", &["octobre", "oct"]),
("es", &["octubre", "oct"]),
("it", &["ottobre", "ott"]),
("nl", &["oktober", "okt"]),
("pl", &["października", "październik", "paź"]),
("pt", &["outubro", "out"]),
("ca", &["octubre", "oct"]),
("ro", &["octombrie", "oct"]),
("sv", &["oktober", "okt"]),
("da", &["oktober", "okt"]),
("no", &["oktober", "okt"]),
("is", &["október", "okt"]),
("fi", &["lokakuuta", "lokakuu", "loka", "lokak"]),
("et", &["oktoobri", "oktoober", "okt"]),
("lv", &["oktobris", "okt", "oktobra", "oktobrī"]),
("lt", &["spalio", "spal", "spalis", "spalį"]),
("cs", &["října", "říjen", "říj"]),
("sk", &["októbra", "október", "okt"]),
("sl", &["oktobra", "oktober", "okt"]),
("hr", &["listopada", "lis", "listopad"]),
("sr", &["октобар", "oktobra", "okt", "окт", "oktobar", "октобра"]),
("mk", &["октомври", "окт"]),
("bg", &["октомври", "окт"]),
("ru", &["октября", "октябрь", "окт"]),
("uk", &["жовтня", "жовтень", "жов", "жовт"]),
("hu", &["október", "okt"]),
("el", &["οκτωβρίου", "οκτώβριος", "οκτ"]),
("sq", &["tetor", "tet", "tetorit"]),
("tr", &["ekim", "eki"]),
("he", &["אוקטובר", "באוקטובר", "אוק"]),
("ar", &["أكتوبر", "اكتوبر", "تشرين الأول", "تشرين الاول"]),
("hi", &["अक\u{94d}ट\u{942}बर", "अक\u{94d}त\u{942}बर", "अक\u{94d}ट\u{942}"]),
("eu", &["urria", "urr", "urriaren", "urriak", "urrian"]),
("gl", &["outubro", "out"]),
("so", &["oktoobar", "okt", "bisha tobnaad"]),
("sw", &["oktoba", "okt"]),
("xh", &["okthobha", "okt", "okthoba"]),
("zu", &["okthoba", "okt"]),
("bn", &["অক\u{9cd}টোবর", "অক\u{9cd}টো"]),
("fa", &["اکتبر"]),
("id", &["oktober", "okt"]),
("ms", &["oktober", "okt"]),
("th", &["ต\u{e38}ลาคม", "ตค"]),
("ur", &["اکتوبر"]),
];
/// September.
pub static SEPTEMBER: &[(&str, &[&str])] = &[
("de", &["september", "sep", "sept"]),
("en", &["september", "sep", "sept"]),
("fr", &["septembre", "sept"]),
("es", &["septiembre", "setiembre", "sep", "sept", "set"]),
("it", &["settembre", "set"]),
("nl", &["september", "sept", "sep"]),
("pl", &["września", "wrzesień", "wrz"]),
("pt", &["setembro", "set"]),
("ca", &["setembre", "set"]),
("ro", &["septembrie", "sept"]),
("sv", &["september", "sept", "sep"]),
("da", &["september", "sept", "sep"]),
("no", &["september", "sept", "sep"]),
("is", &["september", "sept", "sep"]),
("fi", &["syyskuuta", "syyskuu", "syys", "syysk"]),
("et", &["september", "sept", "septembri"]),
("lv", &["septembris", "septembrī", "sept", "septembra"]),
("lt", &["rugsėjo", "rugs", "rugsėjis", "rugsėjį"]),
("cs", &["září", "zář"]),
("sk", &["septembra", "september", "sept", "sep"]),
("sl", &["septembra", "september", "sept", "sep"]),
("hr", &["rujna", "ruj", "rujan"]),
("sr", &["септембар", "septembra", "sept", "сеп", "septembar", "sep", "септембра"]),
("mk", &["септември", "сеп"]),
("bg", &["септември", "сеп"]),
("ru", &["сентября", "сентябрь", "сен", "сент"]),
("uk", &["вересня", "вересень", "вер"]),
("hu", &["szeptember", "szept"]),
("el", &["σεπτεμβρίου", "σεπτέμβριος", "σεπ"]),
("sq", &["shtator", "sht", "shtatorit"]),
("tr", &["eylül", "eyl"]),
("he", &["ספטמבר", "בספטמבר", "ספט"]),
("ar", &["سبتمبر", "أيلول", "ايلول", "شتنبر"]),
("hi", &["सित\u{902}बर", "सितम\u{94d}बर", "सित"]),
("eu", &["iraila", "ira", "irailaren", "irailak", "irailean"]),
("gl", &["setembro", "set"]),
("so", &["sebtembar", "seb", "sebteembar", "bisha sagaalaad"]),
("sw", &["septemba", "sep"]),
("xh", &["septemba", "sept", "sep"]),
("zu", &["septhemba", "sep"]),
("bn", &["সেপ\u{9cd}টেম\u{9cd}বর", "সেপ", "সেপ\u{9cd}ট"]),
("fa", &["سپتامبر"]),
("id", &["september", "sept", "sep"]),
("ms", &["september", "sept", "sep"]),
("th", &["ก\u{e31}นยายน", "กย"]),
("ur", &["ستمبر"]),
];
}
/// See `tables.toml`.
pub mod names {
/// Words before the job of a journalist: a name ends there.
pub static BEFORE_JOBS: &[&str] = &["assistant", "associate", "chief", "consumer", "contributing", "defence", "defense", "diplomatic", "features", "film", "foreign", "freelance", "guest", "investigative", "legal", "managing", "medical", "military", "movie", "music", "national", "night", "political", "religion", "senior", "space", "special", "state", "technology", "tv", "weather"];
/// Endings of the names of companies.
pub static COMPANY_ENDS: &[&str] = &[" inc", " inc.", " gmbh", " ltd", " llc", " ag", " corp", " plc"];
/// Degrees and the like after a name, in capitals.
pub static DEGREES: &[&str] = &["BA", "BS", "BSC", "BSN", "CEO", "CEPF", "CFA", "CFO", "CFP", "CHFC", "CNS", "COO", "CPA", "CPT", "CSCS", "CSSD", "CTO", "DC", "DDS", "DMD", "DNP", "DO", "DPT", "DVM", "EDD", "ESQ", "FACP", "FNP", "II", "III", "IV", "JD", "JR", "LCSW", "LD", "LDN", "LLB", "LLM", "LMFT", "LPC", "LPN", "MA", "MBA", "MD", "MFA", "MPH", "MS", "MSC", "MSN", "MSW", "ND", "NP", "OD", "PHARMD", "PHD", "PMP", "PSYD", "RD", "RDN", "RN", "RYT", "VMD"];
/// Endings of the names of desks: in Chinese, Japanese and Korean, and in compounds.
pub static DESK_ENDS: &[&str] = &["redaktion", "redactie", "redaktionen", "redaksjonen", "redaksjon", "toimitus", "toimetus", "szerkesztőség", "編集部", "取材班", "編集局", "編集室", "編集チーム", "取材チーム", "報道部", "報道局", "社会部", "政治部", "経済部", "国際部", "外信部", "運動部", "写真部", "文化部", "総局", "支局", "编辑部", "編輯部", "编辑组", "编辑中心", "新闻部", "新聞部", "新闻中心", "新聞中心", "采访中心", "採訪中心", "媒体中心", "媒體中心", "报道组", "報導組", "报道部", "편집부", "취재팀", "편집국", "보도국", "뉴스룸", "뉴스팀", "보도팀", "편집팀", "온라인팀", "디지털팀"];
/// Words in the names of desks and outlets.
pub static DESKS: &[&str] = &["newswire", "prnewswire", "businesswire", "globenewswire", "accesswire", "einpresswire", "e.v", "e.v.", "magazin", "online-redaktion", "onlineredaktion", "presse", "redaktion", "redaktionen", "stiftung", "verlag", "agentur", "agenturen", "nachrichtenagentur", "nachrichtenredaktion", "pressemeldung", "pressemitteilung", "pressemitteilungen", "presseinformation", "pressestelle", "pressedienst", "presseportal", "pressebüro", "presseamt", "redaktionsteam", "redaktionsnetzwerk", "polizei", "polizeipräsidium", "polizeidirektion", "polizeiinspektion", "polizeirevier", "kreispolizeibehörde", "kriminalpolizei", "landespolizeiinspektion", "landeskriminalamt", "bundespolizei", "bundespolizeiinspektion", "bundespolizeidirektion", "feuerwehr", "hauptzollamt", "staatsanwaltschaft", "agencies", "agency", "bureau", "desk", "editors", "editorial", "foundation", "group", "magazine", "media", "network", "news", "newsdesk", "newsroom", "online", "press", "staff", "team", "bureaus", "constabulary", "police", "webdesk", "redaction", "rédaction", "agence", "agences", "communiqué", "préfecture", "gendarmerie", "redacción", "redaccion", "agencia", "agencias", "gabinete", "redazione", "redazionale", "agenzia", "agenzie", "ufficio", "comunicato", "questura", "redactie", "persbureau", "omroep", "stichting", "nieuwsdienst", "uitgeverij", "persbureaus", "persbericht", "persdienst", "politie", "redakcja", "redakcji", "redakcyjny", "redakcyjna", "agencja", "agencje", "prasowa", "prasowe", "prasowy", "policja", "policji", "redação", "redacção", "agência", "agências", "assessoria", "imprensa", "prefeitura", "redacció", "agències", "redacția", "redacţia", "redactia", "redacției", "redacţiei", "comunicat", "comunicate", "agenții", "nyhetsbyrån", "pressmeddelande", "polisen", "nyhedsbureau", "pressemeddelelse", "politi", "redaksjon", "redaksjonen", "nyhetsbyrå", "nyhetsbyrået", "pressemelding", "politiet", "ritstjórn", "fréttastofa", "toimitus", "lehdistötiedote", "mediatiedote", "poliisilaitos", "toimetus", "pressiteade", "redakcija", "redakce", "tisková", "tiskový", "policie", "redakcia", "tlačová", "tlačový", "uredništvo", "редакција", "редакция", "редакцията", "пресцентър", "редакции", "агентство", "пресс-служба", "пресс-службы", "пресс-центр", "пресс-релиз", "редакція", "редакції", "пресслужба", "прес-служба", "пресцентр", "прес-центр", "пресреліз", "прес-реліз", "szerkesztőség", "szerkesztősége", "szerkesztőségünk", "sajtóközlemény", "sajtóiroda", "συντακτική", "σύνταξη", "σύνταξης", "redaksia", "redaksi", "merkezi", "merkezi\u{307}", "servisi", "servi\u{307}si\u{307}", "masası", "ajansı", "ajanslar", "redaksiyon", "bülteni", "bülteni\u{307}", "מערכת", "דסק", "סוכנויות", "التحرير", "وكالات", "الوكالات", "ड\u{947}स\u{94d}क", "ब\u{94d}य\u{942}रो", "टीम", "न\u{94d}य\u{942}ज", "न\u{94d}य\u{942}ज\u{93c}", "편집국", "보도국", "뉴스룸", "تحریریه"];
/// Desks whose name needs no other word.
pub static DESKS_ALONE: &[&str] = &["pr newswire", "prnewswire", "business wire", "businesswire", "globe newswire", "globenewswire", "accesswire", "ein presswire", "newsfile", "online-redaktion", "onlineredaktion", "redaktion", "die redaktion", "redaktionsteam", "online redaktion", "agentur", "agenturen", "nachrichtenagenturen", "mit agenturen", "mit agenturmaterial", "pressemitteilung", "pressemeldung", "presseinformation", "pressestelle", "presseportal", "polizei", "feuerwehr", "ots", "newsdesk", "newsroom", "agencies", "news agencies", "our bureau", "press release", "press releases", "news desk", "web desk", "staff report", "staff reports", "wire report", "wire reports", "wire service", "wire services", "the editors", "editorial board", "rédaction", "redaction", "la rédaction", "la redaction", "agence", "agences", "avec agences", "communiqué", "communiqué de presse", "service de presse", "redacción", "redaccion", "agencias", "agencia", "comunicado", "comunicado de prensa", "nota de prensa", "boletín de prensa", "gabinete de prensa", "oficina de prensa", "sala de prensa", "redazione", "redazionale", "la redazione", "agenzia", "agenzie", "comunicato", "comunicati", "comunicato stampa", "comunicati stampa", "ufficio stampa", "ufficio comunicazione", "agenzia di stampa", "redactie", "webredactie", "onlineredactie", "sportredactie", "nieuwsdienst", "persbureau", "persbureaus", "persbericht", "politie", "van onze redactie", "redakcja", "agencje", "informacja prasowa", "informacje prasowe", "materiał prasowy", "materiały prasowe", "komunikat prasowy", "notatka prasowa", "biuro prasowe", "policja", "materiał partnera", "artykuł sponsorowany", "materiał sponsorowany", "artykuł partnerski", "redação", "redacção", "da redação", "a redação", "agência", "agências", "com agências", "das agências", "assessoria", "assessoria de imprensa", "assessoria de comunicação", "nota de imprensa", "comunicado de imprensa", "gabinete de imprensa", "redacció", "agències", "nota de premsa", "comunicat de premsa", "redacția", "redacţia", "redactia", "comunicat", "comunicat de presă", "comunicat de presa", "birou de presă", "biroul de presă", "agenții de presă", "redaktionen", "nyhetsredaktionen", "pressmeddelande", "nyhetsbyrån", "polisen", "annonssamarbete", "nyhedsredaktionen", "pressemeddelelse", "politiet", "redaksjonen", "nyhetsredaksjonen", "pressemelding", "annonsørinnhold", "ritstjórn", "fréttastofa", "fréttatilkynning", "toimitus", "uutistoimitus", "tiedote", "lehdistötiedote", "mediatiedote", "toimetus", "pressiteade", "redakcija", "preses relīze", "pranešimas spaudai", "redakce", "tisková zpráva", "tisková agentura", "komerční sdělení", "komerční prezentace", "komerční článek", "pr článek", "redakcia", "tlačová správa", "tlačová agentúra", "pr článok", "komerčná správa", "uredništvo", "sporočilo za javnost", "sporočilo za medije", "agencije", "priopćenje", "priopćenje za javnost", "priopćenje za medije", "редакција", "агенције", "саопштење", "saopštenje", "saopštenje za javnost", "агенции", "соопштение", "редакция", "прессъобщение", "прес съобщение", "пресцентър", "редакция сайта", "пресс-служба", "пресс-центр", "пресс-релиз", "агентства", "информагентства", "на правах рекламы", "редакція", "редакція сайту", "прес-служба", "пресслужба", "пресреліз", "прес-реліз", "на правах реклами", "szerkesztőség", "a szerkesztőség", "szerkesztőségünk", "sajtóközlemény", "közlemény", "pr cikk", "pr-cikk", "συντακτική ομάδα", "σύνταξη", "ομάδα σύνταξης", "δελτίο τύπου", "γραφείο τύπου", "redaksia", "agjencitë", "haber merkezi", "haber merkezi\u{307}", "haber servisi", "haber servi\u{307}si\u{307}", "haber masası", "haber ajansı", "yazı işleri", "dış haberler", "ajanslar", "redaksiyon", "editör masası", "basın bülteni", "basın bülteni\u{307}", "basın açıklaması", "web haber", "מערכת", "מערכת האתר", "מערכת החדשות", "סוכנויות הידיעות", "סוכנויות", "הודעה לעיתונות", "هيئة التحرير", "فريق التحرير", "أسرة التحرير", "قسم التحرير", "غرفة الأخبار", "قسم الأخبار", "وكالات", "الوكالات", "وكالات الأنباء", "بيان صحفي", "व\u{947}ब ड\u{947}स\u{94d}क", "न\u{94d}य\u{942}ज ड\u{947}स\u{94d}क", "न\u{94d}य\u{942}ज\u{93c} ड\u{947}स\u{94d}क", "एज\u{947}\u{902}सी", "編集部", "編集局", "報道部", "プレスリリース", "编辑部", "編輯部", "本报讯", "本報訊", "本网讯", "综合报道", "綜合報導", "综合", "新闻稿", "新聞稿", "外电报道", "편집부", "편집국", "보도국", "뉴스룸", "온라인뉴스팀", "디지털뉴스팀", "보도자료", "axencias", "تحریریه", "هیئت تحریریه", "روابط عمومی", "redaksi", "tim redaksi", "siaran pers", "ban biên tập", "thông cáo báo chí"];
/// Words in the names of authorities, schools and societies, which are not surnames.
pub static INSTITUTIONS: &[&str] = &["bundesamt", "bundesministerium", "departement", "hochschule", "institut", "landratsamt", "ministerium", "universität", "association", "authority", "center", "centre", "commission", "committee", "council", "department", "federation", "institute", "ministry", "u.s.", "university", "collectif", "ministère", "mouvement", "université", "instituto", "ministerio", "universidad", "istituto", "ministero", "università", "ministerie", "universiteit"];
/// Jobs: a phrase after a name and a comma that has such a word is not a second name.
pub static JOBS: &[&str] = &["autor", "autorin", "berater", "beraterin", "chefredakteur", "chefredakteurin", "chefreporter", "direktor", "direktorin", "geschäftsführer", "geschäftsführerin", "gründer", "gründerin", "journalist", "journalistin", "korrespondent", "korrespondentin", "leiter", "leiterin", "professor", "professorin", "projektleiter", "projektleiterin", "redakteur", "redakteurin", "ressortleiter", "ressortleiterin", "volontär", "volontärin", "adviser", "advisor", "analyst", "author", "ceo", "certified", "cfo", "chairman", "chairwoman", "clinician", "co-founder", "columnist", "consultant", "contributor", "correspondent", "cto", "dietitian", "director", "editor", "editor-at-large", "editor-in-chief", "expert", "founder", "instructor", "lecturer", "licensed", "manager", "nutritionist", "photographer", "photojournalist", "president", "producer", "psychologist", "registered", "reporter", "researcher", "specialist", "strategist", "therapist", "veterinarian", "writer", "fotograaf", "hoofdredacteur", "redacteur", "verslaggever"];
/// Words at the beginning or end of the names of newspapers: after a name and a comma such a phrase is no person.
pub static NEWSPAPERS: &[&str] = &["abendblatt", "anzeiger", "morgenpost", "nachrichten", "rundschau", "tageblatt", "tagblatt", "volksblatt", "zeitung", "advertiser", "bulletin", "chronicle", "daily", "dispatch", "examiner", "gazette", "guardian", "herald", "independent", "inquirer", "journal", "newspapers", "observer", "sentinel", "telegraph", "times", "today", "tribune", "weekly", "dépêche", "quotidien", "diario", "heraldo", "noticias", "periódico", "corriere", "gazzetta", "giornale", "courant", "dagblad", "krant", "nieuwsblad", "dziennik", "gazeta", "diário", "jornal", "notícias", "dagbladet", "tidning", "tidningen", "tidningar", "avis", "avisen", "tidende", "lehti", "sanomat", "uutiset", "deník", "noviny", "вестник", "газета", "известия", "вісник", "gazete", "gazetesi"];
/// Endings of the names of outlets in Chinese, Japanese and Korean: a name with one is not a person.
pub static OUTLET_ENDS: &[&str] = &["新聞", "通信", "編集", "報", "社", "新闻", "网", "뉴스", "일보"];
/// Lower-case words inside names.
pub static PARTICLES: &[&str] = &["von", "der", "den", "vom", "zu", "zum", "zur", "de", "du", "la", "le", "del", "el", "da", "di", "della", "van", "ten", "ter", "'t", "das", "do", "dos", "e", "af", "bin", "al"];
/// Places of two words that follow a name.
pub static PLACES: &[&str] = &["new york", "los angeles", "san francisco", "tel aviv", "hong kong", "new delhi", "buenos aires", "são paulo", "sao paulo", "mexico city", "washington d.c", "washington dc", "rio de janeiro", "st. gallen", "st. petersburg", "the hague", "den haag", "den bosch"];
/// Words after the name of the author in Korean, Japanese and Chinese bylines.
pub static TITLES_AFTER: &[&str] = &["記者", "編集委員", "論説委員", "氏", "さん", "著", "记者", "通讯员", "撰文", "기자", "특파원", "선임기자", "논설위원"];
/// Trades, and other words used in place of a name.
pub static TRADES: &[&str] = &["autor", "autoren", "bild", "bilder", "foto", "fotos", "gastautor", "gastautorin", "gastbeitrag", "hier", "journalist", "korrespondent", "minuten", "redakteur", "redakteurin", "reporter", "volontär", "chefredakteur", "chefredakteurin", "chefreporter", "geschäftsführer", "geschäftsführerin", "journalistin", "korrespondentin", "leiter", "leiterin", "projektleiter", "projektleiterin", "ressortleiter", "ressortleiterin", "about", "admin", "administrator", "all", "anonymous", "articles", "author", "authors", "chief", "click", "columnist", "contributor", "correspondent", "credit", "editor", "email", "follow", "from", "guest", "here", "image", "images", "inc", "minute", "minutes", "more", "n/a", "no", "none", "photo", "photographer", "photos", "reporters", "reports", "results", "service", "services", "source", "unknown", "user", "video", "webmaster", "writer", "writers", "analyst", "ceo", "co-founder", "consultant", "dietitian", "director", "expert", "founder", "lecturer", "manager", "nutritionist", "president", "producer", "professor", "specialist", "strategist", "contributed", "advertorial", "verslaggever", "redacteur", "hoofdredacteur", "fotograaf", "人气", "人氣", "匿名", "本站", "本站原创", "未知", "浏览", "瀏覽", "留言", "评论", "評論", "阅读", "閱讀", "网友", "网络", "网络整理", "網友", "網路", "綜合", "综合", "转载", "轉載", "佚名", "原创", "发布于", "发表于"];
/// Jobs of journalists: a line that is a full name and a phrase with one is a byline.
pub static WRITERS: &[&str] = &["autor", "autorin", "chefreporter", "journalist", "journalistin", "korrespondent", "korrespondentin", "redakteur", "redakteurin", "reporterin", "volontär", "volontärin", "columnist", "contributor", "correspondent", "correspondents", "editor", "reporter", "reporters", "writer", "writers", "journaliste", "correspondant", "correspondante", "correspondants", "envoyé", "envoyée", "envoyés", "rédacteur", "rédactrice", "chroniqueur", "chroniqueuse", "periodista", "redactor", "redactora", "corresponsal", "corresponsales", "enviado", "enviada", "enviados", "columnista", "giornalista", "corrispondente", "inviato", "inviata", "inviati", "redattore", "redattrice", "redacteur", "verslaggever", "dziennikarz", "dziennikarka", "korespondent", "korespondentka", "jornalista", "repórter", "correspondente", "redator", "redatora", "colunista", "enviat", "jurnalist", "jurnalistă", "corespondent", "corespondentă", "utrikeskorrespondent", "toimittaja", "redaktor", "redaktorka", "zpravodaj", "zpravodajka", "корреспондент", "корреспондентка", "спецкор", "журналист", "журналистка", "кореспондент", "кореспондентка", "журналіст", "журналістка", "ανταποκριτής", "ανταποκρίτρια", "δημοσιογράφος", "muhabir", "xornalista", "wartawan", "jurnalis"];
}
/// See `tables.toml`.
pub mod not_found {
/// Phrases in the first lines of such pages.
pub static PHRASES: &[&str] = &["artikel ist nicht mehr verfügbar", "artikel ist leider nicht mehr verfügbar", "beitrag ist nicht mehr verfügbar", "die gewünschte seite existiert nicht", "die gewünschte seite gibt es nicht", "die gewünschte seite konnte nicht gefunden werden", "die gewünschte seite wurde nicht gefunden", "die angeforderte seite existiert nicht", "die angeforderte seite konnte nicht gefunden werden", "die angeforderte seite wurde nicht gefunden", "die aufgerufene seite existiert nicht", "die aufgerufene seite konnte nicht gefunden werden", "die von ihnen aufgerufene seite", "die von ihnen gesuchte seite", "die von ihnen gewünschte seite", "diese seite existiert nicht", "diese seite gibt es nicht", "konnten wir den gewünschten artikel nicht finden", "konnten wir die gewünschte seite nicht finden", "seite konnte leider nicht gefunden werden", "page you are looking for", "page you were looking for", "page you requested could not be found", "page you requested was not found", "page you asked for does not exist", "we could not find that story", "we couldn't find the page", "la page demandée n'existe", "la page que vous cherchez n'existe", "la page que vous recherchez", "la página que buscas no existe", "la página que busca no existe", "la pagina che stai cercando", "la pagina richiesta non", "de pagina die je zoekt", "de pagina die u zoekt", "deze pagina bestaat niet", "de opgevraagde pagina", "de gevraagde pagina", "deze pagina kan niet worden gevonden", "kunnen we deze pagina niet vinden"];
/// Titles of pages for missing content: whole parts of a title, or a headline.
pub static TITLES: &[&str] = &["404", "http 404", "404 fehler", "404 nicht gefunden", "404 seite nicht gefunden", "artikel nicht gefunden", "die seite existiert nicht", "die seite konnte nicht gefunden werden", "die seite wurde nicht gefunden", "diese seite existiert nicht", "diese seite existiert nicht mehr", "diese seite gibt es nicht", "diese seite gibt es nicht mehr", "diese seite konnte nicht gefunden werden", "diese seite wurde nicht gefunden", "fehler 404", "fehlerseite", "nicht gefunden", "seite nicht gefunden", "seite nicht mehr verfügbar", "seite nicht verfügbar", "seite nicht vorhanden", "seite wurde nicht gefunden", "404 error", "404 error page", "404 not found", "404 page", "404 page not found", "410 gone", "article not found", "content not found", "error 404", "error 404 not found", "file not found", "not found", "page not found", "page not found (404)", "sorry, page not found", "story not found", "the page could not be found", "the page you requested could not be found", "this page could not be found", "this page does not exist", "we can't find that page", "we couldn't find that page", "erreur 404", "la page demandée n'existe pas", "page introuvable", "page non trouvée", "la página no existe", "página no encontrada", "errore 404", "pagina inesistente", "pagina non trovata", "pagina niet gevonden", "404 pagina niet gevonden", "artikel niet gevonden", "deze pagina bestaat niet", "deze pagina bestaat niet meer", "deze pagina is niet gevonden", "fout 404", "niet gevonden", "pagina bestaat niet", "błąd 404", "nie znaleziono strony", "strona nie istnieje", "strona nie została znaleziona", "página não encontrada", "sidan hittades inte", "siden blev ikke fundet"];
}
/// See `tables.toml`.
pub mod page_words {
/// Words in the titles and URLs of pages about the reader's account, and about the site.
pub static ACCOUNT: &[&str] = &["login", "registrierung", "abonnieren", "anmelden", "anmeldung", "konto", "passwort", "abo", "newsletter", "kontakt", "hilfe", "karriere", "jobs", "mediadaten", "suche", "signin", "signup", "register", "registration", "account", "password", "subscribe", "contact", "help", "support", "faq", "about", "career", "careers", "advertise", "sitemap", "feedback", "search", "connexion", "inscription", "contacto", "contatti", "inloggen", "aanmelden", "registreren", "abonnee", "abonneren", "abonnement", "wachtwoord", "klantenservice", "vacatures", "adverteren", "nieuwsbrief", "zoeken"];
/// Words in the titles and URLs of manuals.
pub static DOCS: &[&str] = &["handbuch", "anleitung", "docs", "doc", "documentation", "manual", "guide", "guides", "tutorial", "tutorials", "reference", "api", "learn", "course", "courses", "book", "wiki", "glossary", "chapter", "lesson", "handbook", "handleiding"];
/// Words in the titles and URLs of discussions.
pub static FORUM: &[&str] = &["forum", "forums", "thread", "threads", "showthread", "viewtopic", "discussion", "discussions", "community", "question", "questions", "answers", "topic", "comments"];
/// Words in the titles and URLs of products.
pub static GOODS: &[&str] = &["produkt", "produkte", "warenkorb", "kaufen", "angebot", "angebote", "shop", "tickets", "store", "product", "products", "buy", "price", "prices", "cart", "deals", "pricing", "order", "item", "dp", "winkelwagen", "kopen", "prijzen", "bestellen", "producten"];
/// Words in the titles and URLs of imprint, privacy and terms pages.
pub static LEGAL: &[&str] = &["impressum", "datenschutz*", "agb", "cookie", "cookies", "haftung*", "nutzungsbedingungen", "barrierefreiheit", "widerruf*", "imprint", "privacy", "terms", "legal", "disclaimer", "copyright", "policy", "policies", "conditions", "accessibility", "mentions", "legales", "confidentialité", "confidentialite", "privacidad", "aviso", "informativa", "privacyverklaring", "voorwaarden", "colofon", "privacybeleid", "cookiebeleid", "cookieverklaring", "regulamin", "prywatności", "prywatnosci"];
/// Words in the titles and URLs of lists.
pub static LIST: &[&str] = &["thema", "themen", "kategorie", "rubrik", "ressort", "archiv", "autor", "autoren", "autorin", "seite", "aktuell", "übersicht", "uebersicht", "index", "schlagwort", "dossier", "news", "tag", "tags", "topic", "topics", "category", "categories", "archive", "archives", "author", "authors", "page", "section", "sections", "latest", "overview", "onderwerp", "onderwerpen", "archief", "rubriek", "overzicht", "trefwoord"];
/// Words in the titles and URLs of live coverage.
pub static LIVE: &[&str] = &["live", "liveticker", "newsticker", "ticker", "newsblog", "liveblog", "live-blog", "live-updates", "minute"];
/// Words in the titles and URLs of videos, recordings and pictures.
pub static MEDIA: &[&str] = &["mediathek", "galerie", "fotostrecke*", "bilderstrecke*", "bilder", "fotos", "diashow", "hören", "hoeren", "video", "videos", "podcast", "podcasts", "watch", "gallery", "galleries", "pictures", "photos", "photo", "slideshow", "audio", "listen", "episode", "radio", "tv", "player", "360", "luister"];
/// Words in the titles and URLs of articles.
pub static NEWS: &[&str] = &["artikel", "nachrichten", "politik", "sport", "wirtschaft", "meinung", "kultur", "welt", "panorama", "blog", "blogs", "article", "articles", "story", "stories", "post", "posts", "news", "politics", "business", "opinion", "world", "nieuws", "politiek", "cultuur", "wereld"];
/// Words in the titles and URLs of companies that offer services.
pub static SERVICE: &[&str] = &["leistungen", "unternehmen", "team", "service", "services", "solutions", "solution", "consulting", "agency", "company", "companies", "quote", "pricing", "portfolio", "programs", "program", "degrees", "industries", "diensten", "oplossingen"];
}
/// See `tables.toml`.
pub mod pages {
/// Texts of links to the whole article.
pub static ALL: &[&str] = &["alles auf einer seite", "auf einer seite", "auf einer seite lesen", "artikel auf einer seite lesen", "artikel auf einer seite", "komplettansicht", "view all", "view all pages", "view as single page", "single page", "view on one page", "read on one page", "show all", "all on one page", "sur une seule page", "lire sur une page", "en una sola página", "tutto su una pagina", "op één pagina", "op een pagina", "alles op één pagina", "hele artikel op één pagina", "tampilkan semua", "lihat semua halaman", "semua halaman"];
/// Words beside the number of a page in a link text.
pub static OF: &[&str] = &["von", "zu", "zur", "of", "to", "de", "página", "di", "van", "dari"];
/// URL parameters that count pages.
pub static PARAMETERS: &[&str] = &["p", "pg", "paged", "pageno", "pagenumber", "page_no", "seite", "teil", "blatt", "page", "part", "pagina", "pag", "strona"];
/// Texts of links to the next and the previous page.
pub static STEPS: &[&str] = &["nächste seite", "nächste", "weiter", "vorherige seite", "vorige seite", "vorherige", "zurück", "weiter zur nächsten seite", "next", "next page", "previous", "previous page", "prev", "continue", "page suivante", "suivant", "suivante", "page précédente", "précédent", "siguiente", "página siguiente", "anterior", "página anterior", "pagina successiva", "successiva", "avanti", "pagina precedente", "indietro", "volgende", "volgende pagina", "vorige", "vorige pagina", "następna", "następna strona", "selanjutnya", "sebelumnya", "halaman selanjutnya", "halaman berikutnya", "halaman sebelumnya", "berikutnya", "trang sau", "trang tiếp theo", "trang trước", "tiếp theo"];
/// Beginnings of URL parameters that do not change the page.
pub static TRACKING: &[&str] = &["utm_", "fbclid", "gclid", "ref", "xtor", "wt_", "cmp", "at_"];
/// Words for a page in URLs and link texts.
pub static WORDS: &[&str] = &["seite", "s", "teil", "blatt", "page", "pages", "p", "pg", "part", "pagina", "pag", "strona", "sida", "halaman", "hal", "trang"];
}
/// See `tables.toml`.
pub mod paywall {
/// Phrases of the box below the opening of an article, in their letter case.
pub static BOXES: &[&str] = &["Jetzt abonnieren", "jetzt abonnieren", "Weiterlesen mit", "weiterlesen mit", "Jetzt weiterlesen", "Subscribe to read", "subscribe to read", "Subscribe to continue", "Continue reading your article with", "To Read the Full Story", "Subscribe now", "Abonnez-vous", "Suscríbete", "Abbonati", "Word abonnee", "Abonneer je", "Abonneer u", "Neem een abonnement", "Lees verder met", "Wykup dostęp"];
/// Parts of the names of paywall elements, letters only.
pub static CLASSES: &[&str] = &["paywall", "regwall", "registrationwall", "metered", "piano", "pianoinline", "subscriberonly", "subscribersonly", "subscriptionwall", "premiumwall", "teasergradient", "textfade", "contentfade", "fadeout"];
/// Words of the class or `id` of an element that offers something other than the rest of the text.
pub static CLASSES_OF_OTHERS: &[&str] = &["newsletter", "related", "teaser", "recommended"];
/// Words for comments: an offer with one of them is one to write comments, not to read the rest.
pub static COMMENTS: &[&str] = &["kommentar", "comments", "commentaires", "espace des contributions", "à la discussion", "comentarios", "commenti", "reacties", "comentários"];
/// Phrases of a block where a text breaks off for readers who have not paid, but not those of newsletters and offers below complete texts.
pub static PHRASES: &[&str] = &["abonnentinnen und abonnenten vorbehalten", "abonnenten vorbehalten", "abonnieren und weiterlesen", "als abonnent weiterlesen", "artikel freischalten", "bereits abonnent", "diesen artikel weiterlesen", "exklusiv für abonnenten", "ganzen artikel lesen", "im abo weiterlesen", "ist nur für abonnenten", "jetzt weiterlesen", "lesen sie diesen artikel mit", "lesen sie weiter mit", "mit abo weiterlesen", "nur für abonnent", "sie sind bereits abonnent", "sie haben bereits ein abo", "um weiterzulesen", "um diesen artikel zu lesen", "vollständigen artikel lesen", "weiterlesen mit", "weiterlesen nach dem", "weiter lesen mit", "zum weiterlesen", "already a subscriber", "already a member? log in", "become a member to read", "continue reading this article", "continue reading with", "continue reading your article with", "exclusive to subscribers", "for subscribers only", "get full access to this", "is for subscribers", "log in to continue reading", "read the full article with", "read the rest of this story", "register to continue reading", "register to keep reading", "remaining free articles", "sign in to continue reading", "sign in to read the full", "sign up to keep reading", "subscribe to continue", "subscribe to keep reading", "subscribe to read", "subscribe to unlock", "subscriber-only", "this article is for subscribers", "this content is for subscribers", "this story is for subscribers", "to continue reading", "to read the full story", "to read this article in full", "unlock this article", "want to read more? subscribe", "abonnez-vous pour lire", "article réservé", "déjà abonné", "il vous reste", "la suite est réservée", "lire la suite de l'article", "réservé aux abonnés", "réservée aux abonnés", "pour lire la suite", "pour continuer la lecture", "pour poursuivre la lecture", "pour poursuivre votre lecture", "lire la suite de l article", "vous êtes déjà abonné", "contenido exclusivo para suscriptores", "exclusivo para suscriptores", "para seguir leyendo", "suscríbete para leer", "ya eres suscriptor", "para continuar leyendo", "contenido es exclusivo para suscriptores", "contenido solo para suscriptores", "artículo solo para suscriptores", "noticia solo para suscriptores", "ya soy suscriptor", "ya está suscrito", "contenuto riservato agli abbonati", "per continuare a leggere", "riservato agli abbonati", "sei già abbonato", "per continuare la lettura", "per proseguire la lettura", "per leggere l'articolo completo", "per leggere l articolo completo", "per leggere tutto l'articolo", "per leggere tutto l articolo", "contenuto esclusivo per gli abbonati", "sei già un abbonato", "hai già un abbonamento", "al abonnee", "verder lezen met", "alleen voor abonnees", "enkel voor abonnees", "exclusief voor abonnees", "voorbehouden aan abonnees", "om verder te lezen", "om dit artikel te lezen", "lees verder met een abonnement", "lees het hele artikel met", "lees het volledige artikel met", "abonneer je om", "abonneer u om", "wykup dostęp", "dalsza część dostępna dla subskrybentów", "dalsza część artykułu dostępna", "dalsza część tekstu dostępna", "artykuł jest dostępny tylko dla", "artykuł dostępny tylko dla", "artykuł dostępny wyłącznie dla", "treść dostępna tylko dla", "treść dostępna wyłącznie dla", "artykułu dla prenumeratorów", "aby przeczytać cały artykuł", "aby przeczytać całość", "aby czytać dalej", "chcesz przeczytać cały artykuł", "masz już prenumeratę", "masz już subskrypcję", "masz już dostęp? zaloguj", "jesteś już prenumeratorem", "jesteś już subskrybentem", "czytaj dalej w ramach subskrypcji", "conteúdo exclusivo para assinantes", "conteúdo é exclusivo para assinantes", "artigo exclusivo para assinantes", "artigo é exclusivo para assinantes", "reportagem exclusiva para assinantes", "matéria exclusiva para assinantes", "conteúdo exclusivo para subscritores", "artigo exclusivo para subscritores", "artigo é exclusivo para subscritores", "para continuar a ler", "para continuar lendo", "para ler o artigo completo", "para ler a matéria completa", "já é assinante", "já sou assinante", "já é subscritor", "já sou subscritor", "assine para continuar", "assine para ler", "assine e continue lendo", "assine e leia", "per continuar llegint", "contingut exclusiu per a subscriptors", "ja ets subscriptor", "pentru a citi mai departe", "pentru a continua lectura", "pentru a citi articolul complet", "pentru a citi tot articolul", "articol disponibil doar pentru abonați", "conținut exclusiv pentru abonați", "ești deja abonat", "sunteți deja abonat", "för att läsa vidare", "för att fortsätta läsa", "för att läsa hela artikeln", "läs vidare med", "fortsätt läsa med", "redan prenumerant", "är du prenumerant? logga in", "logga in för att läsa", "bli prenumerant för att läsa", "prenumerera för att läsa", "lås upp artikeln", "artikeln är låst", "artikeln är endast för prenumeranter", "artikeln är bara för prenumeranter", "artikeln är för dig som är prenumerant", "artikeln är exklusiv för prenumeranter", "for at læse videre", "for at læse hele artiklen", "for at læse resten af artiklen", "for at fortsætte læsningen", "læs videre med", "allerede abonnent", "er du abonnent? log ind", "log ind for at læse", "bliv abonnent for at læse", "artiklen er for abonnenter", "artiklen er kun for abonnenter", "artiklen er forbeholdt abonnenter", "denne artikel er for abonnenter", "denne artikel er kun for abonnenter", "denne artikel kræver abonnement", "for å lese videre", "for å fortsette å lese", "for å lese hele saken", "for å lese hele artikkelen", "for å lese resten av saken", "les videre med", "er du abonnent? logg inn", "logg inn for å lese", "bli abonnent for å lese", "artikkelen er for abonnenter", "artikkelen er kun for abonnenter", "artikkelen er bare for abonnenter", "saken er for abonnenter", "saken er kun for abonnenter", "saken er forbeholdt abonnenter", "artikkelen er forbeholdt abonnenter", "til að lesa áfram", "til að lesa meira þarf", "artikkeli on vain tilaajille", "artikkeli on tarkoitettu tilaajille", "artikkeli on tilaajille", "juttu on vain tilaajille", "juttu on tilaajille", "sisältö on vain tilaajille", "sisältö on tarkoitettu tilaajille", "jatka lukemista tilaamalla", "jatkaaksesi lukemista", "lukeaksesi koko artikkelin", "lukeaksesi koko jutun", "lue koko juttu tilaamalla", "oletko jo tilaaja", "kirjaudu sisään lukeaksesi", "artikkel on tellijatele", "artikkel on ainult tellijatele", "edasilugemiseks", "lai turpinātu lasīt", "raksts pieejams tikai abonentiem", "saturs pieejams tikai abonentiem", "norėdami skaityti toliau", "jau prenumeruojate", "straipsnis skirtas tik prenumeratoriams", "článek je určen pouze předplatitelům", "článek je určen pouze pro předplatitele", "článek je pouze pro předplatitele", "článek je jen pro předplatitele", "článek je dostupný pouze pro předplatitele", "článek je dostupný pouze předplatitelům", "tento článek je pro předplatitele", "obsah je pouze pro předplatitele", "obsah je dostupný pouze předplatitelům", "už máte předplatné", "máte již předplatné", "již máte předplatné", "máte předplatné? přihlaste", "jste již předplatitel", "jste předplatitelem? přihlaste", "pro pokračování ve čtení", "abyste mohli číst dál", "chcete-li číst dál", "odemknout článek", "odemkněte si článek", "celý článek si mohou přečíst", "článok je pre predplatiteľov", "článok je len pre predplatiteľov", "článok je určený len pre predplatiteľov", "článok je dostupný len pre predplatiteľov", "obsah je dostupný len pre predplatiteľov", "už máte predplatné", "máte predplatné? prihláste", "ste predplatiteľ? prihláste", "pre pokračovanie v čítaní", "odomknúť článok", "odomknite si článok", "članek je na voljo samo naročnikom", "vsebina je na voljo samo naročnikom", "za nadaljevanje branja", "že imate naročnino", "ste že naročnik", "članak je dostupan samo pretplatnicima", "sadržaj je dostupan samo pretplatnicima", "za nastavak čitanja", "već ste pretplatnik", "već imate pretplatu", "статията е достъпна само за абонати", "за да прочетете цялата статия", "за да продължите да четете", "вече сте абонат", "доступен только подписчикам", "доступна только подписчикам", "доступно только подписчикам", "доступен только для подписчиков", "доступна только для подписчиков", "доступно только для подписчиков", "доступен только по подписке", "доступна только по подписке", "доступно только по подписке", "полный текст доступен подписчикам", "полная версия доступна подписчикам", "чтобы читать дальше", "чтобы продолжить чтение", "чтобы прочитать полностью", "чтобы прочитать статью полностью", "чтобы прочитать материал полностью", "уже есть подписка", "уже подписаны? войдите", "вы уже подписчик", "доступний лише передплатникам", "доступна лише передплатникам", "доступно лише передплатникам", "доступний лише для передплатників", "доступна лише для передплатників", "доступний тільки для передплатників", "доступний лише за передплатою", "доступна лише за передплатою", "щоб читати далі", "щоб продовжити читання", "щоб прочитати повністю", "вже маєте передплату", "вже є передплата", "вже передплатник?", "csak előfizetők olvashatják", "csak előfizetőink olvashatják", "előfizetőink számára elérhető", "csak előfizetők számára", "csak előfizetőink számára", "csak előfizetéssel olvasható", "előfizetéssel olvasható", "a teljes cikket előfizetőink", "a cikk folytatását előfizetőink", "a folytatáshoz előfizetés", "a folytatáshoz fizessen elő", "a cikk elolvasásához előfizetés", "az olvasás folytatásához", "már előfizető? lépjen be", "ha már előfizető", "ön már előfizető", "van már előfizetése", "για να συνεχίσετε την ανάγνωση", "για να διαβάσετε ολόκληρο το άρθρο", "αποκλειστικά για συνδρομητές", "είστε ήδη συνδρομητής", "bu içerik abonelere özel", "bu haber abonelere özel", "bu yazı abonelere özel", "bu içerik sadece abone", "bu içerik yalnızca abone", "bu haber sadece abone", "bu haber yalnızca abone", "okumaya devam etmek için", "devamını okumak için abone", "devamını okumak için üye", "tamamını okumak için abone", "tamamını okumak için üye", "zaten abone misiniz", "zaten abone misin", "הכתבה זמינה למנויים בלבד", "התוכן זמין למנויים בלבד", "כתבה זו למנויים בלבד", "להמשך קריאה הירשמו", "כבר מנויים? התחברו", "この記事は有料会員限定", "この記事は会員限定", "この記事は有料記事", "この記事は有料です", "会員限定記事です", "会員限定の記事です", "有料記事です", "有料会員限定の記事です", "ここから先は会員限定", "ここから先は有料会員", "ここから先は有料記事", "この先は会員限定", "この先は有料会員", "続きを読むには", "続きをお読みいただくには", "続きは会員登録", "続きは有料会員", "続きをお読みいただけます", "有料会員になると続き", "会員登録すると続き", "この続きは有料会員", "成为会员继续阅读", "成为会员，继续阅读", "成为会员后继续阅读", "成為會員繼續閱讀", "成為會員，繼續閱讀", "加入會員，繼續閱讀", "加入會員繼續閱讀", "订阅后继续阅读", "订阅以继续阅读", "订阅后可继续阅读", "订阅后可阅读全文", "訂閱後繼續閱讀", "訂閱以繼續閱讀", "訂閱後可閱讀全文", "登录后继续阅读", "登录后可阅读全文", "登入後繼續閱讀", "付费后阅读全文", "付费阅读全文", "付費後閱讀全文", "付費閱讀全文", "本文为付费", "本文為付費", "本文为会员专享", "本文为会员专属", "本文為會員專屬", "本文為訂閱", "此文为付费", "获取已订阅的阅读权限", "开通会员阅读全文", "订阅会员，即可阅读", "이 기사는 유료", "이 콘텐츠는 유료", "이 기사는 구독자 전용", "이 기사는 회원 전용", "유료회원 전용 기사입니다", "구독자 전용 기사입니다", "회원 전용 기사입니다", "로그인 후 계속 읽", "구독하고 계속 읽", "khusus pelanggan", "berlangganan untuk membaca", "untuk membaca artikel selengkapnya"];
/// Phrases of the text itself where it breaks off, in their letter case.
pub static SOLD: &[&str] = &["ist Abonnentinnen und Abonnenten vorbehalten", "ist Abonnenten vorbehalten", "nur für Abonnenten", "Weiterlesen mit", "Jetzt weiterlesen", "Lesen Sie weiter mit", "is for subscribers", "for subscribers only", "Subscribe to read", "Subscribe to continue", "To continue reading", "To Read the Full Story", "réservé aux abonnés", "exclusivo para suscriptores", "riservato agli abbonati", "alleen voor abonnees", "enkel voor abonnees", "exclusief voor abonnees", "voorbehouden aan abonnees", "Om verder te lezen", "Dalsza część artykułu dostępna"];
/// As `classes`, for names that count only as a whole.
pub static WHOLE_CLASSES: &[&str] = &["fade", "gradient", "abobox"];
}
/// See `tables.toml`.
pub mod people {
/// Path segments before a name or something else.
pub static PATHS: &[&str] = &["autor", "journalist", "journalisten", "profil", "redakteur", "redaktion", "reporter", "author", "by", "byline", "columnist", "contributor", "contributors", "profile", "staff", "writer", "writers", "redacteur", "redactie", "verslaggever"];
/// Beginnings of the titles of author pages.
pub static TITLES: &[&str] = &["alle artikel von ", "alle beiträge von ", "artikel von ", "beiträge von ", "autor:", "articles by ", "all articles by ", "all stories by ", "stories by ", "posts by ", "author:", "articles de ", "alle artikelen van ", "artikelen van ", "alle berichten van "];
}
/// See `tables.toml`.
pub mod queries {
/// Query keys that count the pages of a list.
pub static PAGING: &[&str] = &["p", "s", "pg", "paged", "offset", "seite", "blatt", "start", "page", "pagina", "strona"];
/// Query keys that only tell where a reader came from.
pub static TRACKING: &[&str] = &["cid", "ref", "from", "fbclid", "gclid", "wt_mc", "srsltid"];
}
/// See `tables.toml`.
pub mod section {
/// Beginnings of links that lead back to a list.
pub static BACK: &[&str] = &["zurück zu", "back to ", "retour à ", "retour au", "volver a", "torna a", "terug naar ", "voltar "];
/// Words of the class of a breadcrumb, in addition to `breadcrumb`.
pub static CLASSES: &[&str] = &["crumb", "crumbs", "crumbtrail", "rootline", "brotkrumen", "brotkrume", "brotkrumenpfad", "krumenpfad", "ariane", "filariane", "migas", "briciole", "kruimelpad", "kruimels", "kruimel", "okruszki", "migalhas", "brodsmulor", "brodkrummer", "brodkrumme", "brodsmuler", "brodsmulesti", "murupolku", "drobecky", "drobeckova", "morzsa", "morzsamenu"];
/// Labels before the name of a section, which are cut off.
pub static LABELS: &[&str] = &["kategorie:", "sie sind hier:", "rubrik:", "category:", "you are here:", "latest stories from ", "more from ", "latest from ", "catégorie :", "catégorie:", "vous êtes ici :", "vous êtes ici:", "rubrique :", "rubrique:", "categoría:", "usted está en:", "estás en:", "sección:", "sei in:", "ti trovi in:", "categoria:", "categorie:", "u bent hier:", "je bent hier:", "kategoria:", "jesteś tutaj:", "você está em:", "você está aqui:", "editoria:", "kategori:", "rubrika:", "рубрика:", "категория:", "раздел:", "категорія:", "rovat:", "分类：", "分類：", "栏目：", "当前位置："];
/// Words of the class of a link beside the headline that leads to the section.
pub static LINK_CLASSES: &[&str] = &["category", "categories", "section", "rubric", "kicker", "eyebrow", "cat", "rubrik", "ressort", "kategorie", "dachzeile", "rubrique", "categorie", "surtitre", "seccion", "categoria", "volanta", "antetitulo", "cintillo", "sezione", "occhiello", "rubriek", "kategoria", "dzial", "editoria", "secao", "chapeu", "kategori", "vinjett", "avdelning", "sektion", "seksjon", "osasto", "rubrika", "rubryka"];
/// Names at the start of a breadcrumb, and others that are not sections.
pub static NONE: &[&str] = &["null", "undefined", "alle artikel", "artikel", "erweiterte suche", "start", "startseite", "home", "hauptseite", "titelseite", "zur startseite", "allgemein", "allgemeines", "unkategorisiert", "nicht kategorisiert", "ohne kategorie", "keine kategorie", "topthema", "top-thema", "topthemen", "top-themen", "top-news", "topnews", "topmeldung", "topmeldungen", "aufmacher", "schlagzeilen", "meistgelesen", "neueste artikel", "neueste beiträge", "alle beiträge", "alle meldungen", "alle nachrichten", "alle news", "beitrag", "beiträge", "sie sind hier", "all", "all articles", "all posts", "article", "articles", "blog", "featured", "homepage", "index", "main", "main navigation", "popular", "posts", "tags", "uncategorized", "home page", "front page", "frontpage", "top", "top stories", "top story", "top news", "uncategorised", "no category", "not categorized", "not categorised", "slider", "home slider", "homepage slider", "carousel", "featured stories", "featured story", "featured news", "featured articles", "featured article", "featured post", "featured posts", "main slider", "main story", "lead story", "headlines", "latest", "latest news", "latest stories", "trending", "trending now", "most read", "most popular", "editor's pick", "editor's picks", "editors' picks", "editor’s pick", "editor’s picks", "editors’ picks", "must read", "must-read", "all news", "all stories", "all categories", "category", "categories", "you are here", "archive", "archives", "sitemap", "back to home", "email", "e-mail", "view", "print", "share", "comments", "subscribe", "rss", "log in", "login", "sign in", "search", "more", "accueil", "page d'accueil", "page d’accueil", "retour à l'accueil", "retour à l’accueil", "à la une", "a la une", "la une", "une", "en vedette", "en une", "non classé", "non classée", "non classés", "non-classé", "non classe", "non catégorisé", "non catégorisée", "sans catégorie", "tous les articles", "derniers articles", "les plus lus", "vous êtes ici", "inicio", "portada", "en portada", "página de inicio", "página principal", "principal", "sin categoría", "sin categoria", "sin categorizar", "sin clasificar", "no categorizado", "destacado", "destacados", "destacada", "destacadas", "noticias destacadas", "noticia destacada", "nota principal", "notas principales", "noticia principal", "titulares", "última hora", "ultima hora", "últimas noticias", "ultimas noticias", "lo último", "lo más leído", "todas las noticias", "usted está aquí", "estás aquí", "in evidenza", "primo piano", "in primo piano", "prima pagina", "pagina iniziale", "pagina principale", "torna alla home", "senza categoria", "senza categorie", "non categorizzato", "non categorizzata", "non categorizzati", "non classificato", "non classificati", "apertura", "notizie in evidenza", "ultim'ora", "ultim’ora", "ultima ora", "ultime notizie", "tutte le notizie", "tutti gli articoli", "più letti", "sei qui", "voorpagina", "startpagina", "artikelen", "hoofdpagina", "hoofdnieuws", "geen categorie", "niet gecategoriseerd", "ongecategoriseerd", "zonder categorie", "algemeen", "uitgelicht", "in de kijker", "laatste nieuws", "alle artikelen", "alle berichten", "meest gelezen", "je bent hier", "u bent hier", "u bevindt zich hier", "główna", "strona główna", "bez kategorii", "nieskategoryzowane", "niesklasyfikowane", "wyróżnione", "na głównej", "najnowsze", "najważniejsze", "wszystkie artykuły", "slajder", "jesteś tutaj", "jesteś tu;", "início", "página inicial", "capa", "sem categoria", "sem categorias", "sem-categoria", "sem classificação", "não categorizado", "não categorizada", "destaque", "destaques", "em destaque", "destaque principal", "manchete", "manchetes", "últimas", "últimas notícias", "mais lidas", "todas as notícias", "você está aqui", "você está em", "está aqui", "inici", "pàgina d'inici", "pàgina d’inici", "pàgina principal", "sense categoria", "sense categoritzar", "destacat", "destacats", "sou aquí", "acasă", "acasa", "prima pagină", "pagina principală", "fără categorie", "fara categorie", "necategorizat", "ultima oră", "ultimele știri", "ultimele ştiri", "cele mai citite", "toate știrile", "hem", "startsida", "startsidan", "förstasidan", "förstasida", "till startsidan", "okategoriserade", "okategoriserad", "okategoriserat", "allmänt", "utvalt", "toppnyheter", "senaste nytt", "senaste nyheterna", "mest läst", "alla artiklar", "du är här", "forside", "forsiden", "hjem", "startside", "til forsiden", "ikke kategoriseret", "ukategoriseret", "ikke-kategoriseret", "uden kategori", "generelt", "udvalgt", "udvalgte", "tophistorier", "topnyheder", "seneste nyt", "seneste nyheder", "mest læste", "alle artikler", "du er her", "startsiden", "ukategorisert", "ukategoriserte", "ikke kategorisert", "uten kategori", "utvalgt", "utvalgte", "toppsaker", "siste nytt", "siste nyheter", "mest lest", "alle saker", "forsíða", "heim", "óflokkað", "etusivu", "etusivulle", "luokittelematon", "luokittelemattomat", "kategorisoimaton", "ei kategoriaa", "yleinen", "nostot", "pääuutiset", "tuoreimmat", "uusimmat", "luetuimmat", "kaikki uutiset", "kaikki artikkelit", "olet tässä", "esileht", "avaleht", "esilehele", "liigitamata", "kategoriseerimata", "loetumad", "sākums", "sākumlapa", "uz sākumu", "bez kategorijas", "nekategorizēts", "pradžia", "titulinis", "į pradžią", "pradinis", "be kategorijos", "nekategorizuota", "skaitomiausi", "domů", "úvod", "úvodní strana", "úvodní stránka", "hlavní strana", "hlavní stránka", "titulní strana", "titulní stránka", "nezařazené", "nezařazeno", "bez kategorie", "hlavní zprávy", "hlavní zpráva", "nejčtenější", "nejnovější", "všechny články", "nacházíte se", "jste zde", "domov", "úvodná stránka", "hlavná stránka", "titulná stránka", "titulka", "nezaradené", "bez kategórie", "najčítanejšie", "najnovšie", "všetky články", "nachádzate sa", "nachádzate sa tu", "ste tu", "na začetek", "začetna stran", "naslovna stran", "naslovnica", "nekategorizirano", "nerazvrščeno", "brez kategorije", "izpostavljeno", "najbolj brano", "naslovna", "naslovna stranica", "početna", "početna stranica", "nerazvrstano", "bez kategorije", "izdvojeno", "istaknuto", "najčitanije", "najnovije", "sve vijesti", "насловна", "насловна страна", "почетна", "почетна страна", "без категорије", "некатегоризовано", "издвојено", "најновије", "најчитаније", "naslovna strana", "početna strana", "nekategorizovano", "sve vesti", "насловна страница", "почетна страница", "почеток", "без категорија", "некатегоризирано", "најчитани", "начало", "начална страница", "главна", "без категория", "некатегоризирани", "водещи", "водещи новини", "водеща новина", "топ новини", "топ новина", "най-четени", "всички новини", "главная", "главная страница", "на главную", "на главной", "без рубрики", "без категории", "без раздела", "главное", "главные новости", "главная новость", "последние новости", "лента новостей", "все новости", "новости дня", "топ-новости", "топ новости", "самое читаемое", "слайдер", "вы здесь", "головна", "головна сторінка", "на головну", "на головній", "без категорії", "головне", "головні новини", "головна новина", "останні новини", "стрічка новин", "всі новини", "усі новини", "новини дня", "топ-новини", "ви тут", "főoldal", "kezdőlap", "nyitólap", "nyitóoldal", "címlap", "vissza a főoldalra", "nincs kategorizálva", "nincs kategória", "kategorizálatlan", "kiemelt", "kiemelt hír", "kiemelt hírek", "vezető hír", "vezető hírek", "legfrissebb", "legfrissebb hírek", "legolvasottabb", "összes hír", "ön itt áll", "αρχική", "αρχική σελίδα", "αρχικη", "αρχικη σελιδα", "χωρίς κατηγορία", "μη κατηγοριοποιημένο", "μη κατηγοριοποιημένα", "αταξινόμητα", "πρωτοσέλιδο", "πρώτο θέμα", "κεντρικό θέμα", "κύρια θέματα", "όλες οι ειδήσεις", "ροή ειδήσεων", "τελευταία νέα", "βρίσκεστε εδώ", "ballina", "kryefaqja", "kryefaqe", "faqja kryesore", "kreu", "kryesore", "pa kategori", "të pakategorizuara", "lajmi i fundit", "të fundit", "ana sayfa", "anasayfa", "ana manşet", "manşet", "manşetler", "manşet haber", "manşet haberleri", "sürmanşet", "kategorisiz", "kategorilenmemiş", "genel", "öne çıkan", "öne çıkanlar", "öne çıkan haberler", "son dakika", "son dakika haberleri", "en çok okunanlar", "tüm haberler", "haberler", "slayt", "ראשי", "דף הבית", "עמוד הבית", "עמוד ראשי", "דף ראשי", "ללא קטגוריה", "לא מסווג", "כללי", "כותרות", "כל הכתבות", "الرئيسية", "الرئيسيه", "الصفحة الرئيسية", "الصفحه الرئيسيه", "غير مصنف", "غير مصنفة", "بدون تصنيف", "سلايدر", "سلايدر رئيسي", "آخر الأخبار", "اخر الاخبار", "الأكثر قراءة", "كل الأخبار", "أنت هنا", "होम", "होमप\u{947}ज", "होम प\u{947}ज", "म\u{941}ख\u{94d}य प\u{943}ष\u{94d}ठ", "म\u{941}खप\u{943}ष\u{94d}ठ", "म\u{941}ख प\u{943}ष\u{94d}ठ", "अवर\u{94d}गीक\u{943}त", "टॉप न\u{94d}य\u{942}ज", "टॉप न\u{94d}य\u{942}ज\u{93c}", "ताजा खबर", "ताज\u{93c}ा खबर", "ताजा खबर\u{947}\u{902}", "ताज\u{93c}ा खबर\u{947}\u{902}", "トップ", "ホーム", "トップページ", "topページ", "ホームページ", "未分類", "新着", "新着記事", "新着ニュース", "最新ニュース", "最新記事", "トップニュース", "主要ニュース", "注目記事", "注目ニュース", "人気記事", "おすすめ記事", "ピックアップ", "記事一覧", "ニュース一覧", "現在位置", "首页", "首頁", "主页", "主頁", "网站首页", "網站首頁", "回首頁", "返回首页", "未分类", "默认分类", "預設分類", "头条", "頭條", "今日头条", "头条新闻", "頭條新聞", "推荐", "推薦", "置顶", "置頂", "最新", "最新消息", "最新新聞", "最新文章", "即时新闻", "即時新聞", "滚动", "滚动新闻", "幻灯片", "轮播图", "焦点图", "热门文章", "熱門文章", "全部文章", "正文", "当前位置", "目前位置", "您的位置", "您现在的位置", "홈", "홈으로", "메인", "메인페이지", "메인 페이지", "첫화면", "미분류", "전체기사", "전체 기사", "전체뉴스", "최신기사", "최신뉴스", "최신 기사", "주요뉴스", "주요기사", "주요 뉴스", "톱뉴스", "헤드라인", "헤드라인뉴스", "많이 본 뉴스", "hasiera", "azala", "kategoriarik gabe", "sailkatu gabea", "sailkatu gabeak", "páxina de inicio", "páxina principal", "sen categoría", "sen categorizar", "nyumbani", "mwanzo", "صفحه نخست", "صفحه اصلی", "خانه", "آخرین اخبار", "همه اخبار", "دسته\u{200c}بندی نشده", "دسته بندی نشده", "پربازدیدترین", "beranda", "terkini", "berita terkini", "berita terbaru", "terpopuler", "berita utama", "semua berita", "tak berkategori", "tanpa kategori", "indeks", "laman utama", "utama", "หน\u{e49}าแรก", "หน\u{e49}าหล\u{e31}ก", "ข\u{e48}าวล\u{e48}าส\u{e38}ด", "ข\u{e48}าวท\u{e31}\u{e49}งหมด", "ท\u{e31}\u{e49}งหมด", "ไม\u{e48}ม\u{e35}หมวดหม\u{e39}\u{e48}", "ไม\u{e48}ระบ\u{e38}หมวดหม\u{e39}\u{e48}", "trang chủ", "tin mới", "tin mới nhất", "tin nóng", "mới nhất", "nổi bật", "đọc nhiều", "chưa phân loại"];
}
/// See `tables.toml`.
pub mod sentences {
/// Words that begin a sentence if capitalised, even after an abbreviation.
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
/// Texts of the button of a single product, in their letter case.
pub static BUTTONS: &[&str] = &["In den Warenkorb", "In den Einkaufswagen", "Add to basket", "Add to cart", "Add to bag", "Ajouter au panier", "Añadir al carrito", "Aggiungi al carrello", "In winkelwagen", "In winkelmand", "Toevoegen aan winkelwagen", "Voeg toe aan winkelwagen", "Do koszyka"];
/// Path segments above the goods of shops.
pub static PATHS: &[&str] = &["produkt", "produkte", "shop", "product", "products", "store", "boutique", "tienda", "negozio", "winkel", "producten", "sklep"];
}
/// See `tables.toml`.
pub mod sign_up {
/// Parts of the names of forms to subscribe to a newsletter.
pub static CLASSES: &[&str] = &["newsletter", "subscri", "abonn", "suscri", "inscri", "iscri", "sign-up", "signup", "mailing", "mailchimp", "mc4wp", "mc-embedded", "mc_embed", "nieuwsbrief", "nyhetsbrev", "nyhedsbrev", "uutiskirje", "rassylk", "hirlevel"];
}
/// See `tables.toml`.
pub mod tags {
/// Words of the class of a list of keywords.
pub static CLASSES: &[&str] = &["tag", "tags", "taglist", "topic", "topics", "keyword", "keywords", "tagcloud", "schlagwort", "schlagworte", "themen", "sujets", "temas", "etiquetas", "trefwoord", "trefwoorden", "onderwerpen"];
}
/// See `tables.toml`.
pub mod titles {
/// Ends of the names of files that stand in place of a title.
pub static FILE_ENDS: &[&str] = &["html", "htm", "shtml", "php", "php3", "asp", "aspx", "jsp", "cfm", "xml", "txt", "doc", "pdf"];
/// Titles that software gives to pages without a title of their own.
pub static PLACEHOLDERS: &[&str] = &["unbenanntes dokument", "einzelansicht", "detailansicht", "detail", "druckversion", "druckansicht", "artikel", "artikelansicht", "news-detail", "newsdetail", "nachricht", "meldung", "neue seite 1", "untitled document", "untitled", "untitled page", "new page 1", "new page", "document", "no title", "page title", "article", "news", "news detail", "news details", "news article", "news item", "details", "single view", "print version", "printer friendly version", "printer-friendly version", "home page", "printable version", "print view", "print article", "printer friendly page", "welcome", "document sans titre", "document sans nom", "sans titre", "nouvelle page 1", "actualité", "détail", "version imprimable", "documento sin título", "sin título", "página nueva 1", "artículo", "noticia", "detalle", "versión para imprimir", "documento senza titolo", "senza titolo", "nuova pagina 1", "articolo", "notizia", "dettaglio", "versione stampabile", "naamloos document", "nieuwsbericht", "printversie", "dokument bez tytułu", "bez tytułu", "nowa strona 1", "artykuł", "szczegóły", "wersja do druku", "documento sem título", "sem título", "artigo", "notícia", "detalhe", "versão para impressão", "namnlöst dokument", "nyhet", "bez názvu", "nepojmenovaný dokument", "článek", "документ без названия", "без названия", "новость", "новости", "статья", "версия для печати", "névtelen dokumentum", "cím nélküli dokumentum", "hír", "cikk", "έγγραφο χωρίς τίτλο", "χωρίς τίτλο", "άρθρο", "adsız belge", "başlıksız belge", "haber", "haber detayı", "無題ドキュメント", "無題", "無題のページ", "ニュース", "无标题文档", "無標題文件", "未命名文档", "新闻", "新闻内容", "新聞", "제목 없음", "무제 문서", "뉴스"];
/// Ends of the names of sites in Chinese and Japanese, which follow the headline in a title.
pub static SITE_ENDS: &[&str] = &["ニュース", "新聞", "オンライン", "サイト", "网", "網", "网站", "網站", "官网", "官網", "频道", "頻道", "门户", "入口網", "客户端"];
}
/// See `tables.toml`.
pub mod walls {
/// Markup that only the pages of common bot walls have.
pub static CHALLENGE_MARKS: &[&str] = &["_cf_chl_opt", "cf-browser-verification", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awsWafCookieDomainList", "/.well-known/ddos-guard/"];
/// Titles of pages that want proof that the visitor is human.
pub static CHALLENGE_TITLES: &[&str] = &["einen moment bitte", "nur einen moment", "sicherheitsüberprüfung", "access denied", "access to this page has been denied", "are you a robot", "are you human", "attention required", "bot verification", "captcha", "checking your browser", "client challenge", "ddos-guard", "human verification", "just a moment", "one more step", "pardon our interruption", "please verify you are a human", "request rejected", "robot or human", "security check", "verify you are human", "een moment geduld", "even geduld", "toegang geweigerd", "ben je een robot"];
/// Path segments, or first labels of a host, of consent pages.
pub static CONSENT_ADDRESSES: &[&str] = &["zustimmung", "consent", "cookie-consent", "cookiewall", "cookie-wall", "privacywall", "toestemming", "cookiemuur", "myprivacy"];
/// Phrases of consent walls.
pub static CONSENT_PHRASES: &[&str] = &["wir und unsere partner", "unsere partner", "mit werbung weiterlesen", "weiter mit werbung", "mit werbung und cookies", "cookies zustimmen", "zustimmen und weiter", "alle akzeptieren", "alle cookies akzeptieren", "alle ablehnen", "akzeptieren und weiter", "einstellungen verwalten", "ihre privatsphäre", "deine privatsphäre", "ihre zustimmung", "deine zustimmung", "ihre einwilligung", "wir verwenden cookies", "diese website verwendet cookies", "werbefrei lesen", "personalisierte werbung", "we and our partners", "our partners", "accept all", "reject all", "agree and continue", "manage preferences", "manage options", "your privacy", "your consent", "we use cookies", "nous et nos partenaires", "tout accepter", "votre consentement", "wij en onze partners", "onze partners", "alles accepteren", "alle cookies accepteren", "accepteren en doorgaan", "akkoord en doorgaan", "alles weigeren", "alles afwijzen", "voorkeuren beheren", "instellingen beheren", "jouw privacy", "uw privacy", "je privacy", "jouw toestemming", "uw toestemming", "je toestemming", "wij gebruiken cookies", "we gebruiken cookies", "deze website gebruikt cookies", "cookies toestaan", "gepersonaliseerde advertenties"];
}
/// See `tables.toml`.
pub mod weekdays {
/// Friday, in all forms that news use. Leave out forms that are also other words.
pub static FRIDAY: &[(&str, &[&str])] = &[
("de", &["freitag"]),
("en", &["friday"]),
("fr", &["vendredi"]),
("es", &["viernes"]),
("it", &["venerdì"]),
("nl", &["vrijdag"]),
("pl", &["piątek", "piątku"]),
("pt", &["sexta-feira"]),
("ca", &["divendres"]),
("ro", &["vineri"]),
("sv", &["fredag", "fredagen"]),
("da", &["fredag"]),
("no", &["fredag"]),
("is", &["föstudagur", "föstudag"]),
("fi", &["perjantai", "perjantaina"]),
("et", &["reede", "reedel"]),
("lv", &["piektdiena", "piektdien"]),
("lt", &["penktadienis", "penktadienį"]),
("cs", &["pátek"]),
("sk", &["piatok"]),
("sl", &["petek"]),
("hr", &["petak"]),
("sr", &["петак", "petak"]),
("mk", &["петок"]),
("bg", &["петък"]),
("ru", &["пятница", "пятницу"]),
("uk", &["п’ятниця", "п’ятницю"]),
("hu", &["péntek", "pénteken"]),
("el", &["παρασκευή"]),
("tr", &["cuma"]),
("ar", &["الجمعة"]),
("hi", &["श\u{941}क\u{94d}रवार"]),
("ko", &["금요일"]),
("gl", &["venres"]),
("id", &["jumat"]),
];
/// Monday, in all forms that news use. Leave out forms that are also other words.
pub static MONDAY: &[(&str, &[&str])] = &[
("de", &["montag"]),
("en", &["monday"]),
("fr", &["lundi"]),
("es", &["lunes"]),
("it", &["lunedì"]),
("nl", &["maandag"]),
("pl", &["poniedziałek", "poniedziałku"]),
("pt", &["segunda-feira"]),
("ca", &["dilluns"]),
("ro", &["luni"]),
("sv", &["måndag", "måndagen"]),
("da", &["mandag"]),
("no", &["mandag"]),
("is", &["mánudagur", "mánudag"]),
("fi", &["maanantai", "maanantaina"]),
("et", &["esmaspäev", "esmaspäeval"]),
("lv", &["pirmdiena", "pirmdien"]),
("lt", &["pirmadienis", "pirmadienį"]),
("cs", &["pondělí"]),
("sk", &["pondelok"]),
("sl", &["ponedeljek"]),
("hr", &["ponedjeljak"]),
("sr", &["понедељак", "ponedeljak"]),
("mk", &["понеделник"]),
("bg", &["понеделник"]),
("ru", &["понедельник"]),
("uk", &["понеділок"]),
("hu", &["hétfő", "hétfőn"]),
("el", &["δευτέρα"]),
("tr", &["pazartesi"]),
("ar", &["الاثنين", "الإثنين"]),
("hi", &["सोमवार"]),
("ko", &["월요일"]),
("gl", &["luns"]),
("id", &["senin"]),
];
/// Saturday, in all forms that news use. Leave out forms that are also other words.
pub static SATURDAY: &[(&str, &[&str])] = &[
("de", &["samstag", "sonnabend"]),
("en", &["saturday"]),
("fr", &["samedi"]),
("es", &["sábado"]),
("it", &["sabato"]),
("nl", &["zaterdag"]),
("pl", &["sobota", "sobotę", "soboty"]),
("pt", &["sábado"]),
("ca", &["dissabte"]),
("ro", &["sâmbătă"]),
("sv", &["lördag", "lördagen"]),
("da", &["lørdag"]),
("no", &["lørdag"]),
("is", &["laugardagur", "laugardag"]),
("fi", &["lauantai", "lauantaina"]),
("et", &["laupäev", "laupäeval"]),
("lv", &["sestdiena", "sestdien"]),
("lt", &["šeštadienis", "šeštadienį"]),
("cs", &["sobota", "sobotu"]),
("sk", &["sobota", "sobotu"]),
("sl", &["sobota", "soboto"]),
("hr", &["subota", "subotu"]),
("sr", &["субота", "суботу", "subota", "subotu"]),
("mk", &["сабота"]),
("bg", &["събота"]),
("ru", &["суббота", "субботу"]),
("uk", &["субота", "суботу"]),
("hu", &["szombat", "szombaton"]),
("el", &["σάββατο"]),
("tr", &["cumartesi"]),
("ar", &["السبت"]),
("hi", &["शनिवार"]),
("ko", &["토요일"]),
("gl", &["sábado"]),
("id", &["sabtu"]),
];
/// Sunday, in all forms that news use. Leave out forms that are also other words.
pub static SUNDAY: &[(&str, &[&str])] = &[
("de", &["sonntag"]),
("en", &["sunday"]),
("fr", &["dimanche"]),
("es", &["domingo"]),
("it", &["domenica"]),
("nl", &["zondag"]),
("pl", &["niedziela", "niedzielę", "niedzieli"]),
("pt", &["domingo"]),
("ca", &["diumenge"]),
("ro", &["duminică"]),
("sv", &["söndag", "söndagen"]),
("da", &["søndag"]),
("no", &["søndag"]),
("is", &["sunnudagur", "sunnudag"]),
("fi", &["sunnuntai", "sunnuntaina"]),
("et", &["pühapäev", "pühapäeval"]),
("lv", &["svētdiena", "svētdien"]),
("lt", &["sekmadienis", "sekmadienį"]),
("cs", &["neděle", "neděli"]),
("sk", &["nedeľa", "nedeľu"]),
("sl", &["nedelja", "nedeljo"]),
("hr", &["nedjelja", "nedjelju"]),
("bg", &["неделя"]),
("ru", &["воскресенье"]),
("uk", &["неділя", "неділю"]),
("hu", &["vasárnap"]),
("el", &["κυριακή"]),
("hi", &["रविवार"]),
("ko", &["일요일"]),
("gl", &["domingo"]),
];
/// Thursday, in all forms that news use. Leave out forms that are also other words.
pub static THURSDAY: &[(&str, &[&str])] = &[
("de", &["donnerstag"]),
("en", &["thursday"]),
("fr", &["jeudi"]),
("es", &["jueves"]),
("it", &["giovedì"]),
("nl", &["donderdag"]),
("pl", &["czwartek", "czwartku"]),
("pt", &["quinta-feira"]),
("ca", &["dijous"]),
("ro", &["joi"]),
("sv", &["torsdag", "torsdagen"]),
("da", &["torsdag"]),
("no", &["torsdag"]),
("is", &["fimmtudagur", "fimmtudag"]),
("fi", &["torstai", "torstaina"]),
("et", &["neljapäev", "neljapäeval"]),
("lv", &["ceturtdiena", "ceturtdien"]),
("lt", &["ketvirtadienis", "ketvirtadienį"]),
("cs", &["čtvrtek"]),
("sk", &["štvrtok"]),
("sl", &["četrtek"]),
("hr", &["četvrtak"]),
("sr", &["четвртак", "četvrtak"]),
("mk", &["четврток"]),
("bg", &["четвъртък"]),
("ru", &["четверг"]),
("uk", &["четвер"]),
("hu", &["csütörtök", "csütörtökön"]),
("el", &["πέμπτη"]),
("tr", &["perşembe"]),
("ar", &["الخميس"]),
("hi", &["ग\u{941}र\u{941}वार"]),
("ko", &["목요일"]),
("gl", &["xoves"]),
("id", &["kamis"]),
];
/// Tuesday, in all forms that news use. Leave out forms that are also other words.
pub static TUESDAY: &[(&str, &[&str])] = &[
("de", &["dienstag"]),
("en", &["tuesday"]),
("fr", &["mardi"]),
("es", &["martes"]),
("it", &["martedì"]),
("nl", &["dinsdag"]),
("pl", &["wtorek", "wtorku"]),
("pt", &["terça-feira"]),
("ca", &["dimarts"]),
("ro", &["marți"]),
("sv", &["tisdag", "tisdagen"]),
("da", &["tirsdag"]),
("no", &["tirsdag"]),
("is", &["þriðjudagur", "þriðjudag"]),
("fi", &["tiistai", "tiistaina"]),
("et", &["teisipäev", "teisipäeval"]),
("lv", &["otrdiena", "otrdien"]),
("lt", &["antradienis", "antradienį"]),
("cs", &["úterý"]),
("sk", &["utorok"]),
("sl", &["torek"]),
("hr", &["utorak"]),
("sr", &["уторак", "utorak"]),
("mk", &["вторник"]),
("bg", &["вторник"]),
("ru", &["вторник"]),
("uk", &["вівторок"]),
("hu", &["kedd", "kedden"]),
("el", &["τρίτη"]),
("tr", &["salı"]),
("ar", &["الثلاثاء"]),
("hi", &["म\u{902}गलवार"]),
("ko", &["화요일"]),
("gl", &["martes"]),
("id", &["selasa"]),
];
/// Wednesday, in all forms that news use. Leave out forms that are also other words.
pub static WEDNESDAY: &[(&str, &[&str])] = &[
("de", &["mittwoch"]),
("en", &["wednesday"]),
("fr", &["mercredi"]),
("es", &["miércoles"]),
("it", &["mercoledì"]),
("nl", &["woensdag"]),
("pl", &["środa", "środę", "środy"]),
("pt", &["quarta-feira"]),
("ca", &["dimecres"]),
("ro", &["miercuri"]),
("sv", &["onsdag", "onsdagen"]),
("da", &["onsdag"]),
("no", &["onsdag"]),
("is", &["miðvikudagur", "miðvikudag"]),
("fi", &["keskiviikko", "keskiviikkona"]),
("et", &["kolmapäev", "kolmapäeval"]),
("lv", &["trešdiena", "trešdien"]),
("lt", &["trečiadienis", "trečiadienį"]),
("cs", &["středa", "středu"]),
("sk", &["streda", "stredu"]),
("sl", &["sreda", "sredo"]),
("hr", &["srijeda", "srijedu"]),
("sr", &["среда", "среду", "sreda", "sredu"]),
("mk", &["среда"]),
("bg", &["сряда"]),
("ru", &["среду"]),
("uk", &["середу"]),
("hu", &["szerda", "szerdán"]),
("el", &["τετάρτη"]),
("tr", &["çarşamba"]),
("ar", &["الأربعاء"]),
("hi", &["ब\u{941}धवार"]),
("ko", &["수요일"]),
("gl", &["mércores"]),
("id", &["rabu"]),
];
}
