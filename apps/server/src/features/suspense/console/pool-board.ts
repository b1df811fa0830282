import type { ConsoleData } from '@lode/contract/console';
import { formatAmount, parseAmount } from '@lode/money';
import { addDays, miningDate } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type PoolCoin, poolCoins } from '../pool-payments.store.ts';
import {
  readArrivals,
  readReportDays,
  readReportsCome,
  readUnpaidDays,
  type UnpaidDayRow,
} from './pool-board.store.ts';

type Board = ConsoleData<'poolBoard'>;

/** Older days are a matter for the list of payments and the command. */
const daysAtMost = 400;
const reportDays = 7;

/** What is open with the pools. Outputs are read from what each close was sealed with: no machine's rows are summed for a page. */
export async function readBoard(db: Queryable, now: Date): Promise<Board> {
  const yesterday = addDays(miningDate(now), -1);
  const [rows, arrivals, days] = await Promise.all([
    readUnpaidDays(db, daysAtMost),
    readArrivals(db),
    readReportDays(db, addDays(yesterday, 1 - reportDays), yesterday),
  ]);
  const open = days.filter(({ isClosed }) => !isClosed).map(({ date }) => date);
  const come = open.length === 0 ? [] : await readReportsCome(db, open);
  const unpaid = unpaidOf(rows);
  return {
    unpaid: poolCoins.flatMap((coin) => totalOf(coin, unpaid, rows.length === daysAtMost)),
    days: unpaid.map(({ coin, date, outputs }) => ({ coin, date, outputs: formatAmount(outputs, coin) })),
    arrivals: arrivals.map(({ id, coin, amount, since, ...arrival }) => ({
      ...arrival,
      id: String(id),
      coin,
      amount: formatAmount(amount, coin),
      since: since.toISOString(),
    })),
    reports: days.map(({ date, isClosed, missing, firstMissing }) => ({
      date,
      isClosed,
      come: come
        .filter((one) => one.date === date)
        .map(({ coin, machines, net, at }) => ({ coin, machines, net: formatAmount(net, coin), at: at.toISOString() })),
      missing: isClosed ? (missing ?? 0) : null,
      firstMissing,
    })),
    readAt: now.toISOString(),
  };
}

interface Unpaid {
  coin: PoolCoin;
  date: string;
  outputs: bigint;
}

/** The oldest first; a coin that a day has not mined is owed nothing. */
function unpaidOf(rows: readonly UnpaidDayRow[]): Unpaid[] {
  return rows.toReversed().flatMap(({ date, tieOut, paid }) =>
    poolCoins
      .filter((coin) => !paid.includes(coin))
      .map((coin) => ({ coin, date, outputs: outputsOf(tieOut, coin) }))
      .filter(({ outputs }) => outputs > 0n),
  );
}

/** As the close wrote it: `outputs BTC: expected 1.00000000, posted 1.00000000`. */
function outputsOf(tieOut: readonly string[], coin: PoolCoin): bigint {
  for (const line of tieOut) {
    const [, of, posted] = /^outputs ([A-Z]+): .*posted (\d+\.\d+)/.exec(line) ?? [];
    if (of === coin && posted !== undefined) return parseAmount(posted, coin);
  }
  return 0n;
}

function totalOf(coin: PoolCoin, unpaid: readonly Unpaid[], isCut: boolean): Board['unpaid'] {
  const own = unpaid.filter((day) => day.coin === coin);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return [];
  const outputs = own.reduce((sum, day) => sum + day.outputs, 0n);
  return [{ coin, days: own.length, outputs: formatAmount(outputs, coin), from: first.date, to: last.date, isCut }];
}
