import type { Data } from '@lode/contract';
import { divExact, formatAmount, formatDecimal } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { isDay, rowId } from '../../platform/http/page.ts';
import type { Order } from './positions.store.ts';
import type { RecordId, RecordRow } from './records.store.ts';

type CoinUpRecord = Data<'coinUpPage'>['records'][number];

export function orderAnswer({ id, coin, direction, state, account, amount, date, arrivalDate, requestedAt }: Order) {
  return {
    id: String(id),
    coin,
    direction,
    state,
    account,
    amount: formatAmount(amount, coin),
    date,
    arrivalDate,
    time: requestedAt.toISOString(),
    rate: null,
  } satisfies CoinUpRecord;
}

export function recordResponse(row: RecordRow): CoinUpRecord {
  const { coin, direction, state, account, amount, time, date, ratePpm } = row;
  return {
    id: row.rank === 0 ? String(row.number) : `interest-${coin}-${date}`,
    coin,
    direction,
    state,
    account,
    date,
    amount: formatAmount(amount, coin),
    time: time.toISOString(),
    arrivalDate: row.arrivalDate ?? businessDate(time),
    rate: ratePpm === null ? null : apyOf(ratePpm),
  };
}

/** 42,000 parts per million are `"4.20"` per cent; rates are set with two decimals. */
export function apyOf(ratePpm: number): string {
  return formatDecimal(divExact(BigInt(ratePpm), 100n), 2);
}

/** Null for what cannot be the id of a record. */
export function parseRecordId(id: string): RecordId | null {
  const interest = /^interest-(BTC|USDT)-(\d{4}-\d{2}-\d{2})$/.exec(id);
  if (interest)
    return isDay(interest[2] as string) ? { coin: interest[1] as 'BTC', date: interest[2] as string } : null;
  const order = rowId(id);
  return order === null ? null : { order };
}
