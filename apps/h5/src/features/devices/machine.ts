import type { Data } from '@lode/contract';
import { type Amount, parseAmount, parseDecimal } from '@lode/money';
import { groupDigits, withDecimals } from '@lode/ui';
import { type Price, usdtValueOf } from '../../lib/valuation.ts';
import { deviceMessages as messages } from '../../locales/zh/devices.ts';

export type Machine = Data<'machinePage'>['records'][number];
export type MachineDetail = Data<'machineDetail'>;

const timeField = {
  WAITING: 'expectedRunningTime',
  RUNNING: 'lastRunningTime',
  SUSPEND: 'suspendTime',
  REPAIR: 'repairTime',
  ARREAR: 'arrearTime',
  ENCAPSULATION: 'encapsulationTime',
} as const satisfies Record<Machine['status'], keyof Machine>;

/** The time that belongs to the status, with its label. */
export function timeOfStatus(machine: Machine): { label: string; time: string | null } {
  return { label: messages.timeOf[machine.status], time: machine[timeField[machine.status]] };
}

/** False until its first start: there is nothing to measure or to add up yet. */
export const hasEverRun = ({ statusLog }: MachineDetail): boolean => statusLog.some(({ to }) => to === 'RUNNING');

/** It ran, and something stopped it. */
export const isStopped = (machine: MachineDetail): boolean =>
  hasEverRun(machine) && machine.status !== 'RUNNING' && machine.status !== 'WAITING';

/** At most two decimals, none that are zero: a list has little room. */
export function shortHashrate(machine: Machine): string {
  return formattedHashrate(machine.hashrate).replace(/\.?0+$/, '');
}

export function formattedHashrate(hashrate: string): string {
  return groupDigits(withDecimals(hashrate, 2));
}

/** Yesterday's output at the current price less its electricity, in micro-USDT; null without a price. */
export function netOfYesterday(machine: Machine, prices: readonly Price[]): Amount | null {
  const value = usdtValueOf(machine.yesterdayOutput, machine.coin, prices);
  return value === null ? null : value - parseAmount(machine.yesterdayFee, 'USDT');
}

/** Joules per terahash, rounded to one decimal: `efficiency(3031, '141', 'TH/s') === '21.5'`. Null for other units. */
export function efficiency(powerWatts: number, hashrate: string, unit: string): string | null {
  const micro = parseDecimal(hashrate, 6);
  if (unit !== 'TH/s' || micro <= 0n) return null;
  const tenths = (BigInt(powerWatts) * 10n * 1_000_000n + micro / 2n) / micro;
  return `${tenths / 10n}.${tenths % 10n}`;
}

const dayMs = 86_400_000;

/** Whole days between two times, at least 0. */
export function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / dayMs));
}
