-- The schema that the last of the 38 migrations before 0.1.0 left, made by pg_dump, without trigrams: archives that have it are carried over.
begin;
set local check_function_bodies = false;
CREATE SCHEMA news;
CREATE FUNCTION public.acquire_slots(slot bigint, leased_host bigint, token bigint, keys text[], delays double precision[], hold double precision) RETURNS double precision
    LANGUAGE plpgsql
    AS $$
declare
    wait double precision;
    acquired bigint;
begin
    if not exists (select from hosts h where h.host_id = leased_host and h.lease_token = token and h.leased_until is not null) then
        return null;
    end if;
    -- in the order of keys, as wherever keys are locked: no deadlock
    insert into request_slots (key, next_at)
    select wanted.key, now() from unnest(keys) wanted (key)
    where not exists (select from request_slots s where s.key = wanted.key)
    order by wanted.key
    on conflict do nothing;
    perform from request_slots s where s.key = any(keys) order by s.key for no key update;
    select extract(epoch from max(s.next_at) - clock_timestamp()) into wait
    from request_slots s where s.key = any(keys) and s.held_by is distinct from slot;
    if wait > 0 then
        return wait;
    end if;
    update request_slots s
    set held_by = slot, next_at = clock_timestamp() + make_interval(secs => hold + wanted.delay)
    from unnest(keys, delays) wanted (key, delay)
    where s.key = wanted.key;
    get diagnostics acquired = row_count;
    return case when acquired = cardinality(keys) then 0 else 0.001 end; -- a row was deleted meanwhile: ask again
