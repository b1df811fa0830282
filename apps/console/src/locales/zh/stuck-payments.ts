import type { ConsoleData } from '@lode/contract/console';
import { actionName } from '@lode/contract/proposal-names';
import type { ShapeName } from '../../components/shape.tsx';
import { moneyText } from '../../lib/shown-amount.ts';
import { offlineTexts } from './offline-signing.ts';

export type StuckPayment = ConsoleData<'stuckPaymentList'>['records'][number];
export type RecoveryOffer = StuckPayment['offers'][number];

export const stuckCauses: Record<StuckPayment['cause'], { shape: ShapeName; label: string; text: string }> = {
  SCREENING: { shape: 'wait', label: '筛查没有答复', text: '没有结果就不付款；服务恢复后自动继续。' },
  NOT_BUILT: { shape: 'wait', label: '建不出付款', text: '多半是热钱包不够，或节点没有答复；补足后自动继续。' },
  UNKNOWN: { shape: 'attention', label: '签没签不清楚', text: '已交给签名机，没有收到结果；不会另付一笔。' },
  OFFLINE: { shape: 'wait', label: '等离线签名', text: '签名请求还没有下载；打开这笔提现就能下载。' },
  EXPORTED: { shape: 'attention', label: '文件已导出', text: '签好的文件还没有上传；它随时可能被广播。' },
  UNCONFIRMED: { shape: 'run', label: '久未确认', text: '已广播，还没有进区块；网络费会自动提高，只有一笔能成。' },
  INPUTS_MISSING: {
    shape: 'bad',
    label: '输入不在链上',
    text: '它要花的币被重组去掉了，现在成不了；币回来它就可能成。',
  },
  UNPROVEN: {
    shape: 'bad',
    label: '已上链，未见付出',
    text: '交易在区块里，却没有看到付给收款人的这一笔。同一币种的付款已停，等两个人核对。',
  },
  REORGED: { shape: 'attention', label: '重组后重播', text: '已付的交易离开了区块，系统在重播同一笔；账不动。' },
  KEEPS_INPUTS: { shape: 'off', label: '占着输入', text: '付款已作废，占着的输入别的付款用不了。先在签名机上放弃它。' },
};

export const stuckTexts = {
  title: '卡住的付款',
  cause: '卡在哪里',
  number: '提现',
  account: '客户',
  treasury: '自有资金',
  amount: '金额',
  txid: 'txid',
  noTxid: '还没有',
  age: '多久',
  attempts: (count: number) => `第 ${count} 次`,
  sharedWith: (count: number) => `同一笔交易还付 ${count} 笔`,
  blocks: (since: number, needed: number) => `${since} / ${needed} 块`,
  action: '可以做什么',
  automatic: '自动继续',
  financeActs: '由财务提议',
  nothing: { title: '没有卡住的付款', text: '太久没有确认、签没签不清楚、或作废后占着输入的付款，会列在这里。' },
  released: '已处理',
};

interface OfferText {
  button: (payment: StuckPayment) => string;
  title: string;
  effect: (payment: StuckPayment) => string;
}

/** All of it returns; the receiver was to get less by the fee. */
const sumOf = ({ amount, coin }: StuckPayment) => moneyText(amount, coin);
const sentOf = ({ sent, coin }: StuckPayment) => moneyText(sent, coin);
const backTo = ({ account }: StuckPayment) => (account === null ? '自有资金' : '客户');

/** The consequence stands on the button. */
export const recoveryTexts: Record<RecoveryOffer, OfferText> = {
  FAIL: {
    button: (payment) => `提议作废，退回 ${sumOf(payment)}`,
    title: '作废这笔付款',
    effect: (payment) =>
      payment.cause === 'UNPROVEN'
        ? `交易已在区块里，没有看到付出。先在两个区块浏览器上查清收款人没有收到；批准后把 ${sumOf(payment)} 全额退回${backTo(payment)}，只退一次，同一币种的付款继续。`
        : `批准时先请签名机了结它；签名机没有签过、或链上证明它再也成不了，才把 ${sumOf(payment)} 全额退回${backTo(payment)}。已签的会改为广播，不退。`,
  },
  FAIL_ACCEPTING_RISK: {
    button: (payment) => `提议退回 ${sumOf(payment)}，承担付两次的风险`,
    title: '退回，并承担付两次的风险',
    effect: (payment) =>
      `${sumOf(payment)} 退回${backTo(payment)}；交易 ${payment.txid ?? ''} 以后仍可能进区块，那就付了两次，由平台承担。之后一直跟踪，进了区块会告警。`,
  },
  PAID: {
    button: (payment) => `提议记为已付出 ${sentOf(payment)}`,
    title: '记为已付出',
    effect: (payment) =>
      `两个人在别的节点上看过：热钱包已付出 ${sentOf(payment)}，代币若扣费，收款人会少收一点。批准后记为已付，不退回；同一币种的付款继续。若只是节点说错，换节点后会自动记为已付。`,
  },
  SIGN_ONLINE: {
    button: () => offlineTexts.online,
    title: actionName('withdrawal:online'),
    effect: () => offlineTexts.onlineEffect,
  },
  RELEASE_INPUTS: {
    button: ({ keptInputs }) => `释放 ${keptInputs} 个没有花掉的输入`,
    title: '释放占着的输入',
    effect: () => '签名机上已放弃这笔付款、链上也没有它，别的付款才可以用这些输入。不动客户的钱。',
  },
};
