import { type BookCheck, checkBooks, coinOfAccount, type Difference, describeDifference } from '@lode/ledger';
import { type Coin, coins } from '@lode/money';
import type { Database } from '../../platform/db/database.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import { claimRun, endRun } from './runs.store.ts';

export interface NightlyDeps extends AlertPorts {
  database: Database;
}

/** Half an hour after the close of a mining day is due; the savings' day is closed long before. */
const dueMinutes = 6 * 60 + 30;
const alertKind = 'books-differ';

/** Once a day, after the closes: all checks on one snapshot; the outcome is kept for each coin, with an alert where it differs. */
export function nightlyCheck({ database, ...alerts }: NightlyDeps, checks: readonly BookCheck[]): Tick {
  return async (now) => {
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() * 60 + now.getUTCMinutes() < dueMinutes) return;
    if (!(await claimRun(database, day, now))) return;
    const found = await inSnapshot(database, (dbTx) => checkBooks(dbTx, checks));
    const differences = Object.fromEntries(coins.map((coin) => [coin, found.filter((one) => isOf(one, coin)).length]));
    const raised: Alert[] = [];
    await database.transaction(async (dbTx) => {
      const [first] = found;
      await endRun(dbTx, day, { now, differences, first: first ? describeDifference(first) : null });
      for (const coin of coins) {
        const firstOfCoin = found.find((one) => isOf(one, coin));
        if (!firstOfCoin) {
          await alerts.resolveAlert(dbTx, alertKind, coin, now);
          continue;
        }
        const message = `${differences[coin]} differences, no ${coin} is paid: ${describeDifference(firstOfCoin)}`;
        const alert = { kind: alertKind, subject: coin, message };
        if (await alerts.raiseAlert(dbTx, alert, now)) raised.push(alert);
      }
    });
    for (const alert of raised) alerts.announceAlert(alert);
  };
}

/** A difference that names coins or accounts is theirs; one that names none may be of any coin. */
export function isOf(difference: Difference, coin: Coin): boolean {
  const line = describeDifference(difference);
  const named = coins.filter((one) => new RegExp(`(^|[^A-Za-z])${one}([^A-Za-z]|$)`).test(line));
  // A house account ends in the digit of its coin, also in the middle of a line.
  for (const [, account] of line.matchAll(/(?:^| )(-[0-9]{1,2}[1-4])(?= |$|,)/g))
    named.push(coinOfAccount(BigInt(account as string)));
  const customer = /^[0-9]{3,}[1-4](?= |$)/.exec(difference.subject)?.[0];
  if (customer !== undefined) named.push(coinOfAccount(BigInt(customer)));
  return named.length === 0 || named.includes(coin);
}
