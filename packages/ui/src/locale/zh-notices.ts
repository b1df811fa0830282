/** In a file of its own, because little else needs it. */
export const noticeMessages = {
  noticeOf: (place: number, count: number) => `公告 ${place} / ${count}`,
  tick: '我已阅读并了解以上内容',
  confirm: '我已知晓',
  confirming: '确认中',
  known: '已知晓',
  failed: '没有确认成功，请重试',
  tickFirst: '请先勾选',
  /** What follows it in the title of a picture is a second line. */
  colon: '：',
  popup: '活动',
  popupOpen: '查看详情',
} as const;
