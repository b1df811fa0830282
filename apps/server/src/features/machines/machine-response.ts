import type { Data } from '@lode/contract';
import { divCeil, formatAmount, formatShortest } from '@lode/money';
import type { ChangedMachine } from './change-status.ts';
import type { MachineDayRow, MachineRow, StatusLogRow } from './machine-reads.ts';
import { reasonInWords } from './texts.ts';

/** What the ranks of `attentionRank` mean, the gravest first; a machine that its customer switched off needs no reason. */
const attentions = ['ARREAR', 'OWED', 'REPAIR', 'ENDING', null, 'LOSING'] as const;

export function machineResponse(row: MachineRow): Data<'machineSuspend'> {
  return {
    id: String(row.id),
    machineNo: row.machineNo,
    model: row.model,
    site: row.site,
    coin: row.coin,
    purchaseKind: row.purchaseKind,
    status: row.status,
    expectedRunningTime: timeOrNull(row.expectedRunningTime),
    lastRunningTime: timeOrNull(row.lastRunningTime),
    suspendTime: timeOrNull(row.suspendTime),
    repairTime: timeOrNull(row.repairTime),
    arrearTime: timeOrNull(row.arrearTime),
    encapsulationTime: timeOrNull(row.encapsulationTime),
    hashrate: row.hashrate,
    hashrateUnit: row.hashrateUnit,
    powerWatts: row.powerWatts,
    electricityPrice: row.electricityPrice,
    yesterdayOutput: formatAmount(row.yesterdayOutput, row.coin),
    totalOutput: formatAmount(row.totalOutput, row.coin),
    yesterdayFee: formatAmount(row.yesterdayFee, 'USDT'),
    owed: formatAmount(row.owed, 'USDT'),
    owesElectricity: row.owesElectricity,
    endTime: timeOrNull(row.endTime),
    wantedStatus: row.wantedStatus,
    contractEnded: row.contractEnded,
    attention: attentions[row.rank] ?? null,
  };
}

/** Asked for the status that a machine is in, a batch sent again has nothing to refuse. */
export function switchResult(changed: ChangedMachine): Data<'machineSwitch'>['results'][number] {
  const { machine, to, outcome, refusal } = changed;
  const isAsAsked = refusal === 'STATUS' && machine.status === to;
  return {
    id: String(machine.id),
    machineNo: machine.machineNo,
    outcome: isAsAsked ? 'UNCHANGED' : outcomes[outcome],
    status: outcome === 'changed' ? to : machine.status,
    reason: isAsAsked ? null : refusal,
  };
}

const outcomes = { changed: 'CHANGED', stored: 'STORED', refused: 'REFUSED' } as const;

export function machineDetailAnswer(
  row: MachineRow,
  log: readonly StatusLogRow[],
  days: readonly MachineDayRow[],
): Data<'machineDetail'> {
  return {
    ...machineResponse(row),
    startTime: row.startTime.toISOString(),
    statusLog: log.map(({ from, to, time, reason }) => ({
      from,
      to,
      time: time.toISOString(),
      reason: reasonInWords(reason, to),
    })),
    last30: days.map(({ date, output, fee }) => ({
      date,
      output: formatAmount(output, row.coin),
      fee: formatAmount(fee, 'USDT'),
    })),
    poolFeeRate: row.poolFeeRate,
    breakEvenPrice: breakEvenPrice(row.yesterdayFee, row.yesterdayOutput),
  };
}

/**
 * USDT for one coin at which the output pays its fee, exact to a micro-USDT and rounded up: at a price rounded down it
 * would not quite pay. Null without output. `breakEvenPrice(6_552_000n, 100_000n) === '6552'`.
 */
function breakEvenPrice(feeMicroUsdt: bigint, output: bigint): string | null {
  const minorUnitsPerCoin = 100_000_000n;
  return output === 0n ? null : formatShortest(divCeil(feeMicroUsdt * minorUnitsPerCoin, output), 6);
}

function timeOrNull(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
