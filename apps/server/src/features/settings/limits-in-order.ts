import { type Coin, parseAmount } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { feeBelowMinimum, limitsInOrder } from './sentences.zh.ts';
import type { SettingKey } from './setting-kinds.ts';

const names = ['fee', 'min', 'max', 'day'] as const;
type Limits = Record<(typeof names)[number], string>;

/** At the moment and at each later change of one of the keys; null for the changed one until its own next version. */
const limitsFrom = query(
  'settings.limits-from',
  `select moment.at, key,
     case when key = $2 and not exists
       (select from setting own where own.key = $2 and own.effective_from > $3 and own.effective_from <= moment.at)
     then null else setting_at(key, moment.at) #>> '{}' end as value
   from unnest($1::text[]) key,
     (select $3::timestamptz as at
      union select effective_from from setting where key = any($1) and effective_from > $3) moment`,
).as<{ at: Date; key: string; value: string | null }>();

/**
 * Why a limit of withdrawals takes no such value: a fee that eats the smallest withdrawal, or limits that let none through, now or once
 * a later version takes over. Null for any other setting.
 */
export async function limitsDisorder(
  db: Queryable,
  key: SettingKey,
  { value, effectiveFrom }: { value: unknown; effectiveFrom: Date },
): Promise<Sentence | null> {
  const [, coin] = /^withdraw\.(?:fee|min|max|day)\.(BTC|USDT)$/.exec(key) ?? [];
  if (coin === undefined) return null;
  const keys = names.map((name) => `withdraw.${name}.${coin}`);
  const moments = new Map<number, Limits>();
  for (const row of await many(db, limitsFrom, [keys, key, effectiveFrom])) {
    const known = moments.get(row.at.getTime()) ?? ({} as Limits);
    const name = names[keys.indexOf(row.key)];
    if (name !== undefined) known[name] = row.value ?? String(value);
    moments.set(row.at.getTime(), known);
  }
  for (const limits of moments.values()) {
    const flaw = disorderOf(limits, coin as Coin);
    if (flaw !== null) return flaw;
  }
  return null;
}

function disorderOf(limits: Limits, coin: Coin): Sentence | null {
  const [fee, min, max, day] = [limits.fee, limits.min, limits.max, limits.day].map((text) => parseAmount(text, coin));
  if (fee === undefined || min === undefined || max === undefined || day === undefined) return null;
  if (fee > 0n && fee >= min) return feeBelowMinimum(limits.fee, limits.min);
  return min > max || max > day ? limitsInOrder(limits) : null;
}
