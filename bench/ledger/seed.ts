import { hash } from 'node:crypto';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { hashToken } from '../../apps/server/src/platform/http/session.ts';
import { withdrawCodeSubject } from '../../apps/server/src/platform/money-call/withdraw-code.ts';
import { hashCode } from '../../apps/server/src/platform/secrets/one-time-secret.ts';
import { payment } from '../lib/payment.ts';
import { makeReadyToWithdraw } from '../lib/ready-to-withdraw.ts';

export const pepper = Buffer.from('a pepper for measuring');
export const firstCustomer = 10_001n;
export const deviceId = 'bench-device';
export const code = '246810';
export const accountOf = (i: number) => `139${String(i).padStart(8, '0')}`;

/** The funds password's token for the n-th call of a customer. */
export const tokenOf = (purpose: 'WITHDRAW' | 'COIN_UP', i: number, n: number) =>
  hash('sha256', `${purpose} ${i} ${n}`, 'base64url');

/** As a customer has them who withdraws: a device and an address known for days, a code, a confirmed risk disclosure. */
export async function seedMoneyCustomers(ownerUrl: string, customers: number): Promise<void> {
  const owner = openDatabase(ownerUrl, { max: 1 });
  const all = Array.from({ length: customers }, (_, i) => i);
  const run = (text: string, values: unknown[] = []) => owner.query({ text, values });
  await run(
    `insert into customer (account, password_hash, funds_password_hash, created_at)
     select '139' || lpad(i::text, 8, '0'), 'bench', 'bench', now() - interval '9 days' from generate_series(0, $1 - 1) i`,
    [customers],
  );
  await run(
    `insert into session (customer_id, token_hash, device_id, created_at, expires_at)
     select id, sha256(id::text::bytea), $1, now() - interval '9 days', now() + interval '30 days' from customer`,
    [deviceId],
  );
  await run(
    `insert into one_time_code (account, scene, code_hash, sent_at, expires_at, subject)
     select account, 'WITHDRAW', hash, now(), now() + interval '1 day', $3
     from unnest($1::text[], $2::bytea[]) sent (account, hash)`,
    [
      all.map(accountOf),
      all.map((i) => hashCode(pepper, `WITHDRAW ${accountOf(i)}`, code)),
      withdrawCodeSubject(payment),
    ],
  );
  await run(
    `select ledger.post_batch('bench:usdt:' || batch, sha256(batch::text::bytea), 'bench', current_date, now(), debits, credits, types, amounts,
       dates, array_fill(null::bigint, array[cardinality(debits)]))
     from (
       select id / 5000 as batch, array_agg(ledger.house_id('CUSTODY', 'USDT')) as debits,
         array_agg(ledger.account_id(id, 'ELE_ACCOUNT', 'USDT')) as credits, array_agg('ELE_RECHARGE'::ledger.posting_type) as types,
         array_agg(10000000000000::bigint) as amounts, array_agg(current_date) as dates
       from customer group by 1
     ) funded`,
  );
  await makeReadyToWithdraw(run);
  // As exchanged before the race; those of the first customer are for the queue on its account.
  const tokens = [
    ...all.map((i) => ({ i, n: 0, purpose: 'WITHDRAW' as const })),
    ...all.map((i) => ({ i, n: 0, purpose: 'COIN_UP' as const })),
    ...all.map((i) => ({ i: 0, n: i + 1, purpose: 'COIN_UP' as const })),
  ];
  await run(
    `insert into funds_password_token (token_hash, customer_id, purpose, expires_at)
     select hash, customer_id, purpose, now() + interval '1 day' from unnest($1::bytea[], $2::bigint[], $3::text[]) token (hash, customer_id, purpose)`,
    [
      tokens.map(({ purpose, i, n }) => hashToken(tokenOf(purpose, i, n))),
      tokens.map(({ i }) => firstCustomer + BigInt(i)),
      tokens.map(({ purpose }) => purpose),
    ],
  );
  await run(
    `insert into setting (key, effective_from, value, changed_by, reason) values ('coin-up.open', now() - interval '1 day', 'true', 'bench', 'bench')`,
  );
  await run('analyze');
  await owner.end();
}
