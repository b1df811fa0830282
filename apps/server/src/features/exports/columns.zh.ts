import type { ConsoleData } from '@lode/contract/console';
import {
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

export const customerSheet: Sheet<RecordOf<'customerList'>> = {
  title: '客户',
  columns: [
    ['编号', ({ id }) => figure(id)],
    ['账号', ({ account }) => text(account)],
    ['昵称', ({ nickname }) => text(nickname)],
    ['标签', ({ tags }) => text(tags.join('、'))],
    ['状态', ({ status }) => text(customerStatusNames[status])],
    ['矿机', ({ machines }) => figure(machines)],
    ['欠费 USDT', ({ owed }) => figure(owed)],
    ['提现冻结', ({ isFrozen }) => answer(isFrozen)],
    ['创建时间', ({ createdAt }) => time(createdAt)],
  ],
};

export const machineSheet: Sheet<RecordOf<'machineList'>> = {
  title: '矿机',
  columns: [
    ['编号', ({ machineNo }) => text(machineNo)],
    ['客户编号', ({ customer }) => figure(customer)],
    ['客户', ({ account }) => text(account)],
    ['型号', ({ model }) => text(model)],
    ['机房', ({ site }) => text(site)],
    ['币种', ({ coin }) => text(coin)],
    ['状态', ({ status }) => text(machineStatusNames[status])],
    ['状态开始', ({ statusSince }) => time(statusSince)],
    ['合同已到期', ({ contractEnded }) => answer(contractEnded)],
    ['算力', ({ hashrate }) => figure(hashrate)],
    ['算力单位', ({ hashrateUnit }) => text(hashrateUnit)],
    ['最近一日产出', ({ output }) => figure(output)],
  ],
};

export const withdrawalSheet: Sheet<RecordOf<'withdrawalList'>> = {
  title: '提现',
  columns: [
    ['单号', ({ number }) => text(number)],
    ['状态', ({ phase, isCancelling }) => text(isCancelling ? '取消中' : withdrawalPhaseNames[phase])],
    ['客户', ({ account }) => text(account ?? '自有资金')],
    ['地址', ({ address }) => text(address)],
    ['币种', ({ coin }) => text(coin)],
    ['金额', ({ amount }) => figure(amount)],
    ['提议人', ({ proposer }) => text(proposer)],
    ['申请时间', ({ appliedAt }) => time(appliedAt)],
  ],
};

export const depositSheet: Sheet<RecordOf<'depositList'>> = {
  title: '充值',
  columns: [
    ['编号', ({ id }) => figure(id)],
    ['状态', ({ status }) => text(depositStatusNames[status])],
    ['待追回', ({ isToSettle }) => answer(isToSettle)],
    ['客户', ({ account }) => text(account)],
    ['币种', ({ coin }) => text(coin)],
    ['网络', ({ network }) => text(network)],
    ['金额', ({ amount }) => figure(amount)],
    ['确认数', ({ confirmations }) => figure(confirmations)],
    ['所需确认', ({ needed }) => figure(needed)],
    ['txid', ({ txid }) => text(txid)],
    ['首次看到', ({ seenAt }) => time(seenAt)],
  ],
};

export const transferSheet: Sheet<RecordOf<'transferList'>> = {
  title: '账本',
  columns: [
    ['编号', ({ id }) => figure(id)],
    ['类型', ({ kind }) => text(kindName(kind))],
    ['键', ({ key }) => text(key)],
    ['业务日', ({ businessDate }) => text(businessDate)],
    ['过账时间', ({ postedAt }) => time(postedAt)],
    ['行数', ({ lines }) => figure(lines)],
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
