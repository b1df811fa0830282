/** How the demo's customers reach the house. The addresses lead nowhere. */
export const demoContact = {
  name: '小林（客户经理）',
  wechat: 'lode_support',
  phone: '400-000-0000',
  mail: 'support@lode.example',
  hours: '每天 9:00–21:00（北京时间）',
};

export const demoFaq = [
  {
    question: '提现多久到账？',
    answer: '一般在 24 小时内审核，之后按网络确认时间到账。提现详情中有每一步的时间和预计时间。',
  },
  {
    question: '电费从哪里扣？',
    answer: '按您选择的支付方式，每天从电费账户或当日产出中扣除。可在「我的」—「电费支付方式」中修改。',
  },
  {
    question: '矿机为什么停机？',
    answer: '常见原因是电费欠费、机房检修或维修。矿机详情中有状态记录和原因，缴清电费后自动恢复运行。',
  },
  {
    question: '新设备为什么不能提现？',
    answer: '为保护您的资产，新设备登录、修改密码或新增地址后 24 小时内不能提现，到时自动解除。',
  },
];

export interface DemoThread {
  account: string;
  about: 'GENERAL' | 'WITHDRAWAL' | 'MACHINE';
  /** Days before the end of the demo's history. */
  daysAgo: number;
  asks: string;
  answer?: string;
  isClosed?: boolean;
}

/** One thread in each state. */
export const demoThreads: readonly DemoThread[] = [
  {
    account: '13800000001',
    about: 'GENERAL',
    daysAgo: 6,
    asks: '想再托管 3 台自有矿机，乐山机房还有机位吗？',
    answer: '有的，乐山二期目前有 12 个机位。请把型号和数量发给我，我为您预留。',
    isClosed: true,
  },
  {
    account: '13800000001',
    about: 'WITHDRAWAL',
    daysAgo: 1,
    asks: '这笔提现现在到哪一步了？',
    answer: '已为您核对：各步的时间和结果都在提现详情里，有变化时会发消息通知您。',
  },
  { account: '13800000001', about: 'MACHINE', daysAgo: 1, asks: '这台矿机昨天的算力偏低，是什么原因？' },
];
