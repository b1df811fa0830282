import { customerAccount, houseAccount } from '@lode/ledger';
import { postBatch } from '@lode/ledger/testing';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { hashToken } from '../../apps/server/src/platform/http/session.ts';

export const customers = 10_000;
const firstCustomer = 10_001n;
const day = '2026-11-20';

/** What the bare server reads by key. Both sides answer for one of ten thousand people. */
export function customerId(i: number): string {
  return String(firstCustomer + BigInt(i));
}

export function accessToken(i: number): string {
  return `bench-token-${i}`;
}

export function deviceId(i: number): string {
  return `bench-device-${i}`;
}

/** Customers with a session, four accounts with money and a pay mode: what a real one has after some weeks. */
export async function seedWallets(ownerUrl: string, appUrl: string): Promise<void> {
  const owner = openDatabase(ownerUrl, { max: 1 });
  await owner.query({
    text: `insert into customer (account, password_hash, funds_password_hash, created_at)
           select '139' || lpad(i::text, 8, '0'), 'bench', 'bench', now() from generate_series(0, $1 - 1) i`,
    values: [customers],
  });
  const all = Array.from({ length: customers }, (_, i) => i);
  await owner.query({
    text: `insert into session (customer_id, token_hash, device_id, created_at, expires_at)
           select given.customer_id, given.token_hash, given.device_id, now(), now() + interval '30 days'
           from unnest($1::bigint[], $2::bytea[], $3::text[]) as given (customer_id, token_hash, device_id)`,
    values: [all.map(customerId), all.map((i) => hashToken(accessToken(i))), all.map(deviceId)],
  });
  await owner.query({
    text: `insert into electricity_account (customer_id, pay_mode)
           select id, case id % 2 when 0 then 'OUTPUT_FIRST' else 'PREPAID_FIRST' end from customer`,
  });
  const database = openDatabase(appUrl, { max: 1 });
  await postBatch(database, {
    key: 'bench-funding',
    input: null,
    kind: 'deposit',
    businessDate: day,
    postedAt: new Date(),
    postings: all.flatMap((i) => fundingOf(firstCustomer + BigInt(i))),
  });
  await database.end();
  await owner.query({ text: 'vacuum analyze' });
  await owner.end();
}

function fundingOf(customer: bigint) {
  const give = (
    from: 'CASH' | 'MINING_RECEIVABLE' | 'CUSTODY',
    to: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT' | 'COIN_UP_ACCOUNT',
    coin: 'BTC' | 'USDT' | 'DOGE',
    amount: bigint,
  ) => ({
    from: houseAccount(from, coin),
    to: customerAccount(customer, to, coin),
    type: 'ELE_RECHARGE' as const,
    amount,
    date: day,
  });
  return [
    give('CASH', 'ELE_ACCOUNT', 'USDT', 123_456_789n),
    give('MINING_RECEIVABLE', 'OUTPUT_ACCOUNT', 'BTC', 3_141_592n),
    give('MINING_RECEIVABLE', 'OUTPUT_ACCOUNT', 'DOGE', 271_828_182n),
    give('CUSTODY', 'COIN_UP_ACCOUNT', 'USDT', 500_000_000n),
  ];
}
