import { randomInt, randomUUID } from 'node:crypto';
import {
  customerAccount,
  houseAccount,
  manyTransfersCall,
  manyTransfersValues,
  type Outcome,
  type OutcomeRow,
  outcomesInOrder,
  postBatch,
  type Transfer,
  transferCall,
  transferValues,
} from '@lode/ledger';
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts';

const customers = 10_000;
const firstCustomer = 10_001n;
const day = '2026-11-20';

/** The state row of the measured use case, with the list that a customer would see. */
const tables = `
  create table bench_withdrawal (
    id bigint generated always as identity primary key,
    customer_id bigint not null,
    amount bigint not null check (amount > 0),
    status text not null,
    transfer_id bigint not null,
    created_at timestamptz not null
  );
  create index bench_withdrawal_customer on bench_withdrawal (customer_id, id desc);
  grant select, insert on bench_withdrawal to lode_app;
`;

/** Makes the table and gives every customer more than a run can spend. */
export async function prepareWithdrawals(ownerUrl: string, database: Database): Promise<void> {
  const owner = openDatabase(ownerUrl, { max: 1 });
  await owner.query({ text: tables });
  await postBatch(database, {
    key: 'bench-funding',
    input: null,
    kind: 'deposit',
    businessDate: day,
    postedAt: new Date(),
    postings: Array.from({ length: customers }, (_, i) => ({
      from: houseAccount('CUSTODY', 'BTC'),
      to: outputAccount(firstCustomer + BigInt(i)),
      type: 'RECHARGE_BTC' as const,
      amount: 10n ** 14n,
      date: day,
    })),
  });
  await owner.query({ text: 'analyze' });
  await owner.end();
}

function outputAccount(customer: bigint): bigint {
  return customerAccount(customer, 'OUTPUT_ACCOUNT', 'BTC');
}

interface Withdrawal {
  customer: bigint;
  amount: bigint;
  at: Date;
  transfer: Transfer;
}

/** A withdrawal applied for by one of the first `among` customers, with all that the server would check and keep. */
export function newWithdrawal(among = customers): Withdrawal {
  const customer = firstCustomer + BigInt(randomInt(among));
  const amount = BigInt(1 + randomInt(1000));
  const at = new Date();
  const transfer: Transfer = {
    key: `withdraw:${customer}:${randomUUID()}`,
    input: { coin: 'BTC', network: 'BITCOIN', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', amount },
    kind: 'withdrawal',
    businessDate: day,
    postedAt: at,
    postings: [
      {
        from: outputAccount(customer),
        to: houseAccount('WITHDRAWAL_PENDING', 'BTC'),
        type: 'WITHDRAW',
        amount,
        date: day,
      },
    ],
    answer: { coin: 'BTC', network: 'BITCOIN', amount: String(amount), status: 'WAITING', applyTime: at.toISOString() },
  };
  return { customer, amount, at, transfer };
}

const applyText = `
  insert into bench_withdrawal (customer_id, amount, status, transfer_id, created_at)
  select $1, $2, 'WAITING', transfer_id, $3 from ${transferCall(4)} where not replayed
  returning transfer_id
`;

/**
 * The whole use case in one statement: its own row, the key with the hash of its input, lock, check, posting, balance.
 * No row means that the key was known; then a server would have the ledger replay it, for the answer of the first time.
 */
export async function apply(database: Database, { customer, amount, at, transfer }: Withdrawal): Promise<void> {
  const { rows } = await database.query({
    name: 'bench.apply',
    text: applyText,
    values: [customer, amount, at, ...transferValues(transfer)],
  });
  if (rows.length !== 1) throw new Error('a new withdrawal was answered as an old one');
}

const applyTogetherText = `
  with posted as materialized (select request, outcome, transfer_id, answer from ${manyTransfersCall(4)}),
  written as (
    insert into bench_withdrawal (customer_id, amount, status, transfer_id, created_at)
    select customer, amount, 'WAITING', transfer_id, at
    from posted
    join unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality wanted (customer, amount, at, request) using (request)
    where outcome = 'posted'
  )
  select request, outcome, transfer_id, answer from posted
`;

/** The same of all that wait together; each is judged by itself. */
export async function applyTogether(database: Database, waiting: readonly Withdrawal[]): Promise<Outcome[]> {
  const { rows } = await database.query<OutcomeRow>({
    name: 'bench.apply-together',
    text: applyTogetherText,
    values: [
      waiting.map(({ customer }) => customer),
      waiting.map(({ amount }) => amount),
      waiting.map(({ at }) => at),
      ...manyTransfersValues(waiting.map(({ transfer }) => transfer)),
    ],
  });
  const outcomes = outcomesInOrder(rows);
  if (!outcomes.every(({ outcome }) => outcome === 'posted')) throw new Error('a withdrawal was refused');
  return outcomes;
}
