import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { ChangedMachine } from './change-status.ts';
import type { CorrectionRow } from './outages/outage.store.ts';
import type { ListedMachine } from './staff-list.store.ts';
import type { StaffDay, StaffMachine, StaffMoveRow, StaffTerms } from './staff-machine.store.ts';

type MachinePage = ConsoleData<'machine'>;

export function listedView(row: ListedMachine): ConsoleData<'machineList'>['records'][number] {
  return {
    id: String(row.id),
    machineNo: row.machineNo,
    customer: String(row.customerId),
    account: maskAccount(row.account),
    model: row.model,
    site: row.site,
    coin: row.coin,
    status: row.status,
    contractEnded: row.contractEnded,
    statusSince: row.statusSince.toISOString(),
    hashrate: row.hashrate,
    hashrateUnit: row.hashrateUnit,
    output: formatAmount(row.output, row.coin),
  };
}

export function machineView(row: StaffMachine): MachinePage['machine'] {
  return {
    ...listedView(row),
    purchaseKind: row.purchaseKind,
    powerWatts: row.powerWatts,
    poolFeeRate: row.poolFeeRate,
    tariff: row.tariff,
    price: row.price,
    hostingFeeMonthly: usdtOrNull(row.hostingFeeMonthly),
    startTime: row.startTime.toISOString(),
    endTime: timeOrNull(row.endTime),
    wantedStatus: row.wantedStatus,
    expectedRunningTime: timeOrNull(row.expectedRunningTime),
    createdAt: row.createdAt.toISOString(),
    owed: formatAmount(row.owed, 'USDT'),
  };
}

export function termsView(row: StaffTerms): MachinePage['terms'][number] {
  const { customerId, account, hostingFeeMonthly, endTime, ...rest } = row;
  return {
    ...rest,
    customer: String(customerId),
    account: maskAccount(account),
    hostingFeeMonthly: usdtOrNull(hostingFeeMonthly),
    endTime: timeOrNull(endTime),
  };
}

export function moveView({ at, until, ...row }: StaffMoveRow): MachinePage['moves'][number] {
  return { ...row, at: at.toISOString(), until: timeOrNull(until) };
}

export function dayView(
  { output, fee, owed, ...row }: StaffDay,
  coin: StaffMachine['coin'],
): MachinePage['days'][number] {
  const [feeUsdt, owedUsdt] = [formatAmount(fee, 'USDT'), formatAmount(owed, 'USDT')];
  return { ...row, output: formatAmount(output, coin), fee: feeUsdt, owed: owedUsdt };
}

export function outageView(row: CorrectionRow): MachinePage['outages'][number] {
  const { id, machineId, machineNo, from, to, recordedAt, status, ...rest } = row;
  return {
    ...rest,
    id: String(id),
    machine: machineId === null || machineNo === null ? null : { id: String(machineId), machineNo },
    from: from.toISOString(),
    to: timeOrNull(to),
    status: status as MachinePage['outages'][number]['status'],
    recordedAt: recordedAt.toISOString(),
  };
}

export function skippedView(machines: readonly ChangedMachine[]): ConsoleData<'previewMachineStatus'>['skipped'] {
  return machines.flatMap(({ machine: { id, machineNo, status }, refusal }) =>
    refusal === null ? [] : [{ id: String(id), machineNo, status, reason: refusal }],
  );
}

const timeOrNull = (time: Date | null) => time?.toISOString() ?? null;
const usdtOrNull = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, 'USDT'));
