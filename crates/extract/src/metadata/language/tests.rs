use super::of;
use crate::cases::rows;

const GERMAN: &str = "Der Rat der Stadt hat gestern beschlossen, die alte Brücke über den Fluss zu \
    erneuern und für den Verkehr erst im kommenden Jahr wieder zu öffnen.";

fn code(text: &str, claim: Option<&str>) -> String {
    of(text, claim).unwrap().0
}

#[test]
fn the_text_prevails_over_the_claim() {
    let (language, score) = of(GERMAN, Some("en-US")).unwrap();
    assert_eq!(language, "de");
    assert!(score > 0.9);
}

#[test]
fn a_long_text_in_another_language_does_not_confirm_a_claim() {
    for [expected, text] in rows(
        "pl => Most zbudowano przed wojną i od dawna nie spełnia norm bezpieczeństwa. W konsultacjach wzięło udział ponad trzysta osób, większość poparła remont. Rada miasta postanowiła wczoraj odnowić stary most nad rzeką i otworzyć go dla ruchu dopiero w przyszłym roku. Prace opłaci gmina, powiedziała burmistrz po spotkaniu z mieszkańcami dzielnicy. Radni opozycji krytykują koszty, które wzrosły od ubiegłego roku prawie dwukrotnie. Kierowcy będą musieli korzystać z objazdu przez sąsiednią miejscowość. Nowa przeprawa ma mieć ścieżkę rowerową oraz szerszy chodnik po obu stronach. Wykonawca ma rozpocząć roboty wiosną, gdy tylko opadnie poziom wody.
        cs => Zastupitelstvo města včera rozhodlo, že starý most přes řeku opraví a pro dopravu ho znovu otevře až příští rok. Práce zaplatí obec, řekla starostka po setkání s obyvateli čtvrti, kteří si na hluk stěžovali už několik let. Opoziční zastupitelé kritizují náklady, které se od loňska téměř zdvojnásobily. Řidiči budou muset jezdit objížďkou přes sousední vesnici. Nový most má mít stezku pro cyklisty a širší chodník po obou stranách. Stavební firma chce začít na jaře, jakmile opadne voda.
        de => GERMAN",
    ) {
        let text = &text.replace("GERMAN", &GERMAN.repeat(5));
        assert!(text.len() > 2 * super::SAMPLE_BYTES, "{expected}");
        assert_eq!(code(text, Some("en")), expected);
        assert_eq!(code(text, None), expected);
        assert_eq!(code(text, Some(expected)), expected);
    }
}

#[test]
fn a_claim_is_not_confirmed_by_another_language_of_its_script() {
    for [claim, expected, text] in rows(
        "ru => uk => Пекарня на розі відчинилася після тривалого ремонту, і сусіди принесли квіти. Її власниця обіцяє пекти хліб щоранку й безкоштовно роздавати його школярам.
        ru-RU => bg => Пекарната на ъгъла отвори след дълъг ремонт и съседите донесоха цветя. Собственичката обещава да пече хляб всяка сутрин и да го раздава на учениците.
        ru => ru => Пекарня на углу открылась после долгого ремонта, и соседи принесли цветы. Хозяйка обещает печь хлеб каждое утро и бесплатно раздавать его школьникам.
        ar => fa => نانوایی سر کوچه پس از تعمیرات طولانی باز شد و همسایه‌ها گل آوردند. صاحب آن قول داد هر روز صبح نان بپزد و به دانش‌آموزان رایگان بدهد.
        ar-SA => ur => گلی کے کونے پر بیکری طویل مرمت کے بعد کھل گئی اور پڑوسی پھول لے کر آئے۔ مالکن نے وعدہ کیا کہ وہ ہر صبح روٹی پکائیں گی اور طلبہ کو مفت دیں گی۔
        ar => ar => افتتح المخبز في زاوية الشارع بعد ترميم طويل وأحضر الجيران الزهور. ووعدت صاحبته بأن تخبز كل صباح وأن توزع الخبز مجانا على التلاميذ.
        hi => mr => कोपऱ्यावरची बेकरी मोठ्या दुरुस्तीनंतर उघडली आणि शेजाऱ्यांनी फुले आणली. मालकिणीने रोज सकाळी पाव भाजण्याचे आणि विद्यार्थ्यांना मोफत देण्याचे वचन दिले आहे.
        hi => hi => नुक्कड़ की बेकरी लंबी मरम्मत के बाद खुल गई और पड़ोसी फूल लेकर आए। मालकिन ने वादा किया है कि वह हर सुबह रोटी बनाएगी और बच्चों को मुफ़्त देगी।",
    ) {
        let text = format!("{text} ").repeat(4);
        assert_eq!(code(&text, Some(claim)), expected, "{text}");
    }
}

#[test]
fn an_unverifiable_claim_is_believed() {
    assert_eq!(code("", Some("de")), "de");
    assert_eq!(of("", None), None);
    let galician = "O concello acordou onte renovar a vella ponte sobre o río e non a abrir de novo ao tráfico ata o vindeiro ano, segundo dixo a alcaldesa.";
    assert_eq!(code(galician, Some("gl-ES")), "gl");
}

