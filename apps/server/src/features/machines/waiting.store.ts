import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const inArrear = query(
  'machines.in-arrear',
  `select count(*)::int as machines, count(distinct customer_id)::int as customers, min(arrear_time) as since from machine where status = 'ARREAR'`,
).as<{ machines: number; customers: number; since: Date | null }>();

/** Machines that stand because electricity is owed. */
export const readArrears = (db: Queryable) => one(db, inArrear);

const endingSoon = query(
  'machines.ending-soon',
  `select count(*)::int as machines, count(distinct customer_id)::int as customers, min(end_time) as first
   from machine where not contract_ended and end_time <= $1`,
).as<{ machines: number; customers: number; first: Date | null }>();

/** Machines whose contract ends by a time. */
export const readEndingContracts = (db: Queryable, until: Date) => one(db, endingSoon, [until]);

const comingPrices = query(
  'machines.coming-prices',
  `select site_id as "siteId", site.name as site, tariff.name as tariff, trim_scale(price)::text as price, effective_from as from
   from tariff join site on site.id = site_id where effective_from > $1 and effective_from <= $2
   order by effective_from, site.name, tariff.name limit $3`,
).as<{ siteId: bigint; site: string; tariff: string; price: string; from: string }>();

/** Electricity prices that change after a day and by another one, the nearest first. */
export const readComingPrices = (db: Queryable, after: string, until: string, limit: number) =>
  many(db, comingPrices, [after, until, limit]);
