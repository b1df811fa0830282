import { customerAccount, ledgerError } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { businessDate, miningDate } from '../../../platform/clock/clock.ts';
import { execute, one, type Transaction } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { correctedHouse, correctionType } from '../correction-line.ts';
import type { Correction } from './corrections.ts';

/** Input hash as of every batch: `books:check` makes it again from the lines. */
const post = query(
  'electricity.post-outage-batch',
  `select ledger.post_batch($1, sha256(array_send($4::bigint[]) || array_send($5::bigint[]) || array_send($7::bigint[]) || array_send($9::bigint[])),
     'outage-credit', $2, $3, $4::bigint[], $5::bigint[], $6::ledger.posting_type[], $7::bigint[], $8::date[], $9::bigint[]) as "transferId"`,
).as<{ transferId: bigint }>();

const insert = query(
  'electricity.insert-outage-corrections',
  `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
     adjusted_amount, moved, moved_promotion, amount, owed, reason, adjusted_at, outage_credit_id)
   select concat_ws(':', 'outage', $1::bigint, machine_id, about_date, adjusted, adjusted_coin), machine_id, customer_id, machine_no, about_date, $2, adjusted, coin, adjusted_coin,
     adjusted_amount, moved, promotion, charge, charge, $3, $4, $1
   from unnest($5::bigint[], $6::bigint[], $7::text[], $8::date[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])
     as correction (machine_id, customer_id, machine_no, about_date, adjusted, coin, adjusted_coin, adjusted_amount, moved, promotion, charge)`,
);

const waive = query(
  'electricity.waive-outage',
  `update electricity_charge charge set waived = charge.waived + part.amount, owed = charge.owed - part.amount
   from unnest($1::bigint[], $2::date[], $3::bigint[]) part (machine_id, date, amount)
   where charge.machine_id = part.machine_id and charge.date = part.date`,
);

const raise = query(
  'electricity.return-outage-promotion',
  `update electricity_account account set promo_remaining = promo_remaining + part.amount
   from (
     select customer_id, sum_units(amount) as amount from unnest($1::bigint[], $2::bigint[]) given (customer_id, amount) group by customer_id
   ) part
   where account.customer_id = part.customer_id`,
);

/** The customer's side of a correction: prepaid money for USDT, outputs for a mined coin. */
export const walletOf = (customerId: bigint, coin: Coin) =>
  customerAccount(customerId, coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT', coin);

/** Keeps the corrections of a batch and posts what moves, in one transfer: credits first. Null: nothing moved. */
export async function postCorrections(
  dbTx: Transaction,
  corrections: readonly Correction[],
  { creditId, number, reason, at }: { creditId: bigint; number: number; reason: string; at: Date },
): Promise<bigint | null> {
  if (corrections.length === 0) return null;
  const list = <Value>(value: (correction: Correction) => Value) => corrections.map(value);
  await execute(dbTx, insert, [
    creditId,
    miningDate(at),
    reason,
    at,
    list(({ machineId }) => machineId),
    list(({ customerId }) => customerId),
    list(({ machineNo }) => machineNo),
    list(({ date }) => date),
    list(({ adjusted }) => adjusted),
    list(({ machineCoin }) => machineCoin),
    list(({ coin }) => coin),
    list(({ amount }) => amount),
    list(({ moved }) => moved),
    list(({ promotion }) => promotion),
    list(({ becomesCharge }) => becomesCharge),
  ]);
  const waived = corrections.filter((correction) => correction.waived > 0n);
  if (waived.length > 0)
    await execute(dbTx, waive, [
      waived.map(({ machineId }) => machineId),
      waived.map(({ date }) => date),
      waived.map((correction) => correction.waived),
    ]);
  const promoted = corrections.filter(({ promotion }) => promotion > 0n);
  if (promoted.length > 0)
    await execute(dbTx, raise, [
      promoted.map(({ customerId }) => customerId),
      promoted.map(({ promotion }) => promotion),
    ]);
  return postLines(dbTx, corrections, `outage-credit:${creditId}:${number}`, at);
}

async function postLines(
  dbTx: Transaction,
  corrections: readonly Correction[],
  key: string,
  at: Date,
): Promise<bigint | null> {
  const moving = corrections.filter(({ moved }) => moved !== 0n);
  if (moving.length === 0) return null;
  const lines = [...moving.filter(({ moved }) => moved > 0n), ...moving.filter(({ moved }) => moved < 0n)];
  const house = ({ adjusted, coin }: Correction) => correctedHouse(adjusted, coin);
  const wallet = ({ customerId, coin }: Correction) => walletOf(customerId, coin);
  try {
    const values = [
      key,
      businessDate(at),
      at,
      lines.map((line) => (line.moved > 0n ? house(line) : wallet(line))),
      lines.map((line) => (line.moved > 0n ? wallet(line) : house(line))),
      lines.map(({ adjusted }) => correctionType(adjusted)),
      lines.map(({ moved }) => (moved > 0n ? moved : -moved)),
      lines.map(() => miningDate(at)),
      lines.map(({ machineId }) => machineId),
    ];
    return (await one(dbTx, post, values)).transferId;
  } catch (error) {
    throw ledgerError(error);
  }
}
