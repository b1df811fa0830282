import type { ConsoleData } from '@lode/contract/console';
import { listNames } from '@lode/contract/list-names';
import {
  cancellingName,
  customerStatusNames,
  depositStatusNames,
  machineStatusNames,
  transferKindNames,
  withdrawalPhaseNames,
} from '@lode/contract/staff-names';
import { shanghaiTime } from '../../platform/clock/clock.ts';
import type { Cell } from '../../platform/workbook/workbook-parts.ts';

export type ExportedList = 'customerList' | 'machineList' | 'withdrawalList' | 'depositList' | 'transferList';
type RecordOf<Call extends ExportedList> = ConsoleData<Call>['records'][number];

/** A list as a file: its name, and each column's title and cell. */
export interface Sheet<Row> {
  title: string;
  columns: readonly (readonly [title: string, cell: (row: Row) => Cell])[];
}

const text = (value: string | null): Cell => (value === null ? null : { text: value });
const figure = (value: string | number): Cell => ({ figure: String(value) });
const time = (value: string): Cell => ({ text: shanghaiTime(new Date(value)) });
const answer = (value: boolean): Cell => ({ text: value ? '是' : '否' });

const coins = ['BTC', 'USDT', 'ETH', 'DOGE'] as const;
const {
  customerList: ofCustomer,
  machineList: ofMachine,
  withdrawalList: ofWithdrawal,
  depositList: ofDeposit,
  transferList: ofTransfer,
} = listNames;

export const customerSheet: Sheet<RecordOf<'customerList'>> = {
  title: '客户',
  columns: [
    [ofCustomer.id, ({ id }) => figure(id)],
    [ofCustomer.account, ({ account }) => text(account)],
    [ofCustomer.nickname, ({ nickname }) => text(nickname)],
    [ofCustomer.tags, ({ tags }) => text(tags.join('、'))],
    [ofCustomer.status, ({ status }) => text(customerStatusNames[status])],
    [ofCustomer.machines, ({ machines }) => figure(machines)],
    [ofCustomer.owed, ({ owed }) => figure(owed)],
    [ofCustomer.isFrozen, ({ isFrozen }) => answer(isFrozen)],
    [ofCustomer.createdAt, ({ createdAt }) => time(createdAt)],
  ],
};

export const machineSheet: Sheet<RecordOf<'machineList'>> = {
  title: '矿机',
  columns: [
    [ofMachine.machineNo, ({ machineNo }) => text(machineNo)],
    [ofMachine.customer, ({ customer }) => figure(customer)],
    [ofMachine.account, ({ account }) => text(account)],
    [ofMachine.model, ({ model }) => text(model)],
    [ofMachine.site, ({ site }) => text(site)],
    [ofMachine.coin, ({ coin }) => text(coin)],
    [ofMachine.status, ({ status }) => text(machineStatusNames[status])],
    [ofMachine.statusSince, ({ statusSince }) => time(statusSince)],
    [ofMachine.contractEnded, ({ contractEnded }) => answer(contractEnded)],
    [ofMachine.hashrate, ({ hashrate }) => figure(hashrate)],
    [ofMachine.hashrateUnit, ({ hashrateUnit }) => text(hashrateUnit)],
    [ofMachine.output, ({ output }) => figure(output)],
  ],
};

export const withdrawalSheet: Sheet<RecordOf<'withdrawalList'>> = {
  title: '提现',
  columns: [
    [ofWithdrawal.number, ({ number }) => text(number)],
    [
      ofWithdrawal.phase,
      ({ phase, isCancelling }) => text(isCancelling ? cancellingName : withdrawalPhaseNames[phase]),
    ],
    [ofWithdrawal.account, ({ account }) => text(account ?? '自有资金')],
    [ofWithdrawal.address, ({ address }) => text(address)],
    [ofWithdrawal.coin, ({ coin }) => text(coin)],
    [ofWithdrawal.amount, ({ amount }) => figure(amount)],
    [ofWithdrawal.proposer, ({ proposer }) => text(proposer)],
    [ofWithdrawal.appliedAt, ({ appliedAt }) => time(appliedAt)],
  ],
};

export const depositSheet: Sheet<RecordOf<'depositList'>> = {
  title: '充值',
  columns: [
    [ofDeposit.id, ({ id }) => figure(id)],
    [ofDeposit.status, ({ status }) => text(depositStatusNames[status])],
    [ofDeposit.isToClawBack, ({ isToClawBack }) => answer(isToClawBack)],
    [ofDeposit.account, ({ account }) => text(account)],
    [ofDeposit.coin, ({ coin }) => text(coin)],
    [ofDeposit.network, ({ network }) => text(network)],
    [ofDeposit.amount, ({ amount }) => figure(amount)],
    [ofDeposit.confirmations, ({ confirmations }) => figure(confirmations)],
    [ofDeposit.needed, ({ needed }) => figure(needed)],
    [ofDeposit.txid, ({ txid }) => text(txid)],
    [ofDeposit.seenAt, ({ seenAt }) => time(seenAt)],
  ],
};

export const transferSheet: Sheet<RecordOf<'transferList'>> = {
  title: '账本',
  columns: [
    [ofTransfer.id, ({ id }) => figure(id)],
    [ofTransfer.kind, ({ kind }) => text(kindName(kind))],
    [ofTransfer.key, ({ key }) => text(key)],
    [ofTransfer.businessDate, ({ businessDate }) => text(businessDate)],
    [ofTransfer.postedAt, ({ postedAt }) => time(postedAt)],
    [ofTransfer.lines, ({ lines }) => figure(lines)],
    ...coins.map(
      (coin) =>
        [
          coin,
          ({ amounts }: RecordOf<'transferList'>): Cell => {
            const moved = amounts.find((one) => one.coin === coin);
            return moved === undefined ? null : figure(moved.amount);
          },
        ] as const,
    ),
  ],
};

function kindName(kind: string): string {
  return (transferKindNames as Record<string, string>)[kind] ?? kind;
}

export const fileTitle = (title: string, day: string): string => `${title}-${day}`;