end $$;
CREATE FUNCTION public.folded(body text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
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
CREATE FUNCTION public.author_tags(authors text[]) RETURNS text[] LANGUAGE sql IMMUTABLE RETURN ARRAY(SELECT DISTINCT ('author '::text || "left"(word.lexeme, 100)) FROM unnest(to_tsvector('simple'::regconfig, public.folded(NORMALIZE("left"(array_to_string((author_tags.authors)[:50], ' '::text), 5000))))) word(lexeme, positions, weights));
CREATE FUNCTION public.authorities_of(urls text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY(SELECT DISTINCT "substring"(url.url, '^[a-z]+://([^/?#]+)'::text) AS "substring" FROM unnest(authorities_of.urls) url(url));
CREATE FUNCTION public.knows_letters() RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (to_tsvector('simple'::regconfig, 'IÄ“Жω”'::text) = '''iä'':1 ''жω'':2'::tsvector);
CREATE FUNCTION public.letters_of(title text) RETURNS text LANGUAGE sql IMMUTABLE RETURN CASE WHEN public.knows_letters() THEN regexp_replace(lower(title), '[^[:alnum:]]'::text, ''::text, 'g'::text) ELSE regexp_replace(public.folded(title), '[\s!-/:-@\[-`{-~]'::text, ''::text, 'g'::text) END;
CREATE FUNCTION public.has_same_headline(one text, other text, is_same_code boolean) RETURNS boolean LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT ((l.one = l.other) OR ((NOT has_same_headline.is_same_code) AND ((POSITION((l.other) IN (l.one)) > 0) OR (POSITION((l.one) IN (l.other)) > 0)))) FROM ( SELECT COALESCE(public.letters_of(has_same_headline.one), ''::text) AS one, COALESCE(public.letters_of(has_same_headline.other), ''::text) AS other) l;
END;
CREATE TABLE public.article_changes ( article_id text NOT NULL, version integer NOT NULL, version_before integer NOT NULL, host_id bigint NOT NULL, changed_at timestamp with time zone NOT NULL, of_headline boolean NOT NULL, of_text boolean NOT NULL );
CREATE TABLE public.articles ( article_id text NOT NULL, version integer NOT NULL, is_latest boolean NOT NULL, host_id bigint NOT NULL, url_id bigint NOT NULL, page_id bigint NOT NULL, fetched_at timestamp with time zone NOT NULL, last_seen_at timestamp with time zone NOT NULL, url text NOT NULL, http_status smallint NOT NULL, content_type text, etag text, last_modified text, robots_rule text, opt_out jsonb DEFAULT '{}'::jsonb NOT NULL, identity text NOT NULL, url_canonical text, title text, title_page text, description text, text text NOT NULL, content_hash text NOT NULL, word_count integer NOT NULL, char_count integer GENERATED ALWAYS AS (char_length(text)) STORED NOT NULL, authors text[] DEFAULT '{}'::text[] NOT NULL, agencies text[] DEFAULT '{}'::text[] NOT NULL, organizations text[] DEFAULT '{}'::text[] NOT NULL, date_published timestamp with time zone, date_published_tz integer, date_published_precision text, date_published_source text, date_modified timestamp with time zone, language text, language_score real, section text, tags text[] DEFAULT '{}'::text[] NOT NULL, image_url text, images jsonb, live_entries jsonb, parts text[], is_free boolean, is_truncated boolean, license text, field_sources jsonb, extractor text NOT NULL, extractor_version text NOT NULL, derived_hash bytea NOT NULL, created_at timestamp with time zone DEFAULT now() NOT NULL, updated_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT articles_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT articles_date_published_precision_check CHECK ((date_published_precision = ANY (ARRAY['second'::text, 'minute'::text, 'day'::text, 'month'::text]))), CONSTRAINT articles_date_published_source_check CHECK ((date_published_source = ANY (ARRAY['jsonld'::text, 'microdata'::text, 'meta'::text, 'link'::text, 'title'::text, 'heading'::text, 'time_tag'::text, 'url'::text, 'text'::text, 'rule'::text, 'news_sitemap'::text, 'feed'::text, 'crawl'::text]))), CONSTRAINT articles_field_sources_check CHECK ((jsonb_typeof(field_sources) = 'object'::text)), CONSTRAINT articles_last_seen_after_fetch CHECK ((last_seen_at >= fetched_at)), CONSTRAINT articles_live_entries_check CHECK ((jsonb_typeof(live_entries) = 'array'::text)), CONSTRAINT articles_version_check CHECK ((version > 0)), CONSTRAINT articles_word_count_check CHECK ((word_count >= 0)) )
WITH (fillfactor='90');
CREATE FUNCTION public.change_of(wanted text, wanted_version integer) RETURNS SETOF public.article_changes LANGUAGE sql STABLE BEGIN ATOMIC SELECT a.article_id, a.version, before.version, a.host_id, a.fetched_at, differs.of_headline, differs.of_text FROM ((public.articles a CROSS JOIN LATERAL ( SELECT b.version, b.title, b.content_hash, b.extractor_version FROM public.articles b WHERE ((b.article_id = a.article_id) AND (ROW(b.fetched_at, b.page_id) < ROW(a.fetched_at, a.page_id))) ORDER BY b.fetched_at DESC, b.page_id DESC LIMIT 1) before) CROSS JOIN LATERAL ( SELECT ((a.title IS DISTINCT FROM before.title) AND (NOT public.has_same_headline(a.title, before.title, (a.extractor_version = before.extractor_version)))) AS of_headline, (a.content_hash <> before.content_hash) AS of_text) differs) WHERE ((a.article_id = change_of.wanted) AND (a.version = change_of.wanted_version) AND (differs.of_headline OR differs.of_text));
END;
CREATE FUNCTION public.count_url_deletion() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from gone) then
        perform nextval('url_deletions');
    end if;
    return null;
end $$;
CREATE FUNCTION public.drop_month(parent text, month text, OUT rows bigint, OUT rejected bigint) RETURNS record
    LANGUAGE plpgsql
    SET lock_timeout TO '5s'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
    begin_at timestamptz := to_timestamp(month, 'YYYY_MM');
    end_at timestamptz := begin_at + interval '1 month';
begin
    rows := 0;
    rejected := 0;
    perform pg_advisory_xact_lock(7102, 0);
    if to_regclass(format('public.%I', parent || '_' || month)) is null then
        return;
    end if;
    execute format('select count(*) from public.%I', parent || '_' || month) into rows;
    if parent = 'pages' then
        execute format('with gone as (
            delete from verdicts d using public.%I p
            where d.fetched_at = p.fetched_at and d.page_id = p.page_id and d.article_id is null
            returning is_rejected(d.article_id, d.label_source) as rejected
        ) select count(*) from gone where gone.rejected', 'pages_' || month) into rejected;
    end if;
    execute format('lock table public.%I in access exclusive mode', parent); -- last, as all crawling waits for it
    if parent = 'pages' and (
        exists (select from extract_queue q where q.fetched_at >= begin_at and q.fetched_at < end_at)
        or exists (select from page_labels l where l.fetched_at >= begin_at and l.fetched_at < end_at)
        or exists (select from block_labels l where l.fetched_at >= begin_at and l.fetched_at < end_at)
    ) then
        raise exception 'pages of % are in use', month using errcode = 'lock_not_available';
    end if;
    execute format('drop table public.%I', parent || '_' || month);
end $$;
CREATE FUNCTION public.ensure_month(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET "TimeZone" TO 'UTC'
    AS $$
declare
    month timestamptz := date_trunc('month', at);
    suffix text := to_char(month, 'YYYY_MM');
    parent text;
begin
    if at < '1990-01-01' or at > now() + interval '40 days' then
        return false; -- a broken clock
    end if;
    if to_regclass('public.pages_' || suffix) is not null and to_regclass('public.fetches_' || suffix) is not null then
        return true;
    end if;
    perform pg_advisory_xact_lock(hashtext('gleaner.ensure_month'));
    foreach parent in array array['pages', 'fetches'] loop
        if to_regclass('public.' || parent || '_' || suffix) is null then
            begin
                execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
                    parent || '_' || suffix, parent, month, month + interval '1 month');
            exception
                when duplicate_table then null; -- another process has just made it
                when check_violation then
                    return false; -- the default partition has rows of this month: they stay there
            end;
        end if;
    end loop;
    return true;
end $$;
CREATE FUNCTION public.has_unspaced(body text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN COALESCE((body ~ '[\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af]'::text), false);
CREATE TABLE public.channel_yields ( channel_id bigint NOT NULL, host_id bigint NOT NULL, pages integer DEFAULT 0 NOT NULL, articles integer DEFAULT 0 NOT NULL )
WITH (fillfactor='80');
CREATE FUNCTION public.is_barren(channel bigint) RETURNS boolean LANGUAGE sql STABLE RETURN (SELECT COALESCE(((20 * (sum(y.articles) + 2)) < (sum(y.pages) + 4)), false) AS "coalesce" FROM public.channel_yields y WHERE (y.channel_id = is_barren.channel));
CREATE FUNCTION public.is_own_url(url text, canonical text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ((canonical IS NULL) OR (regexp_replace(url, '^https?://(www\.)?|/+$'::text, ''::text, 'g'::text) = regexp_replace(canonical, '^https?://(www\.)?|/+$'::text, ''::text, 'g'::text)));
CREATE FUNCTION public.is_rejected(article_id text, label_source text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ((article_id IS NULL) AND (label_source <> 'rule:continuation'::text));
CREATE TABLE public.hosts ( host_id bigint NOT NULL, site_id text NOT NULL, authority text NOT NULL, scheme text NOT NULL, domain text NOT NULL, next_fetch_at timestamp with time zone, next_request_at timestamp with time zone DEFAULT now() NOT NULL, failures smallint DEFAULT 0 NOT NULL, cooldown_reason text, cooldown_detail text, lease_token bigint DEFAULT 0 NOT NULL, lease_worker text, lease_session bigint, lease_length interval DEFAULT '00:02:00'::interval NOT NULL, leased_until timestamp with time zone, created_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT hosts_authority_check CHECK (((authority <> ''::text) AND (length(authority) <= 255))), CONSTRAINT hosts_failures_check CHECK ((failures >= 0)), CONSTRAINT hosts_lease_is_whole CHECK (((lease_worker IS NULL) = (leased_until IS NULL))), CONSTRAINT hosts_scheme_check CHECK ((scheme = ANY (ARRAY['http'::text, 'https'::text]))) )
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.05');
CREATE FUNCTION public.last_article_at(site text) RETURNS timestamp with time zone LANGUAGE sql STABLE PARALLEL SAFE RETURN COALESCE((SELECT max(first.fetched_at) AS max FROM (public.hosts h CROSS JOIN LATERAL (SELECT a.fetched_at FROM public.articles a WHERE ((a.host_id = h.host_id) AND (a.version = 1)) ORDER BY a.fetched_at DESC LIMIT 1) first) WHERE (h.site_id = last_article_at.site)), (SELECT max(latest.fetched_at) AS max FROM (public.hosts h CROSS JOIN LATERAL (SELECT a.fetched_at FROM public.articles a WHERE ((a.host_id = h.host_id) AND a.is_latest) ORDER BY a.fetched_at DESC LIMIT 1) latest) WHERE (h.site_id = last_article_at.site)));
CREATE FUNCTION public.lowered(body text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
    if lower('I') = 'i' and body !~ '[\u00c0-\u024f\u0370-\u0556\u10a0-\u10ff\u1c90-\u1fff\u2c00-\u2dff\ua640-\ua7ff\uff21-\uff3a]' then
        return body; -- what is in ASCII is lowered in any case
    end if;
    return lower(body collate "C.utf8");
exception when undefined_object or invalid_parameter_value then
    return public.lowered_by_table(body);
end $$;
CREATE FUNCTION public.lowered_by_table(body text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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
CREATE FUNCTION public.names_of(entities jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN array_to_string(ARRAY(SELECT DISTINCT (names.entity ->> 'text'::text) FROM jsonb_array_elements(names_of.entities) names(entity)), '
'::text);
CREATE FUNCTION public.note_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    touched public.articles := case when tg_op = 'DELETE' then old else new end;
    successor integer;
begin
    if tg_op = 'DELETE' and not exists (select from public.article_changes where article_id = touched.article_id) then
        return null;
    end if;
    select a.version into successor from public.articles a
    where a.article_id = touched.article_id and (a.fetched_at, a.page_id) > (touched.fetched_at, touched.page_id)
    order by a.fetched_at, a.page_id limit 1;
    delete from public.article_changes where article_id = touched.article_id and version in (touched.version, successor);
    insert into public.article_changes
    select c.* from unnest(array[touched.version, successor]) as changed (version)
    cross join lateral public.change_of(touched.article_id, changed.version) c;
    return null;
end $$;
CREATE FUNCTION public.note_latest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    made_at timestamptz;
    tags text[];
begin
    if tg_op <> 'DELETE' and new.is_latest then
        made_at := least(coalesce(new.date_published, new.fetched_at), new.fetched_at, now());
        tags := array['lang ' || coalesce(new.language, '?'), 'host ' || new.host_id,
            'week ' || floor(extract(epoch from made_at) / 604800)] || public.author_tags(new.authors);
        insert into public.article_search (article_id, host_id, language, date, title, words)
        values (new.article_id, new.host_id, new.language, made_at, public.search_vector(new.language, new.title, '', tags[:1]),
            public.search_vector(new.language, new.title, new.text, tags))
        on conflict (article_id) do update set host_id = excluded.host_id, language = excluded.language, date = excluded.date,
            title = excluded.title, words = excluded.words;
    else
        delete from public.article_search s where s.article_id = old.article_id
            and not exists (select from public.articles a where a.article_id = old.article_id and a.is_latest);
    end if;
    return null;
end $$;
CREATE FUNCTION public.opt_out_kinds(opt_out jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN ((opt_out IS NULL) OR (opt_out = '{}'::jsonb)) THEN '{}'::text[] ELSE array_remove(ARRAY[CASE WHEN ((opt_out -> 'tdm_reserved'::text) = 'true'::jsonb) THEN 'tdm'::text ELSE NULL::text END, CASE WHEN (((opt_out -> 'ai_optout'::text) -> 0) IS NOT NULL) THEN 'ai'::text ELSE NULL::text END, CASE WHEN (((opt_out -> 'meta_robots'::text) ?| '{noindex,none}'::text[]) OR ((opt_out -> 'x_robots_tag'::text) ?| '{noindex,none}'::text[])) THEN 'noindex'::text ELSE NULL::text END, CASE WHEN (((opt_out -> 'meta_robots'::text) ?| '{noarchive,nocache}'::text[]) OR ((opt_out -> 'x_robots_tag'::text) ?| '{noarchive,nocache}'::text[])) THEN 'noarchive'::text ELSE NULL::text END, CASE WHEN (((opt_out -> 'meta_robots'::text) ?| '{nosnippet,max-snippet:0}'::text[]) OR ((opt_out -> 'x_robots_tag'::text) ?| '{nosnippet,max-snippet:0}'::text[])) THEN 'nosnippet'::text ELSE NULL::text END], NULL::text) END;
CREATE FUNCTION public.opt_outs_after_304(former jsonb, stated jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (WITH tdm AS (SELECT '{tdm_source,tdm_reserved,tdm_policy_url}'::text[] AS keys, ((COALESCE((opt_outs_after_304.former ->> 'tdm_source'::text), ''::text) = ANY (ARRAY['header'::text, 'meta'::text])) AND (COALESCE((opt_outs_after_304.stated ->> 'tdm_source'::text), 'tdmrep.json'::text) = 'tdmrep.json'::text)) AS is_kept), ai AS (SELECT jsonb_agg(DISTINCT both_of_them.entry ORDER BY both_of_them.entry) AS entries FROM (SELECT entry.value AS entry FROM jsonb_array_elements_text(COALESCE((opt_outs_after_304.former -> 'ai_optout'::text), '[]'::jsonb)) entry(value) WHERE ((entry.value ~~ 'header:%'::text) OR (entry.value ~~ 'meta:%'::text)) UNION SELECT entry.value AS entry FROM jsonb_array_elements_text(COALESCE((opt_outs_after_304.stated -> 'ai_optout'::text), '[]'::jsonb)) entry(value)) both_of_them) SELECT ((((opt_outs_after_304.former - '{content_signal,ai_txt,ai_optout}'::text[]) - CASE WHEN tdm.is_kept THEN '{}'::text[] ELSE tdm.keys END) || ((opt_outs_after_304.stated - 'ai_optout'::text) - CASE WHEN tdm.is_kept THEN tdm.keys ELSE '{}'::text[] END)) || jsonb_strip_nulls(jsonb_build_object('ai_optout', ai.entries))) FROM tdm, ai);
CREATE FUNCTION public.publish_articles(most bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
    taken bigint;
begin
    perform pg_advisory_xact_lock(hashtext('gleaner.publish_articles'));
    with notes as (
        delete from outbox where note_id in (select note_id from outbox order by note_id limit most)
        returning note_id, article_id, version, is_regrouped
    ), newest as ( -- a version that is not there is withdrawn, whichever note came last
        select n.article_id, n.version, max(n.note_id) as note_id, bool_or(not n.is_regrouped) as has_changed,
            not exists (select from articles a where a.article_id = n.article_id and a.version = n.version) as is_gone
        from notes n group by n.article_id, n.version
    ), ordered as ( -- what was withdrawn is in no group
        select * from newest n
        where has_changed or exists (select from publications p
            where p.article_id = n.article_id and p.version = n.version and p.withdrawn_at is null)
        order by note_id
    ), numbered as (
        select nextval('publication_numbers') as cursor, article_id, version, has_changed, is_gone from ordered
    ), published as (
        insert into publications as p (cursor, article_id, version, withdrawn_at, content_cursor,
            url_requested, date_first_seen, char_count, duplicate_of, dup_group_id, story_id, entities, discovered_via, moved_to)
        select n.cursor, n.article_id, n.version, case when has_changed and is_gone then now() end, case when has_changed then n.cursor end,
            a.url_requested, a.date_first_seen, a.char_count, a.duplicate_of, a.dup_group_id, a.story_id, a.entities, a.discovered_via, a.moved_to
        from numbered n left join lateral (
            select * from news.articles where id = n.article_id and version = n.version offset 0 -- looked up by its key
        ) a on true
        on conflict (article_id, version) do update set cursor = excluded.cursor,
            withdrawn_at = case when excluded.content_cursor is null then p.withdrawn_at else excluded.withdrawn_at end,
            content_cursor = coalesce(excluded.content_cursor, p.content_cursor), url_requested = excluded.url_requested,
            date_first_seen = excluded.date_first_seen, char_count = excluded.char_count, duplicate_of = excluded.duplicate_of,
            dup_group_id = excluded.dup_group_id, story_id = excluded.story_id, entities = excluded.entities,
            discovered_via = excluded.discovered_via, moved_to = excluded.moved_to
        returning p.cursor
    ), recorded as (
        insert into history (series, last) select 'changes', max(cursor) from published having count(*) > 0
    )
    select count(*) into taken from notes;
    return taken;
end $$;
CREATE FUNCTION public.put_times_right(longest_wait double precision, longest_slot double precision) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
    latest timestamptz := now() + make_interval(secs => longest_wait);
    late_slot timestamptz := now() + make_interval(secs => longest_slot);
    found_hosts bigint[];
    was_ahead interval;
begin
    -- in the order of ids, as wherever hosts are locked: no deadlock
    perform from hosts where host_id in (select a.host_id from hosts_ahead a) order by host_id for no key update;
    select array_agg(host_id), max(ahead) into found_hosts, was_ahead from hosts_ahead;
    if found_hosts is not null then
        -- a run under that clock may have made feeds and sitemaps due without visiting them
        update visits v set next_due = v.next_due - was_ahead
        from seen s
        where s.host_id = any(found_hosts) and s.kind <> 'page' and v.host_id = s.host_id and v.url_id = s.url_id
            and v.visited_at <= now() and v.next_due > now() + interval '1 day';
        update visits v
        set visited_at = v.visited_at - was_ahead, next_due = v.next_due - was_ahead,
            changed_at = case when v.changed_at > now() then v.changed_at - was_ahead else v.changed_at end,
            unchanged_at = case when v.unchanged_at > now() then v.unchanged_at - was_ahead else v.unchanged_at end,
            lost_at = case when v.lost_at > now() then v.lost_at - was_ahead else v.lost_at end
        where v.host_id = any(found_hosts) and v.visited_at > now();
        update robots
        set fetched_at = least(fetched_at, now()), asked_at = case when asked_at > now() then now() else asked_at end,
            unreachable_since = case when unreachable_since > now() then now() else unreachable_since end
        where host_id = any(found_hosts);
        update visit_days set last_at = least(last_at, now())
        where host_id = any(found_hosts) and day >= (now() at time zone 'UTC')::date;
        update hosts h
        set leased_until = case when h.leased_until is not null then least(h.leased_until, now() + h.lease_length) end,
            next_request_at = h.next_request_at - was_ahead,
            next_fetch_at = case when h.next_fetch_at is not null then greatest(now(), h.next_request_at - was_ahead) end
        where h.host_id = any(found_hosts);
        update request_slots set next_at = late_slot where next_at > late_slot;
    end if;

    update visits v set next_due = latest
    from hosts h cross join lateral (
        select late.url_id from visits late where late.host_id = h.host_id and late.next_due > latest offset 0
    ) late
    where v.host_id = h.host_id and v.url_id = late.url_id;
    update hosts set next_fetch_at = now() where next_fetch_at > latest;
    update request_slots set next_at = late_slot where next_at > now() + interval '1 day' and next_at > late_slot;
    update opt_out_files set fetched_at = now() where fetched_at > now();
    update quotas set window_start = now() where window_start > now();
    update runs set started_at = least(started_at, now()), finished_at = case when finished_at is not null then least(finished_at, now()) end
    where started_at > now() or finished_at > now();
    return coalesce(cardinality(found_hosts), 0);
end $$;
CREATE FUNCTION public.revisit_priority(priority smallint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (LEAST(((priority)::integer + 1000), 32767))::smallint;
CREATE FUNCTION public.search_config(language text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE language WHEN 'ar'::text THEN 'arabic'::regconfig WHEN 'ca'::text THEN 'catalan'::regconfig WHEN 'da'::text THEN 'danish'::regconfig WHEN 'de'::text THEN 'german'::regconfig WHEN 'el'::text THEN 'greek'::regconfig WHEN 'en'::text THEN 'english'::regconfig WHEN 'es'::text THEN 'spanish'::regconfig WHEN 'fi'::text THEN 'finnish'::regconfig WHEN 'fr'::text THEN 'french'::regconfig WHEN 'hi'::text THEN 'hindi'::regconfig WHEN 'hu'::text THEN 'hungarian'::regconfig WHEN 'it'::text THEN 'italian'::regconfig WHEN 'nl'::text THEN 'dutch'::regconfig WHEN 'no'::text THEN 'norwegian'::regconfig WHEN 'pt'::text THEN 'portuguese'::regconfig WHEN 'ro'::text THEN 'romanian'::regconfig WHEN 'ru'::text THEN 'russian'::regconfig WHEN 'sv'::text THEN 'swedish'::regconfig WHEN 'tr'::text THEN 'turkish'::regconfig ELSE 'simple'::regconfig END;
CREATE FUNCTION public.search_vector(language text, title text, body text, tags text[] DEFAULT '{}'::text[]) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE
    AS $$
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
CREATE FUNCTION public.separated(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN regexp_replace(body, '([\u3040-\u30ff\u3400-\u9fff\U00020000-\U000323af])'::text, ' \1 '::text, 'g'::text);
CREATE FUNCTION public.session_lives(session bigint) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM pg_locks l WHERE ((l.locktype = 'advisory'::text) AND (l.objsubid = 1) AND l.granted AND (l.database = (SELECT d.oid FROM pg_database d WHERE (d.datname = current_database()))) AND ((((l.classid)::bigint << 32) | (l.objid)::bigint) = session_lives.session))));
CREATE FUNCTION public.word_triples(body text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE BEGIN ATOMIC SELECT DISTINCT triples.triple FROM ( SELECT ((((words.word || ' '::text) || lead(words.word) OVER found) || ' '::text) || lead(words.word, 2) OVER found) AS triple FROM regexp_split_to_table(lower(word_triples.body), '[^[:alnum:]]+'::text) WITH ORDINALITY words(word, place) WHERE (words.word <> ''::text) WINDOW found AS (ORDER BY words.place)) triples WHERE (triples.triple IS NOT NULL);
END;
CREATE FUNCTION public.share_most_text(one text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (SELECT ((count(a.triple) > 0) AND (count(b.triple) > 0) AND ((3 * count(*) FILTER (WHERE (a.triple = b.triple))) >= (2 * LEAST(count(a.triple), count(b.triple))))) FROM (public.word_triples(share_most_text.one) a(triple) FULL JOIN public.word_triples(share_most_text.other) b(triple) ON ((a.triple = b.triple))));
CREATE FUNCTION public.shown_duplicate_of(article_id text, duplicate_of text, moved_to text, leader_moved_to text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN NULLIF(CASE WHEN (duplicate_of IS NULL) THEN moved_to ELSE COALESCE(leader_moved_to, duplicate_of) END, article_id);
CREATE TABLE public.copies ( article_id text NOT NULL, version integer NOT NULL, duplicate_of text, leader text GENERATED ALWAYS AS (COALESCE(duplicate_of, article_id)) STORED NOT NULL, score real NOT NULL, rule text, found_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT copies_have_a_rule CHECK (((duplicate_of IS NULL) = (rule IS NULL))), CONSTRAINT copies_of_another CHECK ((duplicate_of <> article_id)), CONSTRAINT copies_rule_check CHECK ((rule = ANY (ARRAY['exact_text'::text, 'canonical_url'::text, 'near_text'::text, 'likely_text'::text]))), CONSTRAINT copies_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))), CONSTRAINT copies_version_check CHECK ((version > 0)) )
WITH (fillfactor='80');
CREATE FUNCTION public.wire_agencies(of_leader text) RETURNS text[] LANGUAGE sql STABLE RETURN ARRAY(SELECT min(agency.agency) AS min FROM ((public.copies c JOIN public.articles a ON (((a.article_id = c.article_id) AND a.is_latest))) CROSS JOIN LATERAL unnest(a.agencies) agency(agency)) WHERE (c.leader = wire_agencies.of_leader) GROUP BY (lower(agency.agency)) ORDER BY (min(agency.agency)));
CREATE TABLE public.article_terms ( article_id text NOT NULL, version integer NOT NULL, entities jsonb NOT NULL, keywords jsonb NOT NULL, CONSTRAINT article_terms_entities_check CHECK ((jsonb_typeof(entities) = 'array'::text)), CONSTRAINT article_terms_keywords_check CHECK ((jsonb_typeof(keywords) = 'array'::text)), CONSTRAINT article_terms_version_check CHECK ((version > 0)) );
CREATE VIEW news.article_keywords AS SELECT t.article_id AS id, t.version, t.keywords FROM public.article_terms t WHERE (EXISTS ( SELECT FROM public.articles a WHERE ((a.article_id = t.article_id) AND (a.version = t.version))));
CREATE TABLE public.article_heads ( article_id text NOT NULL, last_version integer DEFAULT 0 NOT NULL, moved_to text, moved_at timestamp with time zone, CONSTRAINT article_heads_article_id_check CHECK ((article_id ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT article_heads_elsewhere CHECK ((moved_to <> article_id)), CONSTRAINT article_heads_last_version_check CHECK ((last_version >= 0)), CONSTRAINT article_heads_move_is_whole CHECK (((moved_to IS NULL) = (moved_at IS NULL))) )
WITH (fillfactor='80');
CREATE TABLE public.discoveries ( host_id bigint NOT NULL, url_id bigint NOT NULL, via text NOT NULL, title text, published timestamp with time zone, seen_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT discoveries_via_check CHECK ((via = ANY (ARRAY['seed'::text, 'front_page'::text, 'section'::text, 'feed'::text, 'sitemap'::text, 'news_sitemap'::text, 'link'::text, 'redirect'::text, 'well_known'::text, 'import'::text]))) );
CREATE TABLE public.publications ( cursor bigint NOT NULL, article_id text NOT NULL, version integer NOT NULL, withdrawn_at timestamp with time zone, content_cursor bigint, url_requested text, date_first_seen timestamp with time zone, char_count integer, duplicate_of text, dup_group_id text, story_id text, entities jsonb, discovered_via text, moved_to text );
CREATE TABLE public.seen ( host_id bigint NOT NULL, url_hash uuid NOT NULL, url_id bigint NOT NULL, url text NOT NULL, kind text NOT NULL, via text NOT NULL, priority smallint NOT NULL, depth smallint NOT NULL, first_seen timestamp with time zone DEFAULT now() NOT NULL, named_by bigint, CONSTRAINT seen_depth_check CHECK ((depth >= 0)), CONSTRAINT seen_kind_check CHECK ((kind = ANY (ARRAY['home'::text, 'feed'::text, 'sitemap'::text, 'news_sitemap'::text, 'page'::text]))), CONSTRAINT seen_url_check CHECK ((url <> ''::text)), CONSTRAINT seen_via_check CHECK ((via = ANY (ARRAY['seed'::text, 'front_page'::text, 'section'::text, 'feed'::text, 'sitemap'::text, 'news_sitemap'::text, 'link'::text, 'redirect'::text, 'well_known'::text, 'import'::text]))) );
CREATE TABLE public.sites ( site_id text NOT NULL, name text NOT NULL, home text NOT NULL, domain text NOT NULL, publisher text, country text, language text, feeds text[] DEFAULT '{}'::text[] NOT NULL, sitemaps text[] DEFAULT '{}'::text[] NOT NULL, news_sitemaps text[] DEFAULT '{}'::text[] NOT NULL, rules jsonb DEFAULT '{}'::jsonb NOT NULL, rules_revision integer DEFAULT 0 NOT NULL, rules_seeded jsonb DEFAULT '{}'::jsonb NOT NULL, seeded boolean NOT NULL, seed_file text, state text DEFAULT 'active'::text NOT NULL, created_at timestamp with time zone DEFAULT now() NOT NULL, updated_at timestamp with time zone DEFAULT now() NOT NULL, render text DEFAULT 'never'::text NOT NULL, named_channels text[] DEFAULT '{}'::text[] NOT NULL, channels text[] GENERATED ALWAYS AS ((((feeds || sitemaps) || news_sitemaps) || named_channels)) STORED NOT NULL, CONSTRAINT sites_domain_check CHECK (((domain <> ''::text) AND (length(domain) <= 255))), CONSTRAINT sites_publisher_check CHECK (((publisher <> ''::text) AND (length(publisher) <= 255))), CONSTRAINT sites_render_check CHECK ((render = ANY (ARRAY['never'::text, 'auto'::text, 'always'::text]))), CONSTRAINT sites_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text)), CONSTRAINT sites_rules_seeded_check CHECK ((jsonb_typeof(rules_seeded) = 'object'::text)), CONSTRAINT sites_site_id_check CHECK (((site_id <> ''::text) AND (length(site_id) <= 255))), CONSTRAINT sites_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'removed'::text, 'forgotten'::text]))) );
CREATE TABLE public.story_articles ( article_id text NOT NULL, story_id text NOT NULL, score real NOT NULL, shared jsonb DEFAULT '[]'::jsonb NOT NULL, nearly jsonb, CONSTRAINT story_articles_nearly_check CHECK ((jsonb_typeof(nearly) = 'object'::text)), CONSTRAINT story_articles_shared_check CHECK ((jsonb_typeof(shared) = 'array'::text)) )
WITH (fillfactor='80');
CREATE TABLE public.verdicts ( fetched_at timestamp with time zone NOT NULL, page_id bigint NOT NULL, host_id bigint NOT NULL, url_id bigint NOT NULL, version text NOT NULL, page_type text NOT NULL, news_score real NOT NULL, features jsonb NOT NULL, label_source text NOT NULL, reason text NOT NULL, layout bigint, article_id text, article_version integer, read_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT verdicts_article_is_whole CHECK (((article_id IS NULL) = (article_version IS NULL))), CONSTRAINT verdicts_news_score_check CHECK (((news_score >= (0)::double precision) AND (news_score <= (1)::double precision))), CONSTRAINT verdicts_page_type_check CHECK ((page_type <> ''::text)) );
CREATE TABLE public.visits ( host_id bigint NOT NULL, url_id bigint NOT NULL, visited_at timestamp with time zone NOT NULL, outcome text NOT NULL, http_status smallint, etag text, last_modified text, next_due timestamp with time zone, visits integer NOT NULL, changes integer NOT NULL, failures integer NOT NULL, changed_at timestamp with time zone, unchanged_at timestamp with time zone, body_hash bytea, page_id bigint, page_fetched_at timestamp with time zone, lost text, lost_at timestamp with time zone, redirects_to uuid, calls smallint DEFAULT 0 NOT NULL, CONSTRAINT visits_body_hash_check CHECK ((length(body_hash) = 32)), CONSTRAINT visits_changes_check CHECK ((changes >= 0)), CONSTRAINT visits_failures_check CHECK ((failures >= 0)), CONSTRAINT visits_lost_check CHECK ((lost = ANY (ARRAY['gone'::text, 'elsewhere'::text]))), CONSTRAINT visits_lost_is_whole CHECK (((lost IS NULL) = (lost_at IS NULL))), CONSTRAINT visits_outcome_check CHECK ((outcome = ANY (ARRAY['fetched'::text, 'not_modified'::text, 'redirected'::text, 'disallowed'::text, 'too_large'::text, 'unreachable'::text, 'dns_failure'::text, 'tls_failure'::text, 'refused'::text, 'challenge'::text, 'not_found'::text, 'server_error'::text, 'busy'::text, 'timeout'::text, 'malformed'::text, 'redirect_loop'::text, 'skipped'::text]))), CONSTRAINT visits_page_has_hash CHECK (((page_id IS NULL) OR (body_hash IS NOT NULL))), CONSTRAINT visits_page_is_whole CHECK (((page_id IS NULL) = (page_fetched_at IS NULL))), CONSTRAINT visits_visits_check CHECK ((visits > 0)) )
WITH (fillfactor='80');
CREATE VIEW news.articles AS SELECT 1 AS schema_version, a.article_id AS id, a.version, ((a.article_id || ':'::text) || a.version) AS version_id, a.is_latest, a.url, s.url AS url_requested, a.url_canonical, h.site_id AS source_id, h.domain AS source_domain, site.name AS source_name, site.country, a.title, a.title_page, ( SELECT e.title FROM public.discoveries e WHERE ((e.host_id = a.host_id) AND (e.url_id = a.url_id) AND (e.title IS NOT NULL)) ORDER BY e.seen_at, e.via LIMIT 1) AS title_feed, a.description, a.text, a.authors, a.agencies, a.date_published, a.date_published_tz, a.date_published_precision, a.date_published_source, a.date_modified, a.fetched_at AS date_crawled, s.first_seen AS date_first_seen, CASE WHEN (a.is_latest AND (v.page_fetched_at <= a.last_seen_at)) THEN GREATEST(a.last_seen_at, v.unchanged_at) ELSE a.last_seen_at END AS date_last_seen, a.language, a.language_score, a.section, a.tags, a.image_url, a.images, d.page_type, d.news_score, d.label_source, a.is_free, a.is_truncated, a.word_count, a.char_count, a.content_hash, public.shown_duplicate_of(a.article_id, c.duplicate_of, heads.moved_to, leader.moved_to) AS duplicate_of, CASE WHEN (c.duplicate_of IS NULL) THEN ( SELECT COALESCE(heads.moved_to, a.article_id) AS "coalesce" FROM public.copies follower WHERE (follower.duplicate_of = a.article_id) LIMIT 1) ELSE COALESCE(leader.moved_to, c.duplicate_of) END AS dup_group_id, m.story_id, t.entities, s.via AS discovered_via, (a.http_status)::integer AS http_status, a.content_type, a.etag, a.last_modified, a.extractor, a.extractor_version, a.robots_rule, CASE WHEN (jsonb_typeof((a.opt_out -> 'tdm_reserved'::text)) = 'boolean'::text) THEN ((a.opt_out -> 'tdm_reserved'::text))::boolean ELSE NULL::boolean END AS tdm_reserved, (a.opt_out ->> 'tdm_policy_url'::text) AS tdm_policy_url, CASE WHEN (jsonb_typeof((a.opt_out -> 'ai_optout'::text)) = 'array'::text) THEN ARRAY( SELECT jsonb_array_elements_text((a.opt_out -> 'ai_optout'::text)) AS jsonb_array_elements_text) ELSE NULL::text[] END AS ai_optout, a.license, to_char((a.fetched_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD'::text) AS dump, public.opt_out_kinds(a.opt_out) AS opt_outs, a.organizations, a.field_sources, a.live_entries, a.parts, CASE WHEN ((v.lost = 'gone'::text) AND (heads.moved_to IS NULL) AND public.is_own_url(a.url, a.url_canonical)) THEN v.lost_at ELSE NULL::timestamp with time zone END AS date_gone, heads.moved_to, p.cursor FROM (((((((((((public.articles a LEFT JOIN public.publications p ON (((p.article_id = a.article_id) AND (p.version = a.version)))) LEFT JOIN public.copies c ON ((c.article_id = a.article_id))) LEFT JOIN public.story_articles m ON ((m.article_id = c.leader))) LEFT JOIN public.hosts h ON ((h.host_id = a.host_id))) LEFT JOIN public.sites site ON ((site.site_id = h.site_id))) LEFT JOIN public.seen s ON (((s.host_id = a.host_id) AND (s.url_id = a.url_id)))) LEFT JOIN public.article_heads heads ON ((heads.article_id = a.article_id))) LEFT JOIN public.article_heads leader ON ((leader.article_id = c.duplicate_of))) LEFT JOIN public.verdicts d ON (((d.fetched_at = a.fetched_at) AND (d.page_id = a.page_id)))) LEFT JOIN public.visits v ON (((v.host_id = a.host_id) AND (v.url_id = a.url_id)))) LEFT JOIN public.article_terms t ON (((t.article_id = a.article_id) AND (t.version = a.version))));
CREATE VIEW news.changes AS SELECT a.article_id AS id, a.version, CASE WHEN (before.version IS NULL) THEN 'new'::text ELSE 'changed'::text END AS change, a.fetched_at AS changed_at, h.site_id AS source_id, a.url, a.title, a.word_count, before.word_count AS word_count_before FROM ((public.articles a JOIN public.hosts h USING (host_id)) LEFT JOIN LATERAL ( SELECT b.version, b.word_count FROM public.articles b WHERE ((b.article_id = a.article_id) AND (ROW(b.fetched_at, b.page_id) < ROW(a.fetched_at, a.page_id))) ORDER BY b.fetched_at DESC, b.page_id DESC LIMIT 1) before ON (true))
UNION ALL SELECT a.article_id AS id, a.version, 'gone'::text AS change, v.lost_at AS changed_at, h.site_id AS source_id, a.url, a.title, a.word_count, a.word_count AS word_count_before FROM (((public.visits v JOIN public.articles a ON (((a.host_id = v.host_id) AND (a.url_id = v.url_id) AND a.is_latest))) JOIN public.article_heads heads ON ((heads.article_id = a.article_id))) JOIN public.hosts h ON ((h.host_id = v.host_id))) WHERE ((v.lost = 'gone'::text) AND (heads.moved_to IS NULL) AND public.is_own_url(a.url, a.url_canonical))
UNION ALL SELECT a.article_id AS id, a.version, 'moved'::text AS change, heads.moved_at AS changed_at, h.site_id AS source_id, a.url, a.title, a.word_count, a.word_count AS word_count_before FROM ((public.article_heads heads JOIN public.articles a ON (((a.article_id = heads.article_id) AND a.is_latest))) JOIN public.hosts h USING (host_id)) WHERE (heads.moved_to IS NOT NULL);
CREATE VIEW news.copy_groups AS SELECT groups.id, groups.copies, groups.copied_by, ( SELECT COALESCE(array_agg(DISTINCT agency.agency ORDER BY agency.agency), '{}'::text[]) AS "coalesce" FROM (unnest(groups.leaders) led(leader) CROSS JOIN LATERAL unnest(public.wire_agencies(led.leader)) agency(agency))) AS agencies FROM ( SELECT COALESCE(leader.moved_to, c.duplicate_of) AS id, count(*) AS copies, array_agg(DISTINCT h.site_id ORDER BY h.site_id) AS copied_by, array_agg(DISTINCT c.duplicate_of) AS leaders FROM ((((public.copies c JOIN public.article_heads leader ON ((leader.article_id = c.duplicate_of))) JOIN public.article_heads heads ON ((heads.article_id = c.article_id))) JOIN public.articles a ON (((a.article_id = c.article_id) AND a.is_latest))) JOIN public.hosts h ON ((h.host_id = a.host_id))) WHERE ((heads.moved_to IS NULL) AND (leader.moved_to IS DISTINCT FROM c.article_id)) GROUP BY COALESCE(leader.moved_to, c.duplicate_of)) groups;
CREATE TABLE public.history ( series text NOT NULL, last bigint NOT NULL, token bigint DEFAULT (hashtextextended((gen_random_uuid())::text, (0)::bigint) & '281474976710655'::bigint), CONSTRAINT history_last_check CHECK ((last >= 0)), CONSTRAINT history_series_check CHECK ((series = ANY (ARRAY['changes'::text, 'pages'::text]))) );
CREATE VIEW news.history AS SELECT history.last AS last_cursor, lpad(to_hex(history.token), 12, '0'::text) AS token FROM public.history WHERE (history.series = 'changes'::text);
CREATE SEQUENCE public.page_ids START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;
CREATE TABLE public.pages ( page_id bigint DEFAULT nextval('public.page_ids'::regclass) NOT NULL, fetched_at timestamp with time zone NOT NULL, host_id bigint NOT NULL, url_id bigint NOT NULL, url_final text NOT NULL, http_status smallint NOT NULL, content_type text, headers jsonb NOT NULL, body_size bigint NOT NULL, body_hash bytea NOT NULL, body bytea NOT NULL, rendered boolean DEFAULT false NOT NULL, plain_type text, plain_size bigint, plain_hash bytea, plain_body bytea, boxes bytea, CONSTRAINT pages_body_hash_check CHECK ((length(body_hash) = 32)), CONSTRAINT pages_body_size_check CHECK ((body_size >= 0)), CONSTRAINT pages_check CHECK (((boxes IS NULL) OR rendered)), CONSTRAINT pages_headers_check CHECK ((jsonb_typeof(headers) = 'object'::text)), CONSTRAINT pages_http_status_check CHECK (((http_status >= 0) AND (http_status <= 999))), CONSTRAINT pages_plain_is_whole CHECK (((rendered = (plain_body IS NOT NULL)) AND (rendered = (plain_size IS NOT NULL)) AND (rendered = (plain_hash IS NOT NULL)) AND (length(plain_hash) = 32) AND (plain_size >= 0))) )
PARTITION BY RANGE (fetched_at);
ALTER TABLE ONLY public.pages ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pages ALTER COLUMN plain_body SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pages ALTER COLUMN boxes SET STORAGE EXTERNAL;
CREATE VIEW news.pages_rejected AS SELECT p.url_final AS url, h.site_id AS source_id, h.domain AS source_domain, d.page_type, d.news_score, d.label_source, d.reason, d.features, (p.http_status)::integer AS http_status, p.content_type, d.fetched_at AS date_crawled, d.version AS extractor_version FROM ((public.verdicts d LEFT JOIN public.pages p ON (((p.fetched_at = d.fetched_at) AND (p.page_id = d.page_id)))) LEFT JOIN public.hosts h ON ((h.host_id = d.host_id))) WHERE (d.article_id IS NULL);
CREATE VIEW public.site_owners AS SELECT s.site_id, lower(COALESCE(s.publisher, ( SELECT min(other.publisher) AS min FROM public.sites other WHERE (other.domain = s.domain)), s.domain)) AS owner FROM public.sites s;
CREATE VIEW news.sources AS SELECT site.site_id AS source_id, site.name AS source_name, site.domain AS source_domain, site.home, site.country, site.language, site.seeded, ( SELECT count(*) AS count FROM (public.hosts h JOIN public.articles a USING (host_id)) WHERE ((h.site_id = site.site_id) AND a.is_latest)) AS articles, public.last_article_at(site.site_id) AS date_last_article, site.publisher, owners.owner, site.state FROM (public.sites site JOIN public.site_owners owners ON ((owners.site_id = site.site_id)));
CREATE TABLE public.stories ( story_id text NOT NULL, language text NOT NULL, title text, founded_at timestamp with time zone NOT NULL, active_at timestamp with time zone NOT NULL, articles integer NOT NULL, copies integer DEFAULT 0 NOT NULL, cohesion real NOT NULL, owners integer DEFAULT 0 NOT NULL, breadth real DEFAULT 0 NOT NULL, recency real DEFAULT 0 NOT NULL, burst real DEFAULT 0 NOT NULL, score real DEFAULT 0 NOT NULL, keywords jsonb DEFAULT '[]'::jsonb NOT NULL, merged_into text, updated_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT stories_articles_check CHECK ((articles >= 0)), CONSTRAINT stories_copies_check CHECK ((copies >= 0)), CONSTRAINT stories_in_another CHECK ((merged_into <> story_id)), CONSTRAINT stories_keywords_check CHECK ((jsonb_typeof(keywords) = 'array'::text)) )
WITH (fillfactor='80');
CREATE TABLE public.story_links ( story_id text NOT NULL, language text NOT NULL, other_id text NOT NULL, other_language text NOT NULL, score real NOT NULL, needed real NOT NULL, shared jsonb NOT NULL, CONSTRAINT story_links_in_order CHECK ((language < other_language)), CONSTRAINT story_links_shared_check CHECK ((jsonb_typeof(shared) = 'array'::text)) );
CREATE VIEW news.story_links AS SELECT l.id, l.language, l.linked_id, l.linked_language, l.score, l.needed, l.shared FROM ( SELECT story_links.story_id AS id, story_links.language, story_links.other_id AS linked_id, story_links.other_language AS linked_language, story_links.score, story_links.needed, story_links.shared FROM public.story_links UNION ALL SELECT story_links.other_id, story_links.other_language, story_links.story_id, story_links.language, story_links.score, story_links.needed, ( SELECT jsonb_agg((pieces.piece || jsonb_build_object('form', (pieces.piece -> 'other_form'::text), 'other_form', (pieces.piece -> 'form'::text))) ORDER BY pieces.at) AS jsonb_agg FROM jsonb_array_elements(story_links.shared) WITH ORDINALITY pieces(piece, at)) AS jsonb_agg FROM public.story_links) l WHERE (NOT (EXISTS ( SELECT FROM ( VALUES (l.id), (l.linked_id)) ends(id) WHERE ((NOT (EXISTS ( SELECT FROM public.stories s WHERE ((s.story_id = ends.id) AND (s.merged_into IS NULL))))) OR (NOT (EXISTS ( SELECT FROM public.story_articles m WHERE (m.story_id = ends.id))))))));
CREATE VIEW news.stories AS SELECT s.story_id AS id, s.language, s.title, s.founded_at AS date_founded, s.active_at AS date_active, s.articles, s.copies, s.owners, s.score, s.breadth, s.recency, s.burst, s.cohesion, s.keywords, ( SELECT COALESCE(jsonb_agg(jsonb_build_object('language', l.linked_language, 'id', l.linked_id, 'score', l.score) ORDER BY l.linked_language), '[]'::jsonb) AS "coalesce" FROM news.story_links l WHERE (l.id = s.story_id)) AS links FROM public.stories s WHERE ((s.merged_into IS NULL) AND (EXISTS ( SELECT FROM public.story_articles m WHERE (m.story_id = s.story_id))));
CREATE VIEW public.story_members AS SELECT m.story_id, m.article_id, m.article_id AS leader, m.score, m.shared, m.nearly FROM (public.story_articles m LEFT JOIN public.article_heads heads ON ((heads.article_id = m.article_id))) WHERE ((heads.moved_to IS NULL) OR ((NOT (EXISTS ( SELECT FROM public.copies there WHERE ((there.article_id = heads.moved_to) AND (there.duplicate_of = m.article_id))))) AND (NOT (EXISTS ( SELECT FROM public.story_articles own WHERE ((own.article_id = heads.moved_to) AND (own.story_id = m.story_id)))))))
UNION ALL SELECT m.story_id, there.article_id, m.article_id AS leader, m.score, m.shared, m.nearly FROM ((public.copies there JOIN public.article_heads heads ON (((heads.article_id = there.duplicate_of) AND (heads.moved_to = there.article_id)))) JOIN public.story_articles m ON ((m.article_id = there.duplicate_of)));
CREATE VIEW news.story_articles AS SELECT m.story_id, m.article_id AS id, m.score, m.shared, m.nearly FROM public.story_members m WHERE (EXISTS ( SELECT FROM public.articles a WHERE (a.article_id = m.article_id)));
CREATE VIEW news.story_redirects AS SELECT stories.story_id AS id, stories.merged_into FROM public.stories WHERE (stories.merged_into IS NOT NULL);
CREATE VIEW news.withdrawals AS SELECT publications.cursor, publications.article_id AS id, publications.version, publications.withdrawn_at FROM public.publications WHERE (publications.withdrawn_at IS NOT NULL);
CREATE TABLE public._sqlx_migrations ( version bigint NOT NULL, description text NOT NULL, installed_on timestamp with time zone DEFAULT now() NOT NULL, success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL );
CREATE TABLE public.aggregate_claim ( only_row boolean DEFAULT true NOT NULL, token bigint NOT NULL, owner text NOT NULL, grouped_until timestamp with time zone, CONSTRAINT aggregate_claim_only_row_check CHECK (only_row) );
CREATE TABLE public.aggregate_state ( name text NOT NULL, part integer NOT NULL, version text NOT NULL, state bytea NOT NULL, saved_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT aggregate_state_name_check CHECK ((name <> ''::text)), CONSTRAINT aggregate_state_part_check CHECK ((part >= 0)) );
ALTER TABLE ONLY public.aggregate_state ALTER COLUMN state SET STORAGE EXTERNAL;
CREATE TABLE public.aliases ( origin text NOT NULL, preferred text NOT NULL, domain text NOT NULL, answers boolean DEFAULT false NOT NULL, learned_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT aliases_lead_elsewhere CHECK ((origin <> preferred)), CONSTRAINT aliases_origin_check CHECK ((origin ~ '^https?://[^/]+$'::text)), CONSTRAINT aliases_preferred_check CHECK ((preferred ~ '^https?://[^/]+$'::text)) );
CREATE TABLE public.article_search ( article_id text NOT NULL, host_id bigint NOT NULL, language text, date timestamp with time zone NOT NULL, title tsvector NOT NULL, words tsvector NOT NULL )
WITH (toast_tuple_target='256');
ALTER TABLE ONLY public.article_search ALTER COLUMN words SET STORAGE EXTERNAL;
CREATE TABLE public.block_labels ( host_id bigint NOT NULL, url_id bigint NOT NULL, who text NOT NULL, fetched_at timestamp with time zone NOT NULL, page_id bigint NOT NULL, content integer[] NOT NULL, text text NOT NULL, blocks integer NOT NULL, agreed integer NOT NULL, extractor text NOT NULL, labelled_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT block_labels_blocks_check CHECK ((blocks > 0)), CONSTRAINT block_labels_check CHECK (((agreed >= 0) AND (agreed <= blocks))), CONSTRAINT block_labels_who_check CHECK (((who <> ''::text) AND (length(who) <= 255))) );
CREATE TABLE public.cursors ( stage text NOT NULL, cursor bigint NOT NULL, CONSTRAINT cursors_cursor_check CHECK ((cursor >= 0)) );
CREATE TABLE public.extract_queue ( fetched_at timestamp with time zone NOT NULL, page_id bigint NOT NULL )
WITH (autovacuum_vacuum_scale_factor='0.05');
CREATE TABLE public.extract_state ( only_row boolean DEFAULT true NOT NULL, version text NOT NULL, CONSTRAINT extract_state_only_row_check CHECK (only_row) );
CREATE TABLE public.fetches ( host_id bigint NOT NULL, url_id bigint NOT NULL, fetched_at timestamp with time zone NOT NULL, outcome text NOT NULL, http_status smallint, duration_ms integer NOT NULL, size_bytes bigint NOT NULL, changed boolean, page_id bigint, robots_rule text, opt_out jsonb NOT NULL, detail text, CONSTRAINT fetches_duration_ms_check CHECK ((duration_ms >= 0)), CONSTRAINT fetches_http_status_check CHECK (((http_status >= 0) AND (http_status <= 999))), CONSTRAINT fetches_opt_out_check CHECK ((jsonb_typeof(opt_out) = 'object'::text)), CONSTRAINT fetches_outcome_check CHECK ((outcome = ANY (ARRAY['fetched'::text, 'not_modified'::text, 'redirected'::text, 'disallowed'::text, 'too_large'::text, 'unreachable'::text, 'dns_failure'::text, 'tls_failure'::text, 'refused'::text, 'challenge'::text, 'not_found'::text, 'server_error'::text, 'busy'::text, 'timeout'::text, 'malformed'::text, 'redirect_loop'::text, 'skipped'::text]))), CONSTRAINT fetches_size_bytes_check CHECK ((size_bytes >= 0)), CONSTRAINT fetches_unchanged_store_nothing CHECK (((page_id IS NULL) OR changed)) )
PARTITION BY RANGE (fetched_at);
CREATE TABLE public.fetches_default ( host_id bigint NOT NULL, url_id bigint NOT NULL, fetched_at timestamp with time zone NOT NULL, outcome text NOT NULL, http_status smallint, duration_ms integer NOT NULL, size_bytes bigint NOT NULL, changed boolean, page_id bigint, robots_rule text, opt_out jsonb NOT NULL, detail text, CONSTRAINT fetches_duration_ms_check CHECK ((duration_ms >= 0)), CONSTRAINT fetches_http_status_check CHECK (((http_status >= 0) AND (http_status <= 999))), CONSTRAINT fetches_opt_out_check CHECK ((jsonb_typeof(opt_out) = 'object'::text)), CONSTRAINT fetches_outcome_check CHECK ((outcome = ANY (ARRAY['fetched'::text, 'not_modified'::text, 'redirected'::text, 'disallowed'::text, 'too_large'::text, 'unreachable'::text, 'dns_failure'::text, 'tls_failure'::text, 'refused'::text, 'challenge'::text, 'not_found'::text, 'server_error'::text, 'busy'::text, 'timeout'::text, 'malformed'::text, 'redirect_loop'::text, 'skipped'::text]))), CONSTRAINT fetches_size_bytes_check CHECK ((size_bytes >= 0)), CONSTRAINT fetches_unchanged_store_nothing CHECK (((page_id IS NULL) OR changed)) );
CREATE TABLE public.forgotten_sites ( site_hash text NOT NULL, host_hash text, forgotten_at timestamp with time zone NOT NULL, CONSTRAINT forgotten_sites_host_hash_check CHECK ((host_hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT forgotten_sites_site_hash_check CHECK ((site_hash ~ '^[0-9a-f]{64}$'::text)) );
CREATE TABLE public.robots ( host_id bigint NOT NULL, fetched_at timestamp with time zone NOT NULL, status smallint, body bytea NOT NULL, unreachable_since timestamp with time zone, asked_at timestamp with time zone, scheme text NOT NULL, is_due boolean DEFAULT false NOT NULL, CONSTRAINT robots_outage_is_whole CHECK (((unreachable_since IS NULL) OR (asked_at IS NOT NULL))), CONSTRAINT robots_scheme_check CHECK ((scheme = ANY (ARRAY['http'::text, 'https'::text]))) );
CREATE TABLE public.visit_days ( host_id bigint NOT NULL, day date NOT NULL, outcome text NOT NULL, visits bigint NOT NULL, bytes bigint NOT NULL, last_at timestamp with time zone NOT NULL, CONSTRAINT visit_days_bytes_check CHECK ((bytes >= 0)), CONSTRAINT visit_days_visits_check CHECK ((visits > 0)) )
WITH (fillfactor='70');
CREATE VIEW public.hosts_ahead AS SELECT h.host_id, (max(shown.at) OVER () - now()) AS ahead FROM (public.hosts h CROSS JOIN LATERAL ( SELECT GREATEST(( SELECT max(GREATEST(r.fetched_at, r.asked_at)) AS max FROM public.robots r WHERE (r.host_id = h.host_id)), (h.leased_until - h.lease_length), (h.next_request_at - '1 day'::interval), ( SELECT max(d.last_at) AS max FROM public.visit_days d WHERE ((d.host_id = h.host_id) AND (d.day >= ((now() AT TIME ZONE 'UTC'::text))::date) AND (d.outcome <> 'imported'::text)))) AS at) shown) WHERE (shown.at > (now() + '00:05:00'::interval));
ALTER TABLE public.hosts ALTER COLUMN host_id ADD GENERATED ALWAYS AS IDENTITY ( SEQUENCE NAME public.hosts_host_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
CREATE TABLE public.opt_out_files ( host_id bigint NOT NULL, name text NOT NULL, fetched_at timestamp with time zone NOT NULL, status smallint, body bytea NOT NULL, CONSTRAINT opt_out_files_name_check CHECK ((name = ANY (ARRAY['tdmrep.json'::text, 'ai.txt'::text]))) );
CREATE TABLE public.outbox ( note_id bigint NOT NULL, article_id text NOT NULL, version integer NOT NULL, is_regrouped boolean DEFAULT false NOT NULL );
ALTER TABLE public.outbox ALTER COLUMN note_id ADD GENERATED ALWAYS AS IDENTITY ( SEQUENCE NAME public.outbox_note_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
CREATE TABLE public.page_labels ( host_id bigint NOT NULL, url_id bigint NOT NULL, who text NOT NULL, fetched_at timestamp with time zone NOT NULL, page_id bigint NOT NULL, is_news boolean NOT NULL, page_type text, labelled_at timestamp with time zone DEFAULT now() NOT NULL, guess_version text, guess_type text, guess_source text, guess_score real, CONSTRAINT page_labels_guess_is_whole CHECK ((num_nulls(guess_version, guess_type, guess_source, guess_score) = ANY (ARRAY[0, 4]))), CONSTRAINT page_labels_guess_score_check CHECK (((guess_score >= (0)::double precision) AND (guess_score <= (1)::double precision))), CONSTRAINT page_labels_page_type_check CHECK ((page_type <> ''::text)), CONSTRAINT page_labels_who_check CHECK (((who <> ''::text) AND (length(who) <= 255))) );
CREATE TABLE public.pages_default ( page_id bigint DEFAULT nextval('public.page_ids'::regclass) NOT NULL, fetched_at timestamp with time zone NOT NULL, host_id bigint NOT NULL, url_id bigint NOT NULL, url_final text NOT NULL, http_status smallint NOT NULL, content_type text, headers jsonb NOT NULL, body_size bigint NOT NULL, body_hash bytea NOT NULL, body bytea NOT NULL, rendered boolean DEFAULT false NOT NULL, plain_type text, plain_size bigint, plain_hash bytea, plain_body bytea, boxes bytea, CONSTRAINT pages_body_hash_check CHECK ((length(body_hash) = 32)), CONSTRAINT pages_body_size_check CHECK ((body_size >= 0)), CONSTRAINT pages_check CHECK (((boxes IS NULL) OR rendered)), CONSTRAINT pages_headers_check CHECK ((jsonb_typeof(headers) = 'object'::text)), CONSTRAINT pages_http_status_check CHECK (((http_status >= 0) AND (http_status <= 999))), CONSTRAINT pages_plain_is_whole CHECK (((rendered = (plain_body IS NOT NULL)) AND (rendered = (plain_size IS NOT NULL)) AND (rendered = (plain_hash IS NOT NULL)) AND (length(plain_hash) = 32) AND (plain_size >= 0))) );
ALTER TABLE ONLY public.pages_default ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pages_default ALTER COLUMN plain_body SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pages_default ALTER COLUMN boxes SET STORAGE EXTERNAL;
CREATE TABLE public.pair_bins ( kind text NOT NULL, seed bigint NOT NULL, bin smallint NOT NULL, name text NOT NULL, pairs bigint NOT NULL, CONSTRAINT pair_bins_name_check CHECK ((name <> ''::text)), CONSTRAINT pair_bins_pairs_check CHECK ((pairs > 0)) );
CREATE TABLE public.pair_labels ( kind text NOT NULL, a text NOT NULL, b text NOT NULL, who text NOT NULL, a_version integer NOT NULL, b_version integer NOT NULL, same boolean, labelled_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT pair_labels_in_order CHECK (((a COLLATE "C") < (b COLLATE "C"))), CONSTRAINT pair_labels_kind_check CHECK ((kind = ANY (ARRAY['copies'::text, 'stories'::text]))), CONSTRAINT pair_labels_who_check CHECK (((who <> ''::text) AND (length(who) <= 255))) );
CREATE TABLE public.pair_samples ( kind text NOT NULL, seed bigint NOT NULL, version text NOT NULL, articles bigint NOT NULL, drawn_at timestamp with time zone DEFAULT now() NOT NULL, CONSTRAINT pair_samples_articles_check CHECK ((articles >= 0)), CONSTRAINT pair_samples_kind_check CHECK ((kind = ANY (ARRAY['copies'::text, 'stories'::text]))) );
CREATE TABLE public.pattern_stats ( host_id bigint NOT NULL, pattern text NOT NULL, pages integer DEFAULT 0 NOT NULL, articles integer DEFAULT 0 NOT NULL, CONSTRAINT pattern_stats_pages_check CHECK ((pages >= 0)), CONSTRAINT pattern_stats_pattern_check CHECK (((pattern <> ''::text) AND (length(pattern) <= 255))) )
WITH (fillfactor='80');
CREATE SEQUENCE public.publication_numbers START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;
CREATE TABLE public.queue ( host_id bigint NOT NULL, priority smallint NOT NULL, url_id bigint NOT NULL )
WITH (autovacuum_vacuum_scale_factor='0.05');
CREATE TABLE public.quotas ( site_id text NOT NULL, window_start timestamp with time zone NOT NULL, used bigint NOT NULL, last_grant bigint NOT NULL, renderings bigint DEFAULT 0 NOT NULL, CONSTRAINT quotas_last_grant_check CHECK ((last_grant >= 0)), CONSTRAINT quotas_renderings_check CHECK ((renderings >= 0)), CONSTRAINT quotas_used_check CHECK ((used >= 0)) )
WITH (fillfactor='50');
CREATE TABLE public.renderings ( host_id bigint NOT NULL, url_id bigint NOT NULL, reason text NOT NULL, asked_at timestamp with time zone DEFAULT now() NOT NULL );
CREATE TABLE public.request_slots ( key text NOT NULL, next_at timestamp with time zone NOT NULL, held_by bigint, CONSTRAINT request_slots_key_check CHECK (((key <> ''::text) AND (length(key) <= 300))) )
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.05');
CREATE TABLE public.runs ( run_id bigint NOT NULL, command text NOT NULL, state text DEFAULT 'running'::text NOT NULL, started_at timestamp with time zone DEFAULT now() NOT NULL, finished_at timestamp with time zone, counts jsonb DEFAULT '{}'::jsonb NOT NULL, detail text, session bigint, CONSTRAINT runs_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)), CONSTRAINT runs_end_once CHECK (((state = 'running'::text) = (finished_at IS NULL))), CONSTRAINT runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'failed'::text]))) );
CREATE TABLE public.runs_before ( command text NOT NULL, state text NOT NULL, runs bigint NOT NULL, CONSTRAINT runs_before_runs_check CHECK ((runs >= 0)), CONSTRAINT runs_before_state_check CHECK ((state = ANY (ARRAY['done'::text, 'stopped'::text, 'failed'::text]))) );
ALTER TABLE public.runs ALTER COLUMN run_id ADD GENERATED ALWAYS AS IDENTITY ( SEQUENCE NAME public.runs_run_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
CREATE TABLE public.sampled_pairs ( kind text NOT NULL, seed bigint NOT NULL, place integer NOT NULL, bin smallint NOT NULL, a text NOT NULL, b text NOT NULL, score real NOT NULL, CONSTRAINT sampled_pairs_in_order CHECK (((a COLLATE "C") < (b COLLATE "C"))), CONSTRAINT sampled_pairs_place_check CHECK ((place > 0)) );
ALTER TABLE public.seen ALTER COLUMN url_id ADD GENERATED ALWAYS AS IDENTITY ( SEQUENCE NAME public.seen_url_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 );
CREATE TABLE public.size_days ( day date NOT NULL, bytes bigint NOT NULL, CONSTRAINT size_days_bytes_check CHECK ((bytes >= 0)) );
CREATE TABLE public.skipped_urls ( host_id bigint NOT NULL, reason text NOT NULL, url_hash uuid NOT NULL, url text NOT NULL, skipped_at timestamp with time zone DEFAULT now() NOT NULL );
CREATE TABLE public.stand_in_texts ( host_id bigint NOT NULL, content_hash text NOT NULL, found_at timestamp with time zone DEFAULT now() NOT NULL );
CREATE SEQUENCE public.url_deletions START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;
CREATE TABLE public.url_variants ( kept_hash uuid NOT NULL, alternate text NOT NULL, CONSTRAINT url_variants_alternate_check CHECK (((alternate <> ''::text) AND (length(alternate) <= 2048))) );
CREATE TABLE public.verdict_days ( host_id bigint NOT NULL, day date NOT NULL, page_type text NOT NULL, pages bigint NOT NULL, articles bigint NOT NULL )
WITH (fillfactor='70');
ALTER TABLE ONLY public.fetches ATTACH PARTITION public.fetches_default DEFAULT;
ALTER TABLE ONLY public.pages ATTACH PARTITION public.pages_default DEFAULT;
INSERT INTO public._sqlx_migrations VALUES (1, 'sites hosts', '2026-11-30 16:14:17.001597+00', true, '\xd311f17b7188d744c665313d09fdb2873bf23f6dffc39a34ba820a3552e99835a39a359de1c9ee4ee450d8115b0328cd', 0);
INSERT INTO public._sqlx_migrations VALUES (2, 'frontier', '2026-11-30 16:14:17.197881+00', true, '\xa3af7bdfe1f132f1a9084c4b205cc699e748069f0acf2dd771e9c0b0b6997b0c542b24d7e0540a4ad0de44106314c4ea', 0);
INSERT INTO public._sqlx_migrations VALUES (3, 'pages', '2026-11-30 16:14:17.289807+00', true, '\x2fb9ff40e052b4fb89afc177f25822d7c1343000a48205273da0e9f364acb6ca19d8eb5a4a453bdd092593700b6468e3', 0);
INSERT INTO public._sqlx_migrations VALUES (4, 'websub', '2026-11-30 16:14:17.353428+00', true, '\x603da784b17de12b342305cd9854d137757d6b9711cbb60e2e2765ca58aed29de4c4076d90ba341d3d9a09eeef011c50', 0);
INSERT INTO public._sqlx_migrations VALUES (5, 'verdicts', '2026-11-30 16:14:17.455712+00', true, '\x7e08759c7c44eae156a02aaab8828157d67705eb4376a412cf828b295ff318db05870e73c6ff99dc5e6f41f18d9399e3', 0);
INSERT INTO public._sqlx_migrations VALUES (6, 'copies stories', '2026-11-30 16:14:17.601298+00', true, '\xcb548752a6a22cfdca12d8b36dc3f1b863d88821a029e7af262be94960173e854fc751e8a502d218680be524f5035d17', 0);
INSERT INTO public._sqlx_migrations VALUES (7, 'articles', '2026-11-30 16:14:17.811669+00', true, '\x96ce2ed6b5417c12a334d1e6d11caf83f96ca86ee93f94c7953deb7631efcc16c97663165c327821c683c8c253864f5e', 0);
INSERT INTO public._sqlx_migrations VALUES (8, 'labels', '2026-11-30 16:14:17.954531+00', true, '\x004a25ff66bc0b52ed79e5588e7f2e3156d38272eb669ff5c2a8804d2e066922974600e43c1613857cbaca63fa3db290', 0);
INSERT INTO public._sqlx_migrations VALUES (9, 'runs', '2026-11-30 16:14:18.031628+00', true, '\x8a34b5762bd43c390deaaced1e692127327e04df3b1a821a0f3ed55af68569395e10f9973ee747447630b1ca768c74bc', 0);
INSERT INTO public._sqlx_migrations VALUES (10, 'news', '2026-11-30 16:14:18.148131+00', true, '\x4c8f572d986dd7e701bbe48dbd805a980d9361b981075599d05d7ae8d9f0e1162fabee03508bf36221bcee7c14c34f6f', 0);
INSERT INTO public._sqlx_migrations VALUES (11, 'clock', '2026-11-30 16:14:18.233904+00', true, '\xac465d1b21c435f04b6042ca462401203a76026f484e2f74e530d8a9377d33da40511f0d668cf4b78205255e1cb00fcb', 0);
INSERT INTO public._sqlx_migrations VALUES (12, 'upkeep', '2026-11-30 16:14:18.329015+00', true, '\x58b3b9eadb84113de15858d8b4416dd1411955a763930d27d166fbc14f1a54ea8f515db75529a65af7d0168229159f1d', 0);
INSERT INTO public._sqlx_migrations VALUES (13, 'similar', '2026-11-30 16:14:18.411719+00', true, '\x4eb306a148347eeb7624c8fc0375e4b7a06c9107a3a64f5875b563c51f7b984afcd22ab680818685e7e08910ebafc607', 0);
INSERT INTO public._sqlx_migrations VALUES (14, 'rendering', '2026-11-30 16:14:18.508797+00', true, '\x15c34f292ac49d08684a90b5435bf536b8b4cfb8cf97ccbe4c2060e8b783bd267ffca5c998501a85af3b43d713137377', 0);
INSERT INTO public._sqlx_migrations VALUES (15, 'boxes', '2026-11-30 16:14:18.5746+00', true, '\xa28bff952046d0f9933959dc178e0917e708504ee2cdc358cc7ae2e8655d5e046744675054256d84acc9851ad021723e', 0);
INSERT INTO public._sqlx_migrations VALUES (16, 'channels', '2026-11-30 16:14:18.69583+00', true, '\xdd2e322bf8948f7aa1274b47150290cfbbd8b35395108b59e4678f943f03dbfcb723a8c8d5c7c6086e17634996141fd7', 0);
INSERT INTO public._sqlx_migrations VALUES (17, 'search by characters', '2026-11-30 16:14:18.810821+00', true, '\x1d8ff5008b2b1cd79ad0f6b93fc49c41ffe07ff21a353c73283aeba502dcd4ac6ef047e681c756f9965447c4b0673eb3', 0);
INSERT INTO public._sqlx_migrations VALUES (18, 'search in any locale', '2026-11-30 16:14:18.930621+00', true, '\x82154eec5ac3d5f95bb28191310349f9fcb311bc822887144395e32afae993725e2cbfe9e59b120da0db5bea1cb4840a', 0);
INSERT INTO public._sqlx_migrations VALUES (19, 'moved and unchanged', '2026-11-30 16:14:19.017677+00', true, '\x21badc160abcc151670ea47af8940a02ff8cae4cd227733fc6a57deef5d7b93a4b9705f1bc1c864ef291fd3258efe81a', 0);
INSERT INTO public._sqlx_migrations VALUES (20, 'new articles', '2026-11-30 16:14:19.09251+00', true, '\x281d85a21aa5c3e52679c784831e5749b8e47250983b207d9eea3f7f63d9243491f96ca8cc5660e84a742a481838646c', 0);
INSERT INTO public._sqlx_migrations VALUES (21, 'moved leaders', '2026-11-30 16:14:19.336415+00', true, '\x18915a9edc6be63f021e16995c29d2bf19ad2348b23768e199b1f5b9478edad597aeebfb07f31b6c570e64b620e9d97d', 0);
INSERT INTO public._sqlx_migrations VALUES (22, 'source state', '2026-11-30 16:14:19.448974+00', true, '\x27cb428874a1186fd7104fc039de3da1bb23131e0be5c9adbec69f74ec4ef9bf42920d2a3ded1fa1eee5b7dec15a1ab0', 0);
INSERT INTO public._sqlx_migrations VALUES (23, 'deleted urls', '2026-11-30 16:14:19.616098+00', true, '\xe30c9459823cd37d16037ef3e252fcb0bf81864aec7c45d914d982e2f545d7e88f6541f9a856b2a84ebb612f5d01733d', 0);
INSERT INTO public._sqlx_migrations VALUES (24, 'robots of each scheme', '2026-11-30 16:14:19.705878+00', true, '\xdfa8332e631c8b148c9db5fc22fe33033615150a48e9a04a7a28b1625957084bd5ccb50a27effdcc59d5533c9015d286', 0);
INSERT INTO public._sqlx_migrations VALUES (25, 'redirects', '2026-11-30 16:14:19.821676+00', true, '\xccea484f539290145d1c80f167bd0cd3ef8e336a0ff7c588582351d9e2aa4f4db77664336496a8ee84de82eb4247f849', 0);
INSERT INTO public._sqlx_migrations VALUES (26, 'reviews', '2026-11-30 16:14:19.895715+00', true, '\x73f7add22c071ab74b2c747a066d72c9798ee615bca5dd1e46804de33463ffa6a8bdba0f0b29b51725790656997238ac', 0);
INSERT INTO public._sqlx_migrations VALUES (27, 'forgotten sites', '2026-11-30 16:14:19.955663+00', true, '\x278d164784702f13d1afe0ec0b38478d93a1d9cac1066d51ddffce05b7aa93e7b5d9ebb44c1b433566f7101520a74f81', 0);
INSERT INTO public._sqlx_migrations VALUES (28, 'verdicts of a host', '2026-11-30 16:14:20.042679+00', true, '\x373c4e21ebca2e130e9d5c915d4023a22b476fbf5889d397a212eceb8333123c297d05fa6cf89767311f94d0d2f92f1f', 0);
INSERT INTO public._sqlx_migrations VALUES (29, 'one prune at a time', '2026-11-30 16:14:20.112286+00', true, '\xf2a2042931e48b85c2f3fae14ee1ffe88836e14ca562da00d345e6285e20a4f46e08e67fc8e8af22fa915c59f31f0af5', 0);
INSERT INTO public._sqlx_migrations VALUES (30, 'robots due', '2026-11-30 16:14:20.191693+00', true, '\x3cbff77f76e8829f494128860decf6b2195f0781e2f9554151d21d5fdc158b7ffcdb212a24a2b24f3951222d52f07f99', 0);
INSERT INTO public._sqlx_migrations VALUES (31, 'history', '2026-11-30 16:14:20.261065+00', true, '\x97a59b0bf83bb3fc17c53ab1584f75632db11eb8eee9100f0a87346e3c5bcc2dfa04041070b1c66e1a995d93297fac3b', 0);
INSERT INTO public._sqlx_migrations VALUES (32, 'yields of channels', '2026-11-30 16:14:20.327078+00', true, '\xb1c3eaf44d005cddfe4a75d2f1f28bf18cdc1ffe36ad296b4f45efd29bd3d7981fb63c0bf56b9d863f7eac4253773719', 0);
INSERT INTO public._sqlx_migrations VALUES (33, 'channels elsewhere', '2026-11-30 16:14:20.420826+00', true, '\xd23f028f94de407e3d2e937b55744196c95e8c05a17d255124ef171c08d55e26579c955d60428f0fd3610e09e74b738f', 0);
INSERT INTO public._sqlx_migrations VALUES (34, 'no host knowledge', '2026-11-30 16:14:20.491335+00', true, '\xd7efdbb66ef1246346420606555b1dd4523cca39db835731f21f1082c7a3b04c3ad1950e09702842a721387359396412', 0);
INSERT INTO public._sqlx_migrations VALUES (35, 'no websub', '2026-11-30 16:14:20.575803+00', true, '\x01c5b9da4df6453e83ccfa16d00a3b4f928a9a2d89204e2e002680e7a7e733cd9e66450c0d3476d186efa980ac66bd20', 0);
INSERT INTO public._sqlx_migrations VALUES (36, 'article changes', '2026-11-30 16:14:20.663141+00', true, '\x7bf4805761fefacbbca51f96e8ab8d51dcf2417a9af41118c5552b44b89ccae45e6ac5bdff8592f72d23a5d5308b7bee', 0);
INSERT INTO public._sqlx_migrations VALUES (37, 'calls', '2026-11-30 16:14:20.779262+00', true, '\xfbeed4cd0aff3f17300f641cd1f4153bcef95c5124a3564224f44c5164b09402bf5e4fcbf62593f948328a3c2bef0135', 0);
INSERT INTO public._sqlx_migrations VALUES (38, 'stand in texts', '2026-11-30 16:14:20.873922+00', true, '\x0544f55b53873890723ba2a0d11fb2ff381863c01cc1822ee9208804eb3df3261f4a7e1ad9a53161f220ffd5e13a6279', 0);
INSERT INTO public.history VALUES ('changes', 0, NULL);
INSERT INTO public.history VALUES ('pages', 0, NULL);
SELECT pg_catalog.setval('public.hosts_host_id_seq', 1, false);
SELECT pg_catalog.setval('public.outbox_note_id_seq', 1, false);
SELECT pg_catalog.setval('public.page_ids', 1, false);
SELECT pg_catalog.setval('public.publication_numbers', 1, false);
SELECT pg_catalog.setval('public.runs_run_id_seq', 1, false);
SELECT pg_catalog.setval('public.seen_url_id_seq', 1, false);
SELECT pg_catalog.setval('public.url_deletions', 1, true);
ALTER TABLE ONLY public._sqlx_migrations ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.aggregate_claim ADD CONSTRAINT aggregate_claim_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.aggregate_state ADD CONSTRAINT aggregate_state_pkey PRIMARY KEY (name, part);
ALTER TABLE ONLY public.aliases ADD CONSTRAINT aliases_pkey PRIMARY KEY (origin);
ALTER TABLE ONLY public.article_changes ADD CONSTRAINT article_changes_pkey PRIMARY KEY (article_id, version);
ALTER TABLE ONLY public.article_heads ADD CONSTRAINT article_heads_pkey PRIMARY KEY (article_id);
ALTER TABLE ONLY public.article_search ADD CONSTRAINT article_search_pkey PRIMARY KEY (article_id);
ALTER TABLE ONLY public.article_terms ADD CONSTRAINT article_terms_pkey PRIMARY KEY (article_id);
ALTER TABLE ONLY public.articles ADD CONSTRAINT articles_fetched_at_page_id_key UNIQUE (fetched_at, page_id);
ALTER TABLE ONLY public.articles ADD CONSTRAINT articles_pkey PRIMARY KEY (article_id, version);
ALTER TABLE ONLY public.block_labels ADD CONSTRAINT block_labels_pkey PRIMARY KEY (host_id, url_id, who);
ALTER TABLE ONLY public.channel_yields ADD CONSTRAINT channel_yields_pkey PRIMARY KEY (channel_id, host_id);
ALTER TABLE ONLY public.copies ADD CONSTRAINT copies_pkey PRIMARY KEY (article_id);
ALTER TABLE ONLY public.cursors ADD CONSTRAINT cursors_pkey PRIMARY KEY (stage);
ALTER TABLE ONLY public.discoveries ADD CONSTRAINT discoveries_pkey PRIMARY KEY (host_id, url_id, via);
ALTER TABLE ONLY public.extract_queue ADD CONSTRAINT extract_queue_pkey PRIMARY KEY (fetched_at, page_id);
ALTER TABLE ONLY public.extract_state ADD CONSTRAINT extract_state_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.fetches ADD CONSTRAINT fetches_pkey PRIMARY KEY (host_id, url_id, fetched_at);
ALTER TABLE ONLY public.fetches_default ADD CONSTRAINT fetches_default_pkey PRIMARY KEY (host_id, url_id, fetched_at);
ALTER TABLE ONLY public.forgotten_sites ADD CONSTRAINT forgotten_sites_pkey PRIMARY KEY (site_hash);
ALTER TABLE ONLY public.history ADD CONSTRAINT history_pkey PRIMARY KEY (series, last);
ALTER TABLE ONLY public.hosts ADD CONSTRAINT hosts_authority_key UNIQUE (authority);
ALTER TABLE ONLY public.hosts ADD CONSTRAINT hosts_pkey PRIMARY KEY (host_id);
ALTER TABLE ONLY public.opt_out_files ADD CONSTRAINT opt_out_files_pkey PRIMARY KEY (host_id, name);
ALTER TABLE ONLY public.outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (note_id);
ALTER TABLE ONLY public.page_labels ADD CONSTRAINT page_labels_pkey PRIMARY KEY (host_id, url_id, who);
ALTER TABLE ONLY public.pages ADD CONSTRAINT pages_pkey PRIMARY KEY (fetched_at, page_id);
ALTER TABLE ONLY public.pages_default ADD CONSTRAINT pages_default_pkey PRIMARY KEY (fetched_at, page_id);
ALTER TABLE ONLY public.pair_bins ADD CONSTRAINT pair_bins_pkey PRIMARY KEY (kind, seed, bin);
ALTER TABLE ONLY public.pair_labels ADD CONSTRAINT pair_labels_pkey PRIMARY KEY (kind, a, b, who);
ALTER TABLE ONLY public.pair_samples ADD CONSTRAINT pair_samples_pkey PRIMARY KEY (kind, seed);
ALTER TABLE ONLY public.pattern_stats ADD CONSTRAINT pattern_stats_pkey PRIMARY KEY (host_id, pattern);
ALTER TABLE ONLY public.publications ADD CONSTRAINT publications_article_id_version_key UNIQUE (article_id, version);
ALTER TABLE ONLY public.publications ADD CONSTRAINT publications_pkey PRIMARY KEY (cursor);
ALTER TABLE ONLY public.queue ADD CONSTRAINT queue_pkey PRIMARY KEY (host_id, priority, url_id);
ALTER TABLE ONLY public.quotas ADD CONSTRAINT quotas_pkey PRIMARY KEY (site_id);
ALTER TABLE ONLY public.renderings ADD CONSTRAINT renderings_pkey PRIMARY KEY (host_id, url_id);
ALTER TABLE ONLY public.request_slots ADD CONSTRAINT request_slots_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.robots ADD CONSTRAINT robots_pkey PRIMARY KEY (host_id, scheme);
ALTER TABLE ONLY public.runs_before ADD CONSTRAINT runs_before_pkey PRIMARY KEY (command, state);
ALTER TABLE ONLY public.runs ADD CONSTRAINT runs_pkey PRIMARY KEY (run_id);
ALTER TABLE ONLY public.sampled_pairs ADD CONSTRAINT sampled_pairs_kind_a_b_seed_key UNIQUE (kind, a, b, seed);
ALTER TABLE ONLY public.sampled_pairs ADD CONSTRAINT sampled_pairs_pkey PRIMARY KEY (kind, seed, place);
ALTER TABLE ONLY public.seen ADD CONSTRAINT seen_host_id_url_id_key UNIQUE (host_id, url_id);
ALTER TABLE ONLY public.seen ADD CONSTRAINT seen_pkey PRIMARY KEY (host_id, url_hash);
ALTER TABLE ONLY public.sites ADD CONSTRAINT sites_pkey PRIMARY KEY (site_id);
ALTER TABLE ONLY public.size_days ADD CONSTRAINT size_days_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.skipped_urls ADD CONSTRAINT skipped_urls_pkey PRIMARY KEY (host_id, reason, url_hash);
ALTER TABLE ONLY public.stand_in_texts ADD CONSTRAINT stand_in_texts_pkey PRIMARY KEY (host_id, content_hash);
ALTER TABLE ONLY public.stories ADD CONSTRAINT stories_pkey PRIMARY KEY (story_id);
ALTER TABLE ONLY public.story_articles ADD CONSTRAINT story_articles_pkey PRIMARY KEY (article_id);
ALTER TABLE ONLY public.story_links ADD CONSTRAINT story_links_one_each UNIQUE (other_id, language);
ALTER TABLE ONLY public.story_links ADD CONSTRAINT story_links_pkey PRIMARY KEY (story_id, other_language);
ALTER TABLE ONLY public.url_variants ADD CONSTRAINT url_variants_pkey PRIMARY KEY (kept_hash);
ALTER TABLE ONLY public.verdict_days ADD CONSTRAINT verdict_days_pkey PRIMARY KEY (host_id, day, page_type);
ALTER TABLE ONLY public.verdicts ADD CONSTRAINT verdicts_pkey PRIMARY KEY (fetched_at, page_id);
ALTER TABLE ONLY public.visit_days ADD CONSTRAINT visit_days_pkey PRIMARY KEY (host_id, day, outcome);
ALTER TABLE ONLY public.visits ADD CONSTRAINT visits_pkey PRIMARY KEY (host_id, url_id);
CREATE INDEX aliases_domain ON public.aliases USING btree (domain);
CREATE INDEX article_changes_at ON public.article_changes USING btree (changed_at);
CREATE INDEX article_changes_host ON public.article_changes USING btree (host_id, changed_at);
CREATE INDEX article_heads_moved ON public.article_heads USING btree (moved_at) WHERE (moved_to IS NOT NULL);
CREATE INDEX article_search_words ON public.article_search USING gin (words) WITH (gin_pending_list_limit='1024');
CREATE INDEX articles_content ON public.articles USING btree (content_hash) WHERE is_latest;
CREATE INDEX articles_first ON public.articles USING btree (host_id, fetched_at) WHERE (version = 1);
CREATE INDEX articles_host ON public.articles USING btree (host_id, fetched_at) WHERE is_latest;
CREATE INDEX articles_language ON public.articles USING btree (language) WHERE is_latest;
CREATE UNIQUE INDEX articles_latest ON public.articles USING btree (article_id) WHERE is_latest;
CREATE INDEX articles_place ON public.articles USING btree (host_id, url_id);
CREATE INDEX articles_published ON public.articles USING btree (date_published DESC NULLS LAST);
CREATE INDEX articles_published_nulls_first ON public.articles USING btree (date_published DESC);
CREATE INDEX articles_url ON public.articles USING hash (url);
CREATE INDEX block_labels_who ON public.block_labels USING btree (who, labelled_at);
CREATE INDEX copies_duplicates ON public.copies USING btree (duplicate_of) WHERE (duplicate_of IS NOT NULL);
CREATE INDEX copies_leader ON public.copies USING btree (leader);
CREATE INDEX fetches_time ON ONLY public.fetches USING brin (fetched_at) WITH (pages_per_range='32');
CREATE INDEX fetches_default_fetched_at_idx ON public.fetches_default USING brin (fetched_at) WITH (pages_per_range='32');
CREATE INDEX forgotten_sites_host ON public.forgotten_sites USING btree (host_hash);
CREATE INDEX hosts_domain ON public.hosts USING btree (domain);
CREATE INDEX hosts_due ON public.hosts USING btree (next_fetch_at) WHERE (next_fetch_at IS NOT NULL);
CREATE INDEX hosts_site ON public.hosts USING btree (site_id);
CREATE INDEX page_labels_who ON public.page_labels USING btree (who, labelled_at);
CREATE INDEX pages_url ON ONLY public.pages USING btree (host_id, url_id, fetched_at);
CREATE INDEX pages_default_host_id_url_id_fetched_at_idx ON public.pages_default USING btree (host_id, url_id, fetched_at);
CREATE UNIQUE INDEX publications_content ON public.publications USING btree (content_cursor);
CREATE INDEX runs_started ON public.runs USING btree (started_at DESC);
CREATE INDEX seen_channels ON public.seen USING btree (host_id, url_id) WHERE (kind <> 'page'::text);
CREATE INDEX seen_first ON public.seen USING brin (first_seen);
CREATE INDEX sites_channel_hosts ON public.sites USING gin (public.authorities_of(channels));
CREATE INDEX sites_channels ON public.sites USING gin (channels);
CREATE INDEX sites_domain ON public.sites USING btree (domain);
CREATE INDEX stories_active ON public.stories USING btree (active_at) WHERE (merged_into IS NULL);
CREATE INDEX stories_merged ON public.stories USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX stories_owners ON public.stories USING btree (owners DESC, score DESC) WHERE (merged_into IS NULL);
CREATE INDEX stories_score ON public.stories USING btree (score DESC) WHERE (merged_into IS NULL);
CREATE INDEX story_articles_nearly ON public.story_articles USING btree (((nearly ->> 'story'::text))) WHERE (nearly IS NOT NULL);
CREATE INDEX story_articles_story ON public.story_articles USING btree (story_id);
CREATE INDEX story_links_score ON public.story_links USING btree (score DESC);
CREATE INDEX verdicts_article ON public.verdicts USING btree (article_id, article_version) WHERE (article_id IS NOT NULL);
CREATE INDEX verdicts_close ON public.verdicts USING btree (news_score DESC) WHERE (article_id IS NULL);
CREATE INDEX verdicts_host ON public.verdicts USING btree (host_id, fetched_at DESC, page_id DESC);
CREATE INDEX verdicts_rejected ON public.verdicts USING btree (host_id, fetched_at DESC) WHERE (article_id IS NULL);
CREATE INDEX visits_disallowed ON public.visits USING btree (host_id) WHERE (outcome = 'disallowed'::text);
CREATE INDEX visits_due ON public.visits USING btree (host_id, next_due) WHERE (next_due IS NOT NULL);
CREATE INDEX visits_lost ON public.visits USING btree (lost_at) WHERE (lost IS NOT NULL);
CREATE INDEX visits_redirects ON public.visits USING btree (redirects_to) WHERE (redirects_to IS NOT NULL);
ALTER INDEX public.fetches_time ATTACH PARTITION public.fetches_default_fetched_at_idx;
ALTER INDEX public.fetches_pkey ATTACH PARTITION public.fetches_default_pkey;
ALTER INDEX public.pages_url ATTACH PARTITION public.pages_default_host_id_url_id_fetched_at_idx;
ALTER INDEX public.pages_pkey ATTACH PARTITION public.pages_default_pkey;
CREATE TRIGGER articles_added AFTER INSERT ON public.articles FOR EACH ROW WHEN ((new.version > 1)) EXECUTE FUNCTION public.note_changes();
CREATE TRIGGER articles_removed AFTER DELETE ON public.articles FOR EACH ROW EXECUTE FUNCTION public.note_changes();
CREATE TRIGGER articles_replaced AFTER UPDATE OF title, content_hash, extractor_version ON public.articles FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.content_hash <> new.content_hash) OR (old.extractor_version <> new.extractor_version))) EXECUTE FUNCTION public.note_changes();
CREATE TRIGGER articles_search AFTER INSERT OR DELETE OR UPDATE OF is_latest, title, text, authors, date_published, language ON public.articles FOR EACH ROW EXECUTE FUNCTION public.note_latest();
CREATE TRIGGER seen_deleted AFTER DELETE ON public.seen REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_url_deletion();
ALTER TABLE ONLY public.article_heads ADD CONSTRAINT article_heads_moved_to_fkey FOREIGN KEY (moved_to) REFERENCES public.article_heads(article_id);
ALTER TABLE ONLY public.articles ADD CONSTRAINT articles_article_id_fkey FOREIGN KEY (article_id) REFERENCES public.article_heads(article_id);
ALTER TABLE ONLY public.block_labels ADD CONSTRAINT block_labels_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.hosts(host_id);
ALTER TABLE ONLY public.hosts ADD CONSTRAINT hosts_site_id_fkey FOREIGN KEY (site_id) REFERENCES public.sites(site_id);
ALTER TABLE ONLY public.opt_out_files ADD CONSTRAINT opt_out_files_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.hosts(host_id);
ALTER TABLE ONLY public.page_labels ADD CONSTRAINT page_labels_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.hosts(host_id);
ALTER TABLE ONLY public.pair_bins ADD CONSTRAINT pair_bins_kind_seed_fkey FOREIGN KEY (kind, seed) REFERENCES public.pair_samples(kind, seed);
ALTER TABLE ONLY public.quotas ADD CONSTRAINT quotas_site_id_fkey FOREIGN KEY (site_id) REFERENCES public.sites(site_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.robots ADD CONSTRAINT robots_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.hosts(host_id);
ALTER TABLE ONLY public.sampled_pairs ADD CONSTRAINT sampled_pairs_kind_seed_bin_fkey FOREIGN KEY (kind, seed, bin) REFERENCES public.pair_bins(kind, seed, bin);
ALTER TABLE ONLY public.stand_in_texts ADD CONSTRAINT stand_in_texts_host_id_fkey FOREIGN KEY (host_id) REFERENCES public.hosts(host_id) ON DELETE CASCADE;
commit;
