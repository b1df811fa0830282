export const stateTexts = {
  loading: '正在加载',
  working: '正在处理',
  failed: (what: string) => `${what}没有加载成功`,
  page: '页面',
  retry: '重试',
  stale: (time: string) => `数据停在 ${time}，恢复之前不能处理`,
  notFound: '没有这个页面',
  notFoundText: '地址可能有误，或内容已不存在。',
  back: '回到待办',
  more: '加载更多',
};

export const reasonTexts = {
  reason: '原因（记入审计日志）',
  missing: '请写明原因',
  cancel: '取消',
};

export const proposingTexts = {
  secondReads: '复核人会读到：',
  refused: '现在不能提议',
  edit: '改一改',
  proposed: (id: string) => `已提议，编号 ${id}，等别人复核`,
};

/** Above lists of deposits and withdrawals. */
export const paymentFilterTexts = {
  filters: '筛选',
  coin: '币种',
  anyCoin: '全部币种',
  from: '从日期',
  to: '到日期',
  customerNo: (id: string) => `客户 ${id}`,
};

/** Where lists are narrowed to the customer of an account. */
export const findCustomerTexts = { noAccount: '没有这个账号的客户' };
