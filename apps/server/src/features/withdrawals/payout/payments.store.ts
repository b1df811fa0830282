import type { OwnOutput, Unsigned } from '@lode/chain';
import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';
import type { NetworkName } from '../withdrawal-coins.ts';

export interface PaymentRow {
  withdrawalId: bigint;
  attempt: number;
  network: NetworkName;
  unsigned: Unsigned;
  sinceHeight: number;
  txid: string | null;
  bytes: string | null;
  signedAt: Date | null;
}

type StoredRow = Omit<PaymentRow, 'unsigned'> & { unsigned: string };

/** Plain data with whole numbers of any size. */
function writeUnsigned(unsigned: Unsigned): string {
  return JSON.stringify(unsigned, (_key, value: unknown) =>
    typeof value === 'bigint' ? { int: String(value) } : value,
  );
}

function readUnsigned(text: string): Unsigned {
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'int' in value ? BigInt(String(value.int)) : value,
  ) as Unsigned;
}

const columns = `withdrawal_id as "withdrawalId", attempt, network, unsigned, since_height as "sinceHeight", txid, bytes, signed_at as "signedAt"`;
const list = statement<StoredRow>(
  'payments.list',
  `select ${columns} from withdrawal_payment where withdrawal_id = $1 order by attempt desc`,
);

/** The newest first. */
export async function readPayments(dbTx: DbTx, withdrawalId: bigint): Promise<PaymentRow[]> {
  const rows = await many(dbTx, list, [withdrawalId]);
  return rows.map((row) => ({ ...row, unsigned: readUnsigned(row.unsigned) }));
}

const insert = statement<{ attempt: number }>(
  'payments.insert',
  `with taken as (
     insert into withdrawal_spend (network, spend, withdrawal_id)
     select $3, spend, $1 from unnest($6::text[]) spend where $2::int = 0
   )
   insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, change_index, change_amount)
   values ($1, $2, $3, $4, $5, $7, $8, $9) returning attempt`,
);

/** What it spends is this withdrawal's from here on; throws when another one has taken it meanwhile. */
export async function insertPayment(
  dbTx: DbTx,
  payment: Pick<PaymentRow, 'withdrawalId' | 'attempt' | 'network' | 'unsigned' | 'sinceHeight'> & { now: Date },
): Promise<void> {
  const { withdrawalId, attempt, network, unsigned, sinceHeight, now } = payment;
  const { spends, change } = unsigned;
  const what = [withdrawalId, attempt, network, writeUnsigned(unsigned), sinceHeight, spends, now];
  await one(dbTx, insert, [...what, change?.index ?? null, change?.amount ?? null]);
}

const keep = statement<{ attempt: number }>(
  'payments.keep-signed',
  `update withdrawal_payment set txid = $3, bytes = $4, signed_at = $5 where withdrawal_id = $1 and attempt = $2 and txid is null
   returning attempt`,
);

/** False when somebody else has stored them already. */
export async function keepSigned(
  dbTx: DbTx,
  { withdrawalId, attempt }: Pick<PaymentRow, 'withdrawalId' | 'attempt'>,
  { txid, bytes }: { txid: string; bytes: string },
  now: Date,
): Promise<boolean> {
  return (await maybeOne(dbTx, keep, [withdrawalId, attempt, txid, bytes, now])) !== null;
}

const seen = statement(
  'payments.seen',
  'update withdrawal_payment set confirmations = $3 where withdrawal_id = $1 and attempt = $2 and confirmations <> $3',
);

export async function noteConfirmations(dbTx: DbTx, { withdrawalId, attempt }: PaymentRow, confirmations: number) {
  await many(dbTx, seen, [withdrawalId, attempt, confirmations]);
}

