import { randomUUID } from 'node:crypto';
import {
  customerAccount,
  houseAccount,
  type Outcome,
  type Posting,
  postGroup,
  postTransfer,
  type Transfer,
} from '@lode/ledger';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { batchRunner } from '../../apps/server/src/platform/money-call/batch-runner.ts';
import { payment } from '../lib/payment.ts';
import { firstCustomer } from './seed.ts';

type Move = Pick<Posting, 'from' | 'to' | 'type'>;
export type Kind = 'withdrawal' | 'subscription';

/**
 * The ledger's call behind a withdrawal and a subscription, without the call's own rows: what waits at the same time is one call of the
 * ledger, gathered as money calls are. Each call is a transaction. In USDT: the whole calls are in BTC, and their guards compare a coin's orders
 * with what was posted in it.
 */
export function ledgerCallsOf(appUrl: string, { connections, accounts }: { connections: number; accounts: number }) {
  const database = openDatabase(appUrl, { max: connections });
  const inGroups = batchRunner<Transfer, Outcome>({
    concurrency: 2,
    largest: 64,
    ownerOf: ({ postings }) => `${postings[0]?.from}`,
    uniqueOf: () => [],
    run: (transfers) => postGroup(database, transfers),
  });
  const transferOf = (kind: Kind, customerId: bigint): Transfer => {
    const now = new Date();
    const businessDate = now.toISOString().slice(0, 10);
    const amount = 1000n;
    return {
      key: `bench ${kind} ${randomUUID()}`,
      input: { customerId, ...payment },
      kind,
      businessDate,
      postedAt: now,
      postings: [{ ...moveOf(kind, customerId), amount, date: businessDate }],
    };
  };
  return {
    database,
    /** Of a random account, or of the one that all want. */
    async inGroup(kind: Kind, isHot = false): Promise<void> {
      const outcome = await inGroups(transferOf(kind, isHot ? firstCustomer : randomCustomer(accounts)));
      if (outcome instanceof Error) throw outcome;
    },
    async alone(kind: Kind, isHot = false): Promise<void> {
      await postTransfer(database, transferOf(kind, isHot ? firstCustomer : randomCustomer(accounts)));
    },
  };
}

const randomCustomer = (accounts: number) => firstCustomer + BigInt(Math.floor(Math.random() * accounts));

function moveOf(kind: Kind, customerId: bigint): Move {
  const from = customerAccount(customerId, 'ELE_ACCOUNT', 'USDT');
  if (kind === 'withdrawal') return { from, to: houseAccount('WITHDRAWAL_PENDING', 'USDT'), type: 'WITHDRAW' };
  return { from, to: customerAccount(customerId, 'COIN_UP_ACCOUNT', 'USDT'), type: 'COIN_UP_IN_USDT' };
}