#[test]
fn unsupported_languages_are_recognised_by_function_words() {
    let albanian = "Këshilli i qytetit vendosi dje që të rinovojë urën e vjetër mbi lumë dhe ta hapë për qarkullim në vitin e ardhshëm, tha kryetarja për gazetarët.";
    assert_eq!(code(albanian, Some("en")), "sq");
    let swahili = "Halmashauri ya mji iliamua jana kukarabati daraja la zamani la mto na kulifungua kwa magari katika mwaka ujao, alisema mkuu wa mji kwa waandishi wa habari.";
    assert_eq!(code(swahili, Some("en")), "sw");
}

#[test]
fn smaller_languages_are_detected_from_the_text() {
    for [expected, text] in rows(
        "da => Byrådet har i går besluttet at forny den gamle bro over floden og først at åbne den for trafik igen i det kommende år. Arbejdet bliver betalt af kommunen, siger borgmesteren, efter at mange havde klaget.
        no => Bystyret har i går besluttet å fornye den gamle broen over elven og først åpne den for trafikk igjen neste år. Arbeidet blir betalt av kommunen, sier ordføreren, etter at mange hadde klaget.
        pl => Rada miasta postanowiła wczoraj odnowić stary most nad rzeką i otworzyć go dla ruchu dopiero w przyszłym roku. Prace opłaci gmina, powiedziała burmistrz.
        cs => Zastupitelstvo včera rozhodlo, že starý most přes řeku bude opraven a pro dopravu se otevře až v příštím roce. Práce zaplatí obec, řekla starostka, která už jedná se stavební firmou.
        sk => Zastupiteľstvo včera rozhodlo, že starý most cez rieku bude opravený a pre dopravu sa otvorí až v budúcom roku. Práce zaplatí obec, povedala starostka, ktorá už rokuje so stavebnou firmou.
        fi => Kaupunginvaltuusto päätti eilen uudistaa vanhan joen ylittävän sillan ja avata sen liikenteelle vasta ensi vuonna. Työn maksaa kunta, sanoi pormestari.
        hu => A városi tanács tegnap úgy döntött, hogy felújítja a folyó feletti régi hidat, és csak jövőre nyitja meg újra a forgalom előtt. A munkát az önkormányzat fizeti.
        el => Το δημοτικό συμβούλιο αποφάσισε χθες να ανακαινίσει την παλιά γέφυρα πάνω από το ποτάμι και να την ανοίξει ξανά του χρόνου.
        he => מועצת העיר החליטה אתמול לשפץ את הגשר הישן מעל הנהר ולפתוח אותו מחדש לתנועה רק בשנה הבאה, כך אמרה ראש העיר לעיתונאים.
        uk => Міська рада вчора вирішила відновити старий міст через річку і відкрити його для руху лише наступного року. Роботи оплатить громада.
        ru => Городской совет вчера решил обновить старый мост через реку и открыть его для движения только в следующем году. Работы оплатит город.
        bg => Общинският съвет реши вчера да обнови стария мост над реката и да го отвори за движение едва през следващата година, каза кметът.
        ro => Consiliul local a hotărât ieri să renoveze podul vechi de peste râu și să îl redeschidă circulației abia anul viitor. Lucrările vor fi plătite de primărie.
        lt => Miesto taryba vakar nusprendė atnaujinti seną tiltą per upę ir atidaryti jį eismui tik kitais metais. Darbus apmokės savivaldybė, sakė merė.
        lv => Pilsētas dome vakar nolēma atjaunot veco tiltu pār upi un atvērt to satiksmei tikai nākamgad. Darbus apmaksās pašvaldība, teica mēre.
        et => Linnavolikogu otsustas eile uuendada vana jõesilla ja avada selle liiklusele alles järgmisel aastal. Tööde eest maksab vald, ütles linnapea.
        is => Borgarstjórn ákvað í gær að endurnýja gömlu brúna yfir ána og opna hana ekki fyrr en á næsta ári. Það er bærinn sem greiðir fyrir það, sagði bæjarstjórinn, og þau verk hefjast þá þegar.
        ca => L'ajuntament va decidir ahir renovar el pont vell sobre el riu i no obrir-lo de nou al trànsit fins a l'any vinent, segons va dir l'alcaldessa als periodistes. Les obres les pagarà l'ajuntament, que encara no sap quan començaran ni quant costaran, perquè encara no hi ha cap empresa que les vulgui fer.
        sl => Mestni svet je včeraj sklenil, da bo prenovil stari most čez reko in ga za promet odprl šele prihodnje leto. Dela bo plačala občina, je povedala županja.
        id => Dewan kota kemarin memutuskan untuk memperbarui jembatan tua di atas sungai dan baru akan membukanya kembali untuk lalu lintas tahun depan.",
    ) {
        assert_eq!(code(text, None), expected, "{text}");
        assert_eq!(
            code(text, Some("en")),
            expected,
            "claimed to be English: {text}"
        );
        assert_eq!(code(text, Some(expected)), expected, "{text}");
    }
}
