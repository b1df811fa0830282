import type { ConsoleData } from '@lode/contract/console';
import { customerStatusNames, depositStatusNames as names } from '@lode/contract/staff-names';
import type { ShapeName } from '../../components/shape.tsx';
import { moneyText } from '../../lib/shown-amount.ts';

type Deposit = ConsoleData<'depositList'>['records'][number];
type Page = ConsoleData<'deposit'>;
export type DepositCheck = Page['checks'][number];
export type DepositOffer = Page['offers'][number];

export const depositStatuses: Record<Deposit['status'], { shape: ShapeName; label: string }> = {
  SEEN: { shape: 'wait', label: names.SEEN },
  CONFIRMING: { shape: 'run', label: names.CONFIRMING },
  BELOW_MINIMUM: { shape: 'off', label: names.BELOW_MINIMUM },
  CREDITED: { shape: 'ok', label: names.CREDITED },
  ORPHANED: { shape: 'off', label: names.ORPHANED },
};

export const depositTexts = {
  title: '充值',
  find: '客户账号、完整地址或 txid',
  states: '状态',
  stateOptions: [
    { value: 'ALL', label: '全部' },
    { value: 'COMING', label: '到账中' },
    { value: 'BELOW_MINIMUM', label: '低于最低额' },
    { value: 'TO_CLAW_BACK', label: '待追回' },
    { value: 'CREDITED', label: '已入账' },
    { value: 'ORPHANED', label: '已消失' },
  ],
  nothing: {
    NARROWED: { title: '没有这样的充值', text: '换一个条件再找。' },
    ALL: { title: '还没有充值', text: '链上看到转入客户充值地址的币后，会列在这里。' },
    COMING: { title: '没有充值在路上', text: '交易在内存池或等确认时，列在这里。' },
    BELOW_MINIMUM: { title: '没有攒着的小额', text: '低于最低额的充值等凑够最低额再入账，期间列在这里。' },
    TO_CLAW_BACK: { title: '没有要追回的', text: '入账后又被链上重组去掉的充值，追回或核销前列在这里。' },
    CREDITED: { title: '还没有入账的充值', text: '充值确认并入账后，会列在这里。' },
    ORPHANED: { title: '没有消失的充值', text: '入账前被链上重组去掉的充值，会列在这里。' },
  },
  state: '状态',
  confirming: (count: number, needed: number) => `确认 ${count}/${needed}`,
  toClawBack: '待追回',
  account: '客户',
  amount: '金额',
  txid: 'txid',
  seenAt: '首次看到',

  one: (id: string) => `充值 ${id}`,
  back: '充值',
  came: '到账',
  toAddress: (network: string) => `到 ${network} 地址`,
  creditedTo: { OUTPUT_ACCOUNT: '入产出账户', ELE_ACCOUNT: '入电费账户', COIN_UP_ACCOUNT: '', INCOME_ACCOUNT: '' },
  notCredited: '还没有入账',
  checks: '系统核对',
  checkedAt: (time: string) => `${time} 重算`,
  facts: '经过',
  height: '区块高度',
  noBlock: '不在区块里',
  output: '输出序号',
  creditedAt: '入账时间',
  customer: '客户',
  customerStatuses: customerStatusNames,
  openCustomer: '打开客户',
  frozen: '冻结',
  isFrozen: '提现已冻结',
  notFrozen: '客户的提现没有冻结',
  becauseOfThis: '因这笔充值',
  removal: '重组与追回',
  removalNote: (times: number) => `离开过区块 ${times} 次`,
  lacking: '还缺',
  takeable: '客户账户里可取',
  parts: '已处理',
  noParts: '还没有追回或核销过。',
  partKinds: { CLAWED_BACK: '从客户追回', WRITTEN_OFF: '由自有资金核销' },
  returned: (time: string) => `${time} 又被打包，已还回`,
  actions: '可以做什么',
  nothingToDo: '现在没有要人处理的。',
  financeOnly: '由财务提议，复核人批准。',
};

export const checkNames: Record<DepositCheck['kind'], string> = {
  ADDRESS: '充值地址',
  CONFIRMATIONS: '确认数',
  SECOND_NODE: '第二节点',
  MINIMUM: '最低额',
  CHAIN: '链的跟踪',
  REMOVAL: '链上重组',
};

export const checkShapes: Record<DepositCheck['state'], ShapeName> = {
  OK: 'ok',
  WAIT: 'wait',
  LOOK: 'attention',
  BLOCKS: 'bad',
  UNKNOWN: 'off',
};

/** What a check compared, in words. */
export function depositCheckText({ kind, state, values }: DepositCheck, coin: string): string {
  const { count = 0, needed = 0, usual = 0, amount = '', limit = '', reason } = values;
  const money = (value: string) => moneyText(value, coin);
  switch (kind) {
    case 'ADDRESS':
      return state === 'OK'
        ? '由本平台的公钥推出，属这位客户'
        : state === 'UNKNOWN'
          ? '节点没有打开，现在推不出来'
          : '不是本平台公钥推出的：不要入账';
    case 'CONFIRMATIONS':
      return `${count} / ${needed}${needed > usual ? `，因金额大由 ${usual} 提高` : ''}`;
    case 'SECOND_NODE':
      if (limit === '') return '没有要求';
      if (amount === '') return `满 ${money(limit)} 才要求`;
      return reason ?? `近期共 ${money(amount)}，满 ${money(limit)} 要第二节点也看到`;
    case 'MINIMUM':
      return `${state === 'OK' ? '' : '攒到 '}${money(amount)} / ${money(limit)}`;
    case 'CHAIN':
      return reason === undefined ? `跟到高度 ${count}` : `停在高度 ${count}：${reason}`;
    case 'REMOVAL':
      if (state === 'BLOCKS') return `已入账的 ${money(amount)} 不在链上`;
      return count === 0 ? '没有发生' : `离开过区块 ${count} 次，已处理`;
    default:
      return kind satisfies never;
  }
}

/** What each action does, on its button and above it. */
export const offerTexts: Record<
  DepositOffer,
  {
    button: (amounts: { lacking: string; takeable: string }) => string;
    title: string;
    effect: string;
    isDangerous: boolean;
  }
> = {
  CLAW_BACK: {
    button: ({ lacking }) => `提议从客户追回 ${lacking}`,
    title: '从客户追回',
    effect: '从入账的那个账户取回这笔已经不在链上的充值；客户的账单里记一条“充值撤回”。不动促销赠送的电费。',
    isDangerous: true,
  },
  CLAW_BACK_AVAILABLE: {
    button: ({ takeable, lacking }) => `提议先追回 ${takeable}（共缺 ${lacking}）`,
    title: '先追回客户现有的',
    effect: '客户的余额不够，先取现有的部分；剩下的以后再追，或由自有资金核销。客户仍冻结。',
    isDangerous: true,
  },
  WRITE_OFF: {
    button: ({ lacking }) => `提议用自有资金核销 ${lacking}`,
    title: '用自有资金核销',
    effect: '客户已没有可取的钱：由自有资金补上，冻结随之解除，客户收到通知。',
    isDangerous: true,
  },
  CREDIT_SMALL: {
    button: () => '提议现在就入账全部小额',
    title: '小额现在入账',
    effect: '这位客户所有已确认、低于最低额的充值立即入账，不再等凑够最低额。',
    isDangerous: false,
  },
  UNFREEZE: {
    button: () => '提议解除这位客户的提现冻结',
    title: '解除提现冻结',
    effect: '批准后客户马上可以再提现，并收到通知。',
    isDangerous: false,
  },
};
