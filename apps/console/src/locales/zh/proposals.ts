import { optionNameOf } from '@lode/contract/proposal-names';

export { actionName } from '@lode/contract/proposal-names';

export const proposalTexts = {
  title: '待复核',
  one: '变更',
  views: '范围',
  viewOptions: [
    { value: 'MINE', label: '等我' },
    { value: 'OWN', label: '我提议的' },
    { value: 'ALL', label: '全部' },
  ],
  nothing: {
    MINE: { title: '没有变更等您', text: '别人提议、要您复核的变更会列在这里。' },
    OWN: { title: '您提议的都有结果了', text: '您提议而还在等别人复核的变更会列在这里。' },
    ALL: { title: '没有变更在等', text: '有人提议一项变更后，会列在这里，等得最久的在最前。' },
  },
  action: '变更',
  summary: '内容',
  by: '提议人',
  waits: '等待',
  back: '待复核',
  reason: '提议的原因',
  proposed: '提议时说明的结果',
  now: '现在批准的结果',
  same: '与提议时相同',
  obstacle: '现在批准会被拒绝',
  roles: '由谁复核',
  since: '提议时间',
  given: '给出的内容',
  cut: '（太长，只显示开头）',
  whole: '下载完整清单',
  wholeFailed: '完整清单没有取到，请再试一次。',
  approve: '批准并立即生效',
  approveTitle: '批准这项变更',
  approveEffect: '批准后立即生效，记在提议人与您两人名下：',
  approved: '已批准',
  outcome: '结果',
  reject: '驳回',
  rejectTitle: '驳回这项变更',
  rejectEffect: '什么都不会改变；提议人会看到它没有通过。',
  takeBack: '撤回',
  takeBackTitle: '撤回自己的提议',
  takeBackEffect: '什么都不会改变；要再做须重新提议。',
  rejected: '已驳回',
  takenBack: '已撤回',
  decided: { APPROVED: (by: string) => `${by} 已批准`, REJECTED: (by: string) => `${by} 已驳回或撤回` },
  waitsForOther: '自己的提议由别人复核。',
  notMine: '由有权复核的另一人决定。',
  signature: '批准后，这笔自有资金付款还要两人在签名页签名：在「提现」里继续。',
  withdrawal: '看这笔提现',
  trial: '试算这组上限',
  cancel: '取消',
};

/** What a proposal fixed when it was made stands beside its options. */
const fixedName = '提议时的依据';
export const givenName = (action: string, option: string): string =>
  option === '(bound)' ? fixedName : (optionNameOf(action, option) ?? option);
