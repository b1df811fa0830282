import type { ConsoleData } from '@lode/contract/console';
import { roleNames } from '@lode/contract/staff-names';

export type FormAction = ConsoleData<'proposalForms'>[number]['action'];

export const proposalFormTexts = {
  title: '提议一项变更',
  open: '提议变更',
  back: '待复核',
  action: '变更',
  choose: '选一项',
  look: '看结果',
  optional: '（可不填）',
  required: '请填写',
  submit: '提议',
  none: { title: '您的角色没有要在这里提议的变更', text: '其他变更在各自的页面提议：客户、矿机、机房、参数、内容。' },
};

/** What happens once the second person approves. */
export const formEffects: Record<FormAction, string> = {
  'charge:adjust': '旧账不改：批准后在今天记一笔更正，正数退给客户，负数由客户补付，客户会收到消息。',
  'cold:refill':
    '批准后记下这笔交易、占住冷钱包的输出；还要两位持有人签名，币才会动。金额是热钱包收到的，手续费由冷钱包另付。',
  'customer:second-factor-remove':
    '批准后客户的身份验证器、通行密钥和恢复码全部移除，客户会收到通知；提现限制 72 时。先核实本人，凭据写进原因。',
  'destination:add': '批准后过了安全等待期，自有资金才能付到这个地址。',
  'staff:add': '批准后出现一个初始密码，只显示这一次，由批准人交给本人；首次登录必须更换。',
  'staff:disable': '批准后这位员工的登录立即结束，没有复核完的提议作废。',
  'staff:enable': '批准后这位员工可以重新登录。',
  'staff:reset': '批准后原密码、动态码和通行密钥全部作废，登录结束；出现一个初始密码，只显示这一次，由批准人交给本人。',
  'staff:role': '批准后换角色，登录立即结束，下次按新角色登录。',
  'suspense:reopen': '批准后这笔到账从自有资金退回待解释，再由两人说明归属；自有资金要还够。',
  'treasury:pay': '批准后成为一笔待签名的付款：还要两个人在签名页确认，才会付出。',
  'treasury:pay-in': '批准后记为自有资金已收到：请先看到款已到。',
  'treasury:take-out': '批准后记为自有资金已取出。',
};

/** Before the fields, where an option alone does not say enough. */
export const formNotes: Partial<Record<FormAction, string>> = {
  'charge:adjust': '金额：正数给客户，负数向客户收。产出和电费填矿日，托管费填月份（如 2026-11）。',
  'cold:refill': '不填冷钱包的版，就从最新的冷钱包出。要取回旧冷钱包里的币，填它的版。',
  'customer:second-factor-remove': '客户丢了设备，恢复码也没有了才用。客户和客户编号填一项。',
  'suspense:reopen': '从账本打开这笔外来款，由它的「起因」进来，编号就已填好。',
  'treasury:pay': '收款地址填已登记的名称。',
  'staff:role': '一个人不能改自己的角色。',
};

const choiceNames: Record<string, string> = {
  output: '产出',
  electricity: '电费',
  hosting: '托管费',
  BITCOIN: '比特币网络',
  ERC20: '以太坊网络（ERC20）',
  ...roleNames,
};
export const choiceName = (value: string): string => choiceNames[value] ?? value;
