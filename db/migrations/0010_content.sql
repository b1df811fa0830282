-- Content: banners, notices, popups, forced notices, agreements, app versions.

-- Images, addressed by the hash of their bytes: the image behind a URL never changes.
create table content_image (
  hash bytea primary key check (hash = sha256(bytes)),
  type text not null check (type in ('png', 'jpg', 'webp', 'gif')),
  width int not null check (width between 1 and 4096),
  height int not null check (height between 1 and 4096),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  created_at timestamptz not null,
  created_by text not null
);

-- A revision is written once and never edited: draft, published, then withdrawn or superseded by the next one of its name.
-- In force is the published revision of a name that started last.
create table content_revision (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('BANNER', 'NOTICE', 'POPUP', 'FORCED', 'AGREEMENT', 'VERSION')),
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,47}$'),
  version text check (length(version) between 1 and 32),         -- of an agreement: confirmations refer to it
  title text check (length(title) between 1 and 60),
  text text check (length(text) between 1 and 20000),            -- plain
  html text check (length(html) between 1 and 20000),            -- sanitised
  image_hash bytea references content_image (hash),
  url text check (length(url) <= 500 and url ~ '^https?://'),
  is_force boolean not null default false,
  content_hash bytea not null check (length(content_hash) = 32), -- of everything shown; set by the trigger below
  starts_at timestamptz,                        -- null in a draft: on publication
  ends_at timestamptz,
  audience_tag text check (length(audience_tag) between 1 and 64), -- null: all customers
  position int not null default 0 check (position between 0 and 999),
  created_at timestamptz not null,
  created_by text not null,
  published_at timestamptz,
  published_by text,
  approved_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  check (ends_at > starts_at),
  check ((published_at is null) = (published_by is null) and (withdrawn_at is null) = (withdrawn_by is null)),
  check (published_at is null or starts_at is not null),
  check (withdrawn_at is null or published_at is not null),
  check (approved_by <> published_by),
  constraint parts_of_its_kind check (case kind
    when 'BANNER' then image_hash is not null and (html is null or title is not null) and num_nonnulls(text, version) = 0
    when 'POPUP' then image_hash is not null and (html is null or title is not null) and num_nonnulls(text, version) = 0
    when 'NOTICE' then text is not null and length(text) <= 500 and title is not null and num_nonnulls(image_hash, url, version) = 0
    when 'FORCED' then html is not null and num_nonnulls(text, url, version) = 0
    when 'AGREEMENT' then num_nonnulls(version, title, text) = 3
      and num_nonnulls(html, image_hash, url, ends_at, audience_tag) = 0
    else name ~ '^[0-9]\.[0-9]\.[0-9]\.[0-9]$' and html is not null and num_nonnulls(text, image_hash, url, version, audience_tag) = 0
  end),
  check (num_nonnulls(url, html) < 2 or kind not in ('BANNER', 'POPUP')),
  check (not is_force or kind = 'VERSION')
);
create index content_revision_in_force on content_revision (kind, name, starts_at desc, id desc)
  where published_at is not null and withdrawn_at is null;
create index content_revision_of_name on content_revision (kind, name, id desc);
-- A version identifies one text: confirmations refer to it.
create unique index content_revision_version on content_revision (name, version)
  where kind = 'AGREEMENT' and published_at is not null;

-- Hashed in the database: the confirmed text is the stored text, whichever program inserted it.
create function hash_content() returns trigger language plpgsql as $$
begin
  new.content_hash := sha256(convert_to(concat_ws(E'\x1f', new.kind, new.name, coalesce(new.version, ''), coalesce(new.title, ''),
    coalesce(new.text, ''), coalesce(new.html, ''), coalesce(encode(new.image_hash, 'hex'), ''), coalesce(new.url, ''),
    new.is_force), 'UTF8'));
  return new;
end $$;
create trigger content_hash before insert on content_revision for each row execute function hash_content();

-- The revisions of a kind in force at a time, one per name. A revision that has ended leaves its name empty: an older one does
-- not return. A loose index scan over the names: the number of revisions per name does not matter.
create function content_in_force(wanted_kind text, at timestamptz) returns setof content_revision language sql stable as $$
  with recursive named (name) as (
    (select name from content_revision
     where kind = wanted_kind and published_at is not null and withdrawn_at is null order by name limit 1)
    union all
    select (select r.name from content_revision r
            where r.kind = wanted_kind and r.published_at is not null and r.withdrawn_at is null and r.name > named.name
            order by r.name limit 1)
    from named where named.name is not null
  )
  select newest.* from named cross join lateral (
    select * from content_revision r
    where r.kind = wanted_kind and r.name = named.name and r.published_at is not null and r.withdrawn_at is null and r.starts_at <= at
    order by r.starts_at desc, r.id desc limit 1
  ) newest
  where newest.ends_at is null or newest.ends_at > at
$$;

-- Whether a revision is for a customer; null is a caller without a session.
create function is_in_audience(tag text, caller bigint) returns boolean language sql stable as $$
  select tag is null or exists (select from customer where id = caller and tag = any (tags))
$$;

-- Confirmations of forced notices by text. The same text under another schedule is not asked for again.
create table forced_notice_confirmation (
  customer_id bigint not null references customer (id),
  content_hash bytea not null check (length(content_hash) = 32),
  revision_id bigint not null references content_revision (id),
  device_id text check (length(device_id) <= 128),
  confirmed_at timestamptz not null,
  primary key (customer_id, content_hash)
);

grant select, insert on content_image to lode_app;
grant select, insert, update (starts_at, published_at, published_by, approved_by, withdrawn_at, withdrawn_by) on content_revision to lode_app;
grant select, insert on forced_notice_confirmation to lode_app;
grant execute on function content_in_force(text, timestamptz) to lode_app;
grant execute on function is_in_audience(text, bigint) to lode_app;
