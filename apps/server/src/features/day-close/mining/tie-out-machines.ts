import { electricityFee, fppsOutput } from '@lode/mining';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import type { DayEpochs } from './day-epochs.ts';
import type { NetworkDay } from './fpps-terms.ts';
import { machineEvidence } from './machine-evidence.ts';
import { tieOutSums } from './machine-sums.ts';

/** Machines with the same figures; one whose figures are null is what no machine accounts for. */
interface Figures {
  coin: string | null;
  hashrate: string | null;
  poolFeeRate: string;
  epochSeconds: number[];
  powerWatts: number;
  price: string | null;
}

interface Group extends Figures {
  machines: number;
  /** How many machines ran, of all groups. */
  ran: number;
  kept: number;
  posted: number;
  wrongOutputs: number;
  leastGross: bigint | null;
  mostGross: bigint | null;
  leastNet: bigint | null;
  mostNet: bigint | null;
  leastMined: bigint | null;
  mostMined: bigint | null;
  mined: bigint;
  charged: number;
  wrongCharges: number;
  leastCharge: bigint | null;
  mostCharge: bigint | null;
  chargedSum: bigint;
}

interface Culprit {
  name: string;
  net: bigint | null;
  mined: bigint | null;
  isOutputWrong: boolean;
  charged: bigint | null;
  paid: string;
  taken: string;
  isChargeWrong: boolean;
}

const figures = 'coin, evidence.hashrate, pool_fee_rate, epoch_seconds, power_watts, price';

const groupsText = (epochs: number) => `${machineEvidence(epochs)}
  select coin, trim_scale(evidence.hashrate)::text as hashrate, pool_fee_rate::text as "poolFeeRate",
    epoch_seconds as "epochSeconds", power_watts as "powerWatts", trim_scale(price)::text as price,
    count(*)::int as machines, (select count(*)::int from expected) as ran,
    count(net)::int as kept, count(mined)::int as posted, count(*) filter (where is_output_right is not true)::int as "wrongOutputs",
    min(gross) as "leastGross", max(gross) as "mostGross", min(net) as "leastNet", max(net) as "mostNet",
    min(mined) as "leastMined", max(mined) as "mostMined", coalesce(sum_units(mined), 0) as mined,
    count(charged)::int as charged,
    count(*) filter (where (is_charge_right and is_paid_by_batch) is not true)::int as "wrongCharges",
    min(charged) as "leastCharge", max(charged) as "mostCharge",
    coalesce(sum_units(charged), 0) as "chargedSum"
  from evidence group by ${figures}`;

/**
 * Names the differences of a group. A charge that was paid since the batch is right when all postings for it together
 * say what it says; one statement reads both, so that a payment that comes in meanwhile cannot come between.
 */
const culpritsText = (epochs: number) => `${machineEvidence(epochs)},
  accused as (
    select evidence.*, count(*) over (partition by machine_id) > 1 as is_double from evidence
    where (${figures}) is not distinct from ($9::text, $10::numeric, $11::numeric, $12::int[], $13::int, $14::numeric)
  ),
  compared as (
    select coalesce(machine_no, 'id ' || accused.machine_id) as name, net, mined, charged,
      concat_ws(' + ', paid_prepaid, paid_btc, paid_eth, paid_doge) as paid,
      concat_ws(' + ', later.prepaid, later.btc, later.eth, later.doge) as taken,
      is_double or is_output_right is not true
        or (gross, net, coalesce(mined, 0)) is distinct from ($15::bigint, $16::bigint, coalesce($16::bigint, 0)) as "isOutputWrong",
      is_double or (is_charge_right and charged = $17
        and (is_paid_by_batch
          or (paid_prepaid, paid_btc, paid_eth, paid_doge) = (later.prepaid, later.btc, later.eth, later.doge))) is not true as "isChargeWrong"
    from accused
    cross join lateral (
      select coalesce(sum_units(amount) filter (where type = 'ELE_CONSUME_USDT'), 0) as prepaid,
        coalesce(sum_units(amount) filter (where type = 'ELE_CONSUME_BTC'), 0) as btc,
        coalesce(sum_units(amount) filter (where type = 'ELE_CONSUME_ETH'), 0) as eth,
        coalesce(sum_units(amount) filter (where type = 'ELE_CONSUME_DOGE'), 0) as doge
      from ledger.posting
      where customer = charged_customer and type <> 'MINING_OUTPUT'
        and type in ('ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE')
        and date = $3 and source_id = accused.machine_id
    ) later
  )
  select * from compared where "isOutputWrong" or "isChargeWrong" order by name limit 20`;

interface Statements {
  groups: Query<Group>;
  culprits: Query<Culprit>;
}
const statements = new Map<number, Statements>();

