import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { businessDate } from '../platform/clock/clock.ts';
import type { TestApp } from './app.ts';

let gifts = 0;

/** Credits an account with minor units, as a deposit would; from CUSTODY where they leave it again. */
export function giveTo(
  app: GiftApp,
  to: bigint,
  coin: 'BTC' | 'USDT',
  amount: bigint,
  from: 'CASH' | 'CUSTODY' = 'CASH',
): Promise<void> {
  return give(app, { from, to, coin, amount, type: coin === 'BTC' ? 'RECHARGE_BTC' : 'ELE_RECHARGE' });
}

/** Money of the operator's own, by hand; from CUSTODY where it is paid on chain. */
export function giveToTreasury(
  app: GiftApp,
  coin: 'BTC' | 'USDT',
  amount: bigint,
  from: 'CASH' | 'CUSTODY' = 'CASH',
): Promise<void> {
  return give(app, { from, to: houseAccount('TREASURY', coin), coin, amount, type: 'TREASURY_MOVE' });
}

type GiftApp = Pick<TestApp, 'database' | 'clock'>;

async function give(
  { database, clock }: GiftApp,
  {
    coin,
    from,
    ...posting
  }: Pick<Posting, 'to' | 'amount' | 'type'> & { coin: 'BTC' | 'USDT'; from: 'CASH' | 'CUSTODY' },
): Promise<void> {
  const date = businessDate(clock.now());
  await postTransfer(database, {
    key: `give ${++gifts}`,
    input: null,
    kind: 'gift',
    businessDate: date,
    postedAt: clock.now(),
    postings: [{ from: houseAccount(from, coin), ...posting, date }],
  });
}
