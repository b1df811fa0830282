import type { Data } from '@lode/contract';
import { type MachineStatus, machineStatuses } from '@lode/contract/record-states';
import { formatAmount, formatDecimal, type MinedCoin } from '@lode/money';
import type { MiningRow } from './mining.store.ts';
import { todayEstimate } from './today-estimate.ts';

type Mining = Data<'indexInfo'>['mining'];

export function miningResponse(row: MiningRow, now: Date): Mining {
  const { machines, days, totals, yesterdayDate, work, network } = row;
  const countOf = (status: MachineStatus) =>
    machines.filter((group) => group.status === status).reduce((sum, { count }) => sum + count, 0);
  const statusCounts = machineStatuses.map((status) => ({ status, count: countOf(status) }));
  const estimate = todayEstimate(work, network);
  return {
    machineCount: statusCounts.reduce((sum, { count }) => sum + count, 0),
    runningCount: countOf('RUNNING'),
    statusCounts,
    hashrates: runningHashrates(machines),
    yesterdayDate,
    yesterday: coinsOf(totals).map((coin) => ({
      coin,
      amount: formatAmount(
        netOf(
          days.filter((day) => day.date === yesterdayDate),
          coin,
        ),
        coin,
      ),
    })),
    yesterdayFee: formatAmount(row.yesterdayFee, 'USDT'),
    todayEstimated: [{ coin: 'BTC', amount: formatAmount(estimate.amount, 'BTC') }],
    todayPerSecond: [{ coin: 'BTC', amount: formatDecimal(estimate.perSecond, 18) }],
    todayEstimatedAt: now.toISOString(),
    total: coinsOf(totals).map((coin) => ({ coin, amount: formatAmount(netOf(totals, coin), coin) })),
    last30: days.map(({ date, coin, net }) => ({ date, coin, amount: formatAmount(BigInt(net), coin) })),
    source: network?.source ?? null,
    elsewhereTo: row.elsewhereTo,
  };
}

/** Bitcoin is always named, other coins once something of them was mined. */
function coinsOf(totals: MiningRow['totals']): MinedCoin[] {
  return ['BTC', ...totals.map(({ coin }) => coin).filter((coin) => coin !== 'BTC')];
}

function netOf(rows: readonly { coin: MinedCoin; net: string }[], coin: MinedCoin): bigint {
  return rows.filter((row) => row.coin === coin).reduce((sum, { net }) => sum + BigInt(net), 0n);
}

/** One figure per coin and unit, of the machines at work. */
function runningHashrates(machines: MiningRow['machines']): Mining['hashrates'] {
  return machines
    .filter(({ status }) => status === 'RUNNING')
    .map(({ coin, unit, hashrate }) => ({ coin, unit, value: hashrate }));
}
