import { type Data, maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import type { ListedCustomer } from './customer-list.store.ts';
import type { DepositRow, MachineRow, NoticeRow, SessionRow, WithdrawalRow } from './customer-records.store.ts';

type Shown<
  Call extends
    | 'customerList'
    | 'customerMachines'
    | 'customerMovements'
    | 'customerWithdrawals'
    | 'customerDeposits'
    | 'customerSessions'
    | 'customerNotices',
> = ConsoleData<Call>['records'][number];

export function listedView(row: ListedCustomer): Shown<'customerList'> {
  const { id, account, owed, createdAt, ...rest } = row;
  return {
    ...rest,
    id: String(id),
    account: maskAccount(account),
    owed: formatAmount(owed, 'USDT'),
    createdAt: createdAt.toISOString(),
  };
}

export function machineView({ id, output, fee, coin, ...row }: MachineRow): Shown<'customerMachines'> {
  return { ...row, id: String(id), coin, output: formatAmount(output, coin), fee: formatAmount(fee, 'USDT') };
}

/** A movement as the wallet shows it to the customer. */
export interface Movement {
  transferId: bigint;
  line: bigint;
  record: Data<'ledgerPage'>['records'][number];
}

export function movementView({ record }: Movement): Shown<'customerMovements'> {
  const { id, title, coin, amount, balanceAfter, machineNo, date, time } = record;
  return { id, title, coin, amount, balanceAfter, machineNo, date, time };
}

/** The address is made of the key that is paid, not of the text beside it. */
export const withdrawalViewOf =
  (addressOf: AddressOfKey) =>
  ({ id, key, amount, fee, appliedAt, ...row }: WithdrawalRow): Shown<'customerWithdrawals'> => ({
    ...row,
    id: String(id),
    address: addressOf(row.network, key),
    amount: formatAmount(amount, row.coin),
    fee: formatAmount(fee, row.coin),
    appliedAt: appliedAt.toISOString(),
  });

export function depositView({ id, amount, seenAt, ...row }: DepositRow): Shown<'customerDeposits'> {
  return { ...row, id: String(id), amount: formatAmount(amount, row.coin), seenAt: seenAt.toISOString() };
}

export function sessionView({ id, createdAt, lastUsedAt, endedAt, ...row }: SessionRow): Shown<'customerSessions'> {
  return {
    ...row,
    id: String(id),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export function noticeView({ id, title, confirmedAt }: NoticeRow): Shown<'customerNotices'> {
  return { id: String(id), title, confirmedAt: confirmedAt.toISOString() };
}