const finish = statement<{ attempt: number }>(
  'payments.finish',
  `update withdrawal_payment set final_at = $3, fee_paid = $4::numeric where withdrawal_id = $1 and attempt = $2 returning attempt`,
);
const feesBefore = statement<{ total: string }>(
  'payments.fees',
  `select coalesce(sum(fee_paid), 0)::text as total from withdrawal_payment where network = $1 and final_at is not null`,
);
const lockFees = statement(
  'payments.lock-fees',
  `select pg_advisory_xact_lock(hashtextextended('withdrawal fees', 0))`,
);

/** Marks the one that became final; answers what the network took with all final ones before it, in its smallest units. */
export async function finishPayment(dbTx: DbTx, payment: PaymentRow, feePaid: bigint, now: Date): Promise<bigint> {
  await many(dbTx, lockFees);
  const { total } = await one(dbTx, feesBefore, [payment.network]);
  await one(dbTx, finish, [payment.withdrawalId, payment.attempt, now, String(feePaid)]);
  return BigInt(total);
}

const release = statement('payments.release', 'delete from withdrawal_spend where withdrawal_id = $1');

/** What it would have spent is free again: nobody has signed it, and nobody ever will. */
export async function releaseSpends(dbTx: DbTx, withdrawalId: bigint): Promise<void> {
  await many(dbTx, release, [withdrawalId]);
}

const outputs = statement<{
  branch: 'customer' | 'house';
  number: number;
  txid: string;
  index: number;
  amount: bigint;
}>(
  'payments.outputs',
  'select branch, number, txid, index, amount from spendable_output order by amount desc, txid, index limit 1000',
);

/** What a payment on Bitcoin may spend, the largest first. */
export async function readOutputs(
  dbTx: DbTx,
  ownerOf: (branch: 'customer' | 'house', index: number) => OwnOutput['owner'],
): Promise<OwnOutput[]> {
  const rows = await many(dbTx, outputs);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const nonces = statement<{ spend: string }>(
  'payments.nonces',
  `select spend from withdrawal_spend where network = 'ERC20' and spend like $1`,
);

/** The lowest nonce from `first` on that no withdrawal has. */
export async function freeNonce(dbTx: DbTx, address: string, first: number): Promise<number> {
  const taken = new Set((await many(dbTx, nonces, [`${address.toLowerCase()}:%`])).map(({ spend }) => spend));
  let nonce = first;
  while (taken.has(`${address.toLowerCase()}:${nonce}`)) nonce += 1;
  return nonce;
}

const due = statement<{ id: bigint }>(
  'payments.due',
  `select id from withdrawal where end_transfer_id is null and status = 'SUCCESS' and id > $1 order by id limit 200`,
);

/** Approved ones that are not over, in their order. */
export async function readUnderWay(dbTx: DbTx, after: bigint): Promise<bigint[]> {
  return (await many(dbTx, due, [after])).map(({ id }) => id);
}

const broadcastStep = statement(
  'payments.broadcast-step',
  `insert into withdrawal_step (withdrawal_id, step, at) values ($1, 'BROADCAST', $2) on conflict do nothing`,
);

export async function noteBroadcast(dbTx: DbTx, withdrawalId: bigint, now: Date): Promise<void> {
  await many(dbTx, broadcastStep, [withdrawalId, now]);
}

const denied = statement<{ note: string }>(
  'payments.denied',
  'select note from deny_list where network = $1 and address_key = $2',
);

/** Why nothing is paid to this address, or null. */
export async function readDenied(dbTx: DbTx, network: NetworkName, addressKey: string): Promise<string | null> {
  return (await maybeOne(dbTx, denied, [network, addressKey]))?.note ?? null;
}

const asking = statement<{ id: bigint }>(
  'payments.asking',
  `select id from withdrawal where end_transfer_id is null and third_status = 'KYT_VERIFICATION' and network = $1 and address_key = $2
   order by id limit 1`,
);

/** The withdrawal to this address that waits for the screening's answer, or null. */
export async function readAsking(dbTx: DbTx, network: NetworkName, addressKey: string): Promise<bigint | null> {
  return (await maybeOne(dbTx, asking, [network, addressKey]))?.id ?? null;
}
