export const moneyMessages = {
  fundsPasswordTitle: '资金密码',
  setIntro: '资金密码用于转入、转出和提现，与登录密码不同，请勿告诉任何人。',
  newFundsPassword: '新资金密码',
  newFundsPasswordAgain: '再次输入新资金密码',
  fundsPasswordHint: '6 位数字，避免使用生日或连续数字',
  save: '保存',
  saved: '资金密码已设置',
  errors: {
    incomplete: '请输入 6 位数字',
    common: '这个密码太容易被猜中，请换一个',
    different: '两次输入的密码不一致',
  },
  triesLeft: (count: number) => `还可尝试 ${count} 次`,
  noTriesLeft: '资金密码已锁定 3 小时',
  lockedFor: (minutes: number) => {
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    const time = [hours > 0 && `${hours} 小时`, rest > 0 && `${rest} 分钟`].filter(Boolean).join(' ');
    return `${time}后可再试`;
  },
  endangersTitle: '将影响电费支付',
  endangersText: '操作后，剩余电费将不足 3 天。电费用尽后矿机会停机，停机期间没有产出。',
  goOn: '仍要继续',
  riskTitle: '风险声明',
  riskTick: '我已完整阅读并理解以上风险，愿意自行承担',
  riskUnticked: '请先勾选',
  riskConfirm: '确认',
  riskConfirmed: (version: string) => `您已确认本声明（版本 ${version}）`,
  riskConfirmedToast: '已确认',
  successTitle: '操作结果',
  noResult: '没有可显示的结果',
  noResultHint: '每一笔资金变动都可在账户明细中查看',
  backHome: '返回首页',
};
