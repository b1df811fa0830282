/** Of the customers' client, word for word. */
export const phoneTexts = {
  main: '手机上的页面',
  home: '首页',
  noNotice: '暂无新公告',
  banner: '活动 1 / 1',
  detail: '详情',
  published: (time: string) => `${time} 发布`,
  version: (version: string, date: string) => `版本 ${version} · ${date} 起生效`,
  /** Here alone: not published yet. */
  atApproval: '批准时',
};
