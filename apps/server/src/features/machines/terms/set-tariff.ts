import { electricityFee } from '@lode/mining';
import { addDays } from '../../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { inClauses, type Sentence } from '../../../platform/sentence.ts';
import { holdFirstOpenDay } from '../external-reads.store.ts';
import { type ChangeInput, reasonAgainstDay, type TermsPorts } from './change-terms.ts';
import type { CustomerEffect } from './figures.ts';
import { describeEffect } from './money-effect.ts';
import { daysOfNotice, earliestRise, isAbove } from './notice-rule.ts';
import { newSite, priceLine, priceRises, unknownSiteOfTariff } from './sentences.zh.ts';
import {
  insertSite,
  lockTerms,
  readLatestNetwork,
  readPrices,
  readSiteIds,
  readTariffGroups,
  storePrice,
  type TariffGroup,
} from './terms.store.ts';
import { priceNotice } from './terms-notice.zh.ts';

/** The price of a site from a mining day on. */
export interface TariffChange {
  site: string;
  /** '' is a site's only tariff. */
  name: string;
  /** USDT per kWh, in its shortest form. */
  price: string;
  from: string;
  /** The site is added. */
  isNewSite: boolean;
}

export type TariffResult = { outcome: 'changed'; lines: Sentence[] } | { outcome: 'unchanged' } | { refused: Sentence };

/** A price in figures: whom it concerns at all, and what it costs on its first day. */
export interface TariffFigures {
  before: string | null;
  notified: { customers: number; machines: number };
  /** Micro-USDT of machines that run the whole day; `before` is null where no price stood. */
  firstDay: { customers: number; machines: number; before: bigint | null; after: bigint };
}

/** Sets a price, also in the place of one that is announced for that day, and tells the customers whose machines stand there. */
export function setTariff(
  database: Database,
  ports: TermsPorts,
  change: TariffChange,
  { authority, reason, now }: ChangeInput,
): Promise<TariffResult> {
  return database.transaction(async (dbTx) => {
    const tried = await attempt(dbTx, change, now);
    if (!('groups' in tried)) return tried;
    const siteId = tried.siteId ?? (await insertSite(dbTx, change.site));
    await storePrice(dbTx, { siteId, name: change.name }, change.from, change.price);
    const machines = new Map<string, number>();
    for (const group of tried.groups) machines.set(group.account, (machines.get(group.account) ?? 0) + group.machines);
    await ports.queueNotices(
      dbTx,
      [...machines].map(([to, count]) => ({
        to,
        text: priceNotice(change.site, change.from, tried.before, change.price, count),
      })),
    );
    await ports.recordAudit(dbTx, {
      at: now,
      authority,
      action: 'tariff:set',
      subject: `site ${change.site}`,
      reason,
      detail: { name: change.name, price: change.price, from: change.from, before: tried.before },
    });
    return { outcome: 'changed', lines: tried.lines };
  });
}

/** What `setTariff` would do now. */
export function previewTariff(
  database: Database,
  change: TariffChange,
  now: Date,
): Promise<{ outcome: 'changed'; lines: Sentence[]; figures: TariffFigures } | NotTried> {
  return database.transaction(async (dbTx) => {
    const tried = await attempt(dbTx, change, now);
    if (!('groups' in tried)) return tried;
    return { outcome: 'changed', lines: tried.lines, figures: figuresOf(tried, change.price) };
  });
}

function figuresOf({ before, groups }: Tried, after: string): TariffFigures {
  const effects = effectsOf(groups, before, after);
  const sumOf = (side: 'before' | 'after') => effects.reduce((sum, effect) => sum + effect[side].electricity, 0n);
  return {
    before,
    notified: {
      customers: new Set(groups.map(({ account }) => account)).size,
      machines: groups.reduce((sum, { machines }) => sum + machines, 0),
    },
    firstDay: {
      customers: effects.length,
      machines: effects.reduce((sum, { machines }) => sum + machines, 0),
      before: before === null ? null : sumOf('before'),
      after: sumOf('after'),
    },
  };
}

type NotTried = Exclude<TariffResult, { outcome: 'changed' }>;

interface Tried {
  /** Null: the site is new. */
  siteId: bigint | null;
  before: string | null;
  groups: TariffGroup[];
  lines: Sentence[];
}

async function attempt(dbTx: Transaction, change: TariffChange, now: Date): Promise<Tried | NotTried> {
  const { site, name, price, from, isNewSite } = change;
  await lockTerms(dbTx);
  const firstOpenDay = await holdFirstOpenDay(dbTx);
  const day = reasonAgainstDay(from, { firstOpenDay, now });
  if (day !== null) return { refused: day };
  const siteId = (await readSiteIds(dbTx, [site])).get(site) ?? null;
  if (siteId === null && !isNewSite) return { refused: unknownSiteOfTariff(site) };
  if (siteId === null)
    return { siteId, before: null, groups: [], lines: [inClauses([priceLine(change, null), newSite])] };
  const tariff = { siteId, name };
  const earliest = earliestRise(now);
  const days = await readPrices(dbTx, tariff, from, addDays(earliest, -1));
  const before = days[0]?.price ?? null;
  if (before === price) return { outcome: 'unchanged' };
  const groups = await readTariffGroups(dbTx, tariff, from);
  const replaced = days.filter(({ day: one, since }) => one < earliest && (since === null || since <= from));
  const risen = replaced.find((one) => isAbove(price, one.price));
  if (risen !== undefined && groups.length > 0)
    return { refused: priceRises(risen.day, risen.price ?? '', daysOfNotice, earliest) };
  const effects = effectsOf(groups, before, price);
  const machines = groups.reduce((sum, group) => sum + group.atOnce, 0);
  const network = await readLatestNetwork(dbTx);
  return {
    siteId,
    before,
    groups,
    lines: [priceLine(change, before), ...describeEffect(effects, { machines, network, customersAtMost })],
  };
}

const customersAtMost = 20;

/** Electricity of machines that run the whole day, by customer. */
function effectsOf(groups: readonly TariffGroup[], before: string | null, after: string): CustomerEffect[] {
  const effects = new Map<string, CustomerEffect>();
  for (const { account, powerWatts, atOnce } of groups) {
    if (atOnce === 0) continue;
    const none = { output: 0n, electricity: 0n, hosting: 0n };
    const effect = effects.get(account) ?? { account, machines: 0, before: none, after: none };
    const feeAt = (price: string | null) =>
      price === null ? 0n : electricityFee(powerWatts, 86_400, price) * BigInt(atOnce);
    effects.set(account, {
      account,
      machines: effect.machines + atOnce,
      before: { ...effect.before, electricity: effect.before.electricity + feeAt(before) },
      after: { ...effect.after, electricity: effect.after.electricity + feeAt(after) },
    });
  }
  return [...effects.values()].sort(byRise);
}

const riseOf = ({ before, after }: CustomerEffect): bigint => {
  const rise = after.electricity - before.electricity;
  return rise < 0n ? -rise : rise;
};

/** Whom it moves most first: those who are counted only are moved less than those who are named. */
function byRise(one: CustomerEffect, other: CustomerEffect): number {
  const [rise, otherRise] = [riseOf(one), riseOf(other)];
  if (rise !== otherRise) return rise > otherRise ? -1 : 1;
  return one.account < other.account ? -1 : 1;
}
