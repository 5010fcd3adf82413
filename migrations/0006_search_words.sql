-- The words by which full-text search finds articles, the same in databases of every locale. In locale C, which embedded databases had,
-- full-text search takes every character beyond ASCII for a letter without case.

-- The text search configuration of a language (ISO 639-1).
create function search_config(language text) returns regconfig
language sql immutable parallel safe
return case language
    when 'ar' then 'pg_catalog.arabic'::regconfig
    when 'ca' then 'pg_catalog.catalan'::regconfig
    when 'da' then 'pg_catalog.danish'::regconfig
    when 'de' then 'pg_catalog.german'::regconfig
    when 'el' then 'pg_catalog.greek'::regconfig
    when 'en' then 'pg_catalog.english'::regconfig
    when 'es' then 'pg_catalog.spanish'::regconfig
    when 'fi' then 'pg_catalog.finnish'::regconfig
    when 'fr' then 'pg_catalog.french'::regconfig
    when 'hi' then 'pg_catalog.hindi'::regconfig
    when 'hu' then 'pg_catalog.hungarian'::regconfig
    when 'it' then 'pg_catalog.italian'::regconfig
    when 'nl' then 'pg_catalog.dutch'::regconfig
    when 'no' then 'pg_catalog.norwegian'::regconfig
    when 'pt' then 'pg_catalog.portuguese'::regconfig
    when 'ro' then 'pg_catalog.romanian'::regconfig
    when 'ru' then 'pg_catalog.russian'::regconfig
    when 'sv' then 'pg_catalog.swedish'::regconfig
    when 'tr' then 'pg_catalog.turkish'::regconfig
    else 'pg_catalog.simple'::regconfig
end;

-- Chinese and Japanese have no blanks between words: search takes each of their characters for a word, and a typed run of them for a
-- phrase, in texts of any language.
create function has_unspaced(body text) returns boolean
language sql immutable parallel safe
return coalesce(body ~ '[\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af]', false);

-- A text with blanks around each character of Han and Kana.
create function separated(body text) returns text
language sql immutable parallel safe
return regexp_replace(body, '([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af])', ' \1 ', 'g');

-- Whether full-text search tells letters from marks in this database, and capitals from small letters as English does.
create function knows_letters() returns boolean
language sql immutable parallel safe
return to_tsvector('pg_catalog.simple', 'IÄ“Жω”') = $$'iä':1 'жω':2$$::tsvector;

-- A text in small letters, by a table, which takes four times as long as a collation.
create function lowered_by_table(body text) returns text
language plpgsql immutable parallel safe
as $$
declare
    capitals constant text :=
            'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘ'
            'ƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙ'
            'ΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘ'
            'ҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓ'
            'ՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜ'
            'ỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾ';
    small constant text :=
            'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįiĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙ'
            'ɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθι'
            'κλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙ'
            'қҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփ'
            'քօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờ'
            'ởỡợụủứừửữựỳỵỷỹỻỽỿ';
    -- `translate` goes through all of its table for each character
    there text := array_to_string(array(select distinct unnest(string_to_array(
        regexp_replace(body, '[^' || capitals || ']+', '', 'g'), null))), '');
begin
    return lower(translate(body, there, translate(there, capitals, small)) collate "C");
end $$;

-- A text in small letters. The collation is there where the machine had the locale when the cluster was made.
create function lowered(body text) returns text
language plpgsql immutable -- catches an exception, which parallel workers may not
as $$
begin
    if lower('I') = 'i' and body !~ '[\u00c0-\u024f\u0370-\u0556\u10a0-\u10ff\u1c90-\u1fff\u2c00-\u2dff\ua640-\ua7ff\uff21-\uff3a]' then
        return body; -- what is in ASCII is lowered in any case
    end if;
    return lower(body collate "C.utf8");
exception when undefined_object or invalid_parameter_value then
    return public.lowered_by_table(body);
end $$;

-- A text as search has it, of articles and of queries: marks that are no letters are blanks, letters are small. That is left to the
-- database where it does it by itself. Hyphens and apostrophes are those of ASCII, and what is not seen in a word is left out.
create function folded(body text) returns text
language plpgsql immutable
as $$
begin
    if body ~ '[\u00ad\u02bc\u2010\u2011\u2060\ufeff]' then
        body := translate(body, E'\u2010\u2011\u02bc\u00ad\u2060\ufeff', '--''');
    end if;
    if not public.knows_letters() then
        body := public.lowered(regexp_replace(body,
            '[\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u037e\u0384'
            '\u0385\u0387\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f'
            '\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0964\u0965\u0970\u09f2-\u09fb\u0e3f'
            '\u0e4f\u0e5a\u0e5b\u1360-\u137c\u17d4-\u17d6\u17d8-\u17db\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf'
            '\u1fed-\u1fef\u1ffd-\u2070\u2074-\u207e\u2080-\u208e\u20a0-\u20c0\u2100\u2101\u2103-\u2106\u2108\u2109'
            '\u2114\u2116-\u2118\u211e-\u2123\u2125\u212e\u2140-\u2144\u214a-\u214d\u214f-\u215f\u2189-\u24b5'
            '\u24ea-\u2bff\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u302e-\u3030\u3036\u3037\u303d-\u303f\u309b\u309c'
            '\u30a0\u30fb\u3200-\u33ff\u4dc0-\u4dff\ufd3e\ufd3f\ufdfc-\ufdff\ufe10-\ufe19\ufe30-\ufe6b\uff00-\uff0f'
            '\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\ufffd\U0001f000-\U0001f12f\U0001f18a-\U0001fbca]+',
            ' ', 'g'));
    end if;
    return body;
end $$;

-- What full-text search finds an article by, and tags beside its words. A tsvector holds at most 1 MB: longer text is indexed as far as
-- it fits.
create function search_vector(language text, title text, body text, tags text[] default '{}') returns tsvector
language plpgsql immutable
as $$
declare
    config regconfig := public.search_config(language); -- pg_restore has no search path
    headline text := public.folded(normalize(left(coalesce(title, ''), 1000)));
    chars integer := 250000;
    words text;
    head tsvector;
begin
    if public.has_unspaced(headline) then
        headline := public.separated(headline);
    end if;
    head := array_to_tsvector(tags) || setweight(to_tsvector(config, headline), 'A');
    loop
        begin
            words := public.folded(left(body, chars));
            if public.has_unspaced(words) then
                words := public.separated(words);
            end if;
            return head || setweight(to_tsvector(config, words), 'B');
        exception when program_limit_exceeded then
            chars := chars / 4;
        end;
    end loop;
end $$;

-- The words of bylines as tags.
create function author_tags(authors text[]) returns text[]
language sql immutable
return array(
    select distinct 'author ' || left(word.lexeme, 100)
    from unnest(to_tsvector('pg_catalog.simple', public.folded(normalize(left(array_to_string(authors[:50], ' '), 5000))))) word
);
