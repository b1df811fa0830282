import { ledgerError } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';
import type { FppsTerms } from './fpps-terms.ts';

/** What one batch of outputs did. */
export interface OutputsPosted {
  outputs: number;
  transferId: bigint | null;
}

/**
 * Outputs of the machines in `running_machine` and of the pool's report, kept and posted in one statement.
 * BTC is computed from the network day: exact rationals, rounded down once for gross and once for net. The other coins
 * are paid as the pool reported them. Machines of one model that ran as long have one output: it is divided out once.
 */
const postOutputsOfBatch = query(
  'day-close.post-outputs',
  `with figure as materialized (
     select hashrate, pool_fee_rate, weight, div(hashrate * weight, $4::numeric)::bigint as gross,
       div(hashrate * weight * (1 - pool_fee_rate), $4::numeric)::bigint as net
     from (select distinct hashrate, pool_fee_rate, weight from running_machine) same
   ), mined as materialized (
     select machine_id, customer_id, coin, hashrate, seconds, epoch_seconds, pool_fee_rate, gross, net
     from running_machine join figure using (hashrate, pool_fee_rate, weight) where coin = 'BTC'
     union all
     select report.machine_id, terms.customer_id, report.coin, terms.hashrate, coalesce(ran.seconds, 0), null, null,
       report.gross, report.gross - report.pool_fee
     from pool_report report
     join machine_terms terms on terms.machine_id = report.machine_id and terms.effective_from <= $3 and terms.effective_to > $3
     left join running_machine ran on ran.machine_id = report.machine_id
     where report.date = $3 and terms.customer_id between $1 and $2
   ), kept as (
     insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net)
     select machine_id, $3, coin, customer_id, hashrate, seconds, epoch_seconds, pool_fee_rate, gross, gross - net, net
     from mined
   ), line as (
     select array_agg(ledger.house_id('MINING_RECEIVABLE', coin)) as debits,
       array_agg(ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', coin)) as credits,
       array_agg('MINING_OUTPUT'::ledger.posting_type) as types,
       array_agg(net) as amounts, array_agg($3::date) as dates, array_agg(machine_id) as machines
     from mined where net > 0
   )
   select (select count(*)::int from mined) as outputs, (
     select ledger.post_batch($5, sha256(array_send(debits) || array_send(credits) || array_send(amounts) || array_send(machines)),
       'machine-output', $6, $7, debits, credits, types, amounts, dates, machines)
     from line where amounts is not null
   ) as "transferId"`,
).as<OutputsPosted>();

export async function postOutputs(
  db: Queryable,
  batch: { range: CustomerRange; date: string; key: string; at: Date },
  terms: FppsTerms,
): Promise<OutputsPosted> {
  const { range, date, key, at } = batch;
  try {
    return await one(db, postOutputsOfBatch, [range.first, range.last, date, terms.divisor, key, businessDate(at), at]);
  } catch (error) {
    throw ledgerError(error);
  }
}