/** A day has as many epochs as difficulties; each number of them has its own statement. */
function statementsFor(epochs: number): Statements {
  const known = statements.get(epochs) ?? {
    groups: query(`day-close.tie-out-machines.${epochs}`, groupsText(epochs)).as<Group>(),
    culprits: query(`day-close.tie-out-culprits.${epochs}`, culpritsText(epochs)).as<Culprit>(),
  };
  statements.set(epochs, known);
  return known;
}

// Declared when the module loads, for the type of its rows.
statementsFor(1);

export interface MachinesToTieOut {
  date: string;
  network: NetworkDay;
  epochs: DayEpochs;
  range: CustomerRange;
  outputTransfer: string | null;
  electricityTransfer: string | null;
}

/**
 * BTC outputs and charges of the range, recomputed with the formulas that customers check theirs with: machines with the
 * same figures must have the same, so each group of them needs one computation. Sets that are equal need no look at their rows.
 */
export async function tieOutMachines(db: Queryable, day: MachinesToTieOut): Promise<Omit<TieOut, 'digest'>> {
  const { date, network, epochs, range, outputTransfer, electricityTransfer } = day;
  const { groups, culprits } = statementsFor(epochs.seconds.length);
  const times = [epochs.starts, epochs.ends, epochs.seconds];
  const values = [range.first, range.last, date, ...times, outputTransfer, electricityTransfer];
  const lines = await tieOutSums(db, network, values);
  if (lines !== null) return { lines, differences: [] };
  const outputs = { name: 'outputs', coin: 'BTC' as const, expected: 0n, posted: 0n };
  const electricity = { name: 'electricity charges', coin: 'USDT' as const, expected: 0n, posted: 0n };
  const differences: string[] = [];
  const found = await many(db, groups, values);
  const isDoubled = found.some(({ ran }) => ran !== knownMachines(found));
  for (const group of found) {
    const due = dueTo(group, network);
    outputs.expected += (due.output?.net ?? 0n) * BigInt(group.machines);
    outputs.posted += group.mined;
    electricity.expected += due.fee * BigInt(group.machines);
    electricity.posted += group.chargedSum;
    if (!isDoubled && outputsTieOut(group, due) && chargesTieOut(group, due)) continue;
    const { coin, hashrate, poolFeeRate, epochSeconds, powerWatts, price } = group;
    const ofGroup = [coin, hashrate, poolFeeRate, epochSeconds, powerWatts, price];
    const { gross = null, net = null } = due.output ?? {};
    for (const culprit of await many(db, culprits, [...values, ...ofGroup, gross, net, due.fee])) {
      differences.push(...inWords(culprit, date, due));
    }
  }
  return { lines: [outputs, electricity], differences };
}

/** More than ran: something of a machine is there twice, and stands in as many rows. */
function knownMachines(groups: readonly Group[]): number {
  return groups.reduce((sum, { hashrate, machines }) => sum + (hashrate === null ? 0 : machines), 0);
}

interface Due {
  /** Null when it mines another coin, which the pool reports, or when the machine is unknown. */
  output: { gross: bigint; net: bigint } | null;
  fee: bigint;
}

function dueTo({ coin, hashrate, poolFeeRate, epochSeconds, powerWatts, price }: Group, network: NetworkDay): Due {
  if (hashrate === null) return { output: null, fee: 0n };
  const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: epochSeconds[i] ?? 0 }));
  const seconds = epochSeconds.reduce((sum, part) => sum + part, 0);
  return {
    output: coin === 'BTC' ? fppsOutput({ ...network, hashrate, poolFeeRate, epochs }) : null,
    fee: price === null ? 0n : electricityFee(powerWatts, seconds, price),
  };
}

function outputsTieOut(group: Group, { output }: Due): boolean {
  const { machines, kept, posted } = group;
  if (group.hashrate === null || group.wrongOutputs > 0) return false;
  if (output === null) return kept === 0 && posted === 0;
  const { gross, net } = output;
  const isKept =
    kept === machines &&
    group.leastGross === gross &&
    group.mostGross === gross &&
    group.leastNet === net &&
    group.mostNet === net;
  // Nothing is posted for an output of nothing.
  if (net === 0n) return isKept && posted === 0;
  return isKept && posted === machines && group.leastMined === net && group.mostMined === net;
}

function chargesTieOut(group: Group, { fee }: Due): boolean {
  const { hashrate, machines, charged, wrongCharges, leastCharge, mostCharge } = group;
  return hashrate !== null && charged === machines && wrongCharges === 0 && leastCharge === fee && mostCharge === fee;
}

function* inWords(culprit: Culprit, date: string, { output, fee }: Due): Generator<string> {
  const { name, net, mined, charged, paid, taken } = culprit;
  if (culprit.isOutputWrong) {
    yield `output of machine ${name} on ${date}: expected ${output?.net ?? 'none'}, kept ${net ?? 'none'}, posted ${mined ?? 'none'}`;
  }
  if (culprit.isChargeWrong) {
    yield `electricity of machine ${name} on ${date}: expected ${fee}, charged ${charged ?? 'none'}, paid ${paid}, posted ${taken}`;
  }
}
