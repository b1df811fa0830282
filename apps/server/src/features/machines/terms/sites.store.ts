import { many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface SiteRow {
  id: bigint;
  name: string;
  machines: number;
  customers: number;
}

const list = query(
  'machines.site-list',
  `select site.id, site.name, standing.machines, standing.customers
   from site cross join lateral (
     select count(*)::int as machines, count(distinct customer_id)::int as customers from machine_terms
     where site_id = site.id and effective_from <= $1 and effective_to > $1
   ) standing
   where $2::bigint is null or site.id > $2 order by site.id limit $3`,
).as<SiteRow>();

/** Sites by id, with who stands there on a day. */
export function readSites(
  db: Queryable,
  day: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<SiteRow[]> {
  return many(db, list, [day, after, limit]);
}

const byId = query(
  'machines.site-by-id',
  `select site.id, site.name,
     (select count(*)::int from machine_terms where site_id = site.id and effective_from <= $2 and effective_to > $2) as machines,
     (select count(distinct customer_id)::int from machine_terms
      where site_id = site.id and effective_from <= $2 and effective_to > $2) as customers
   from site where site.id = $1`,
).as<SiteRow>();

export function findSite(db: Queryable, id: bigint, day: string): Promise<SiteRow | null> {
  return maybeOne(db, byId, [id, day]);
}

export interface TariffRow {
  siteId: bigint;
  name: string;
  price: string | null;
  since: string | null;
  nextPrice: string | null;
  nextFrom: string | null;
}

const tariffs = query(
  'machines.tariffs-of-sites',
  `with named as (
     select site_id, name, row_number() over (partition by site_id order by name) as place
     from tariff where site_id = any ($1::bigint[]) group by site_id, name
   )
   select named.site_id as "siteId", named.name, trim_scale(standing.price)::text as price, standing.since,
     trim_scale(next.price)::text as "nextPrice", next.since as "nextFrom"
   from named
   left join lateral (
     select price, effective_from as since from tariff
     where tariff.site_id = named.site_id and tariff.name = named.name and effective_from <= $2
     order by effective_from desc limit 1
   ) standing on true
   left join lateral (
     select price, effective_from as since from tariff
     where tariff.site_id = named.site_id and tariff.name = named.name and effective_from > $2
     order by effective_from limit 1
   ) next on true
   where place <= $3 order by named.site_id, named.name`,
).as<TariffRow>();

/** The first `limit` tariffs of each site by name: what stands on a day, and the next price after it. */
export function readTariffs(
  db: Queryable,
  siteIds: readonly bigint[],
  day: string,
  limit: number,
): Promise<TariffRow[]> {
  return many(db, tariffs, [siteIds, day, limit]);
}

const prices = query(
  'machines.prices-of-site',
  `select name as tariff, effective_from as from, trim_scale(price)::text as price
   from tariff where site_id = $1 order by effective_from desc, name limit $2`,
).as<{ tariff: string; from: string; price: string }>();

/** The newest first. */
export function readSitePrices(
  db: Queryable,
  siteId: bigint,
  limit: number,
): Promise<{ tariff: string; from: string; price: string }[]> {
  return many(db, prices, [siteId, limit]);
}
