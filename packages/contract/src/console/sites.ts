import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, Count, Day, Decimal, Id, MinedCoin, Nullable } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason } from './shapes.ts';

const tariffPrice = Type.Object({ from: Day, price: Decimal });

const tariff = Type.Object({
  /** '' is a site's only tariff. */
  name: Type.String(),
  /** Of today, USDT per kWh; null: none stands yet. */
  now: Nullable(tariffPrice),
  /** The next one that is announced. */
  next: Nullable(tariffPrice),
});

const site = Type.Object({
  id: Id,
  name: Type.String(),
  /** Whose terms of today name the site. */
  machines: Count,
  customers: Count,
  /** By name, twenty at most. */
  tariffs: Type.Array(tariff),
  /** More tariffs than are shown. */
  isCut: Type.Boolean(),
});

const model = Type.Object({
  id: Id,
  name: Type.String(),
  coin: MinedCoin,
  hashrate: Decimal,
  hashrateUnit: Type.String(),
  powerWatts: Count,
  poolFeeRate: Decimal,
  machines: Count,
});
const typed = Type.String({ minLength: 1, maxLength: 64 });

/** Sites and their prices. A price is proposed as `tariff:set`. */
export const siteRoutes = {
  siteList: route(consolePaths.siteList, {
    access: 'staff',
    input: cursorInput,
    data: listOf(site),
    summary: 'Sites with their prices of today and the next announced ones',
  }),
  site: route(consolePaths.site, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      site,
      /** The hundred newest, by their first day. */
      prices: Type.Array(
        Type.Object({ tariff: Type.String(), ...tariffPrice.properties, isAnnounced: Type.Boolean() }),
      ),
      /** Before this day no price rises where machines stand. */
      earliestRise: Day,
    }),
    summary: 'One site with its prices, past and announced',
  }),
  modelList: route(consolePaths.modelList, {
    access: 'staff',
    input: cursorInput,
    data: listOf(model),
    summary: 'Models of machines, the newest first',
  }),
  createModel: route(consolePaths.createModel, {
    access: 'staff',
    roles: ['OPERATIONS', 'FINANCE', 'ADMIN'],
    input: {
      name: typed,
      coin: MinedCoin,
      hashrate: typed,
      hashrateUnit: typed,
      powerWatts: typed,
      poolFeeRate: typed,
      reason,
    },
    data: Type.Object({ id: Id }),
    refusals: ['notOperable'],
    summary: 'Adds a model, whose figures imported machines of it are held to',
  }),
  previewTariff: route(consolePaths.previewTariff, {
    access: 'staff',
    roles: ['OPERATIONS', 'FINANCE'],
    input: {
      site: Id,
      tariff: Type.String({ maxLength: 128 }),
      price: Type.String({ minLength: 1, maxLength: 20 }),
      from: Day,
    },
    data: Type.Object({
      before: Nullable(Decimal),
      after: Decimal,
      /** Who gets a notice, and for how many machines, also such as come under the tariff later. */
      notified: Type.Object({ customers: Count, machines: Count }),
      /** Who pays by it on the first day, at 24 hours of every machine. */
      firstDay: Type.Object({ customers: Count, machines: Count, before: Nullable(Amount), after: Amount }),
    }),
    refusals: ['notOperable'],
    summary: 'What a price would cost and who would be notified; nothing is changed',
  }),
} as const;
