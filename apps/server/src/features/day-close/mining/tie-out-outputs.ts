import { fppsOutput } from '@lode/mining';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import { type DayEpochs, expectedRun } from './expected-run.ts';
import type { NetworkDay } from './fpps-terms.ts';

/**
 * Of each BTC machine of the range: what it should have by the status log and its model (expected), what is kept
 * (machine_output) and what the ledger has (the transfer's lines), side by side. A row that one of them lacks shows nulls.
 */
const evidence = `
  with ${expectedRun},
  expected as (
    select machine.id, machine.machine_no, machine.customer_id, hashrate, pool_fee_rate, epoch_seconds
    from machine join ran on ran.machine_id = machine.id
    where machine.coin = 'BTC'
  ),
  kept as (
    select machine_id, customer_id, hashrate, pool_fee_rate, epoch_seconds, gross, net
    from machine_output
    where customer_id between $1 and $2 and date = $3 and coin = 'BTC'
  ),
  posted as (
    select source_id, sum_units(amount) as amount, count(*) as lines, min(credit) as credit,
      bool_and(debit = ledger.house_id('MINING_RECEIVABLE', 'BTC') and type = 'MINING_OUTPUT' and date = $3) as is_right
    from ledger.posting where transfer_id = $7 and ledger.coin_of(debit) = 'BTC'
    group by source_id
  ),
  evidence as (
    select coalesce(expected.id, kept.machine_id, source_id) as machine_id, expected.machine_no,
      trim_scale(expected.hashrate) as hashrate, expected.pool_fee_rate, expected.epoch_seconds,
      kept.gross, kept.net, posted.amount,
      expected.id is not null and (kept.machine_id is null or (
        kept.customer_id = expected.customer_id and kept.hashrate = expected.hashrate
        and kept.pool_fee_rate = expected.pool_fee_rate and kept.epoch_seconds = expected.epoch_seconds
      )) and (posted.amount is null or (
        lines = 1 and is_right and credit = ledger.account_id(expected.customer_id, 'OUTPUT_ACCOUNT', 'BTC')
      )) as fits
    from expected
    full join kept on kept.machine_id = expected.id
    full join posted on source_id = coalesce(expected.id, kept.machine_id)
  )`;

interface OutputGroup {
  hashrate: string | null;
  poolFeeRate: string;
  epochSeconds: number[];
  machines: number;
  kept: number;
  posted: number;
  misfits: number;
  leastGross: bigint | null;
  mostGross: bigint | null;
  leastNet: bigint | null;
  mostNet: bigint | null;
  leastAmount: bigint | null;
  mostAmount: bigint | null;
  amount: bigint;
}

/** Machines with the same figures must have the same output, so each group needs one computation. */
const groups = statement<OutputGroup>(
  'day-close.tie-out-outputs',
  `${evidence}
   select hashrate::text, pool_fee_rate::text as "poolFeeRate", epoch_seconds as "epochSeconds", count(*)::int as machines,
     count(net)::int as kept, count(amount)::int as posted, count(*) filter (where fits is not true)::int as misfits,
     min(gross) as "leastGross", max(gross) as "mostGross", min(net) as "leastNet", max(net) as "mostNet",
     min(amount) as "leastAmount", max(amount) as "mostAmount", coalesce(sum_units(amount), 0) as amount
   from evidence group by evidence.hashrate, pool_fee_rate, epoch_seconds`,
);

const culprits = statement<{ name: string; net: bigint | null; amount: bigint | null }>(
  'day-close.tie-out-output-culprits',
  `${evidence}
   select coalesce(machine_no, 'id ' || machine_id) as name, net, amount from evidence
   where (hashrate, pool_fee_rate, epoch_seconds) is not distinct from ($8::numeric, $9::numeric, $10::int[])
     and (fits is not true or (gross, net, coalesce(amount, 0)) is distinct from ($11::bigint, $12::bigint, $12::bigint))
   order by name limit 20`,
);

/** BTC outputs of the range, recomputed group by group with the formula that customers check theirs with. */
export async function tieOutOutputs(
  dbTx: DbTx,
  {
    date,
    network,
    epochs,
    range,
    transferId,
  }: { date: string; network: NetworkDay; epochs: DayEpochs; range: CustomerRange; transferId: string | null },
): Promise<Omit<TieOut, 'digest'>> {
  const values = [range.first, range.last, date, epochs.starts, epochs.ends, epochs.seconds, transferId];
  const line = { name: 'outputs', coin: 'BTC' as const, expected: 0n, posted: 0n };
  const differences: string[] = [];
  for (const group of await many(dbTx, groups, values)) {
    const { gross, net } = expectedOutput(group, network);
    line.expected += net * BigInt(group.machines);
    line.posted += group.amount;
    if (tiesOut(group, gross, net)) continue;
    const figures = [group.hashrate, group.poolFeeRate, group.epochSeconds];
    for (const culprit of await many(dbTx, culprits, [...values, ...figures, gross, net])) {
      differences.push(
        `output of machine ${culprit.name} on ${date}: expected ${net}, kept ${culprit.net ?? 'none'}, posted ${culprit.amount ?? 'none'}`,
      );
    }
  }
  return { lines: [line], differences };
}

/** A row that no machine accounts for is expected to be nothing. */
function expectedOutput({ hashrate, poolFeeRate, epochSeconds }: OutputGroup, network: NetworkDay) {
  if (hashrate === null) return { gross: 0n, net: 0n };
  const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: epochSeconds[i] ?? 0 }));
  return fppsOutput({ ...network, hashrate, poolFeeRate, epochs });
}

function tiesOut(group: OutputGroup, gross: bigint, net: bigint): boolean {
  const { machines, kept, posted, misfits } = group;
  const isKept =
    kept === machines &&
    group.leastGross === gross &&
    group.mostGross === gross &&
    group.leastNet === net &&
    group.mostNet === net;
  // Nothing is posted for an output of nothing.
  const isPosted =
    net === 0n ? posted === 0 : posted === machines && group.leastAmount === net && group.mostAmount === net;
  return group.hashrate !== null && misfits === 0 && isKept && isPosted;
}
