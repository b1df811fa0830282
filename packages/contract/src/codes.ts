/** The refusals a customer can meet: name in code → code and message on the wire. Words are the product's, to the letter. */
export const codes = {
  ok: { code: 200, message: 'ok' },
  sessionExpired: { code: 10111, message: '登录失效' },
  accountDisabled: { code: 1001, message: '账户禁用' },
  wrongCredentials: { code: 20001, message: '账号或密码错误' },
  wrongCode: { code: 20002, message: '验证码错误或已过期' },
  tooOften: { code: 20003, message: '操作过于频繁，请稍后再试' },
  accountLocked: { code: 20004, message: '账号已锁定，请稍后再试' },
  badPasswordFormat: { code: 20005, message: '密码格式不正确' },
  proofNeeded: { code: 20006, message: '请完成验证' },
  badLink: { code: 20008, message: '链接无效或已过期' },
  secondFactorNeeded: { code: 20007, message: '请完成二次验证' },
  wrongFundsPassword: { code: 30001, message: '密码错误！' },
  fundsPasswordMissing: { code: 30002, message: '请先设置资金密码' },
  fundsPasswordLocked: { code: 30003, message: '资金密码已锁定' },
  insufficientBalance: { code: 40001, message: '余额不足' },
  belowMinimum: { code: 40002, message: '低于最小金额' },
  badAddress: { code: 40003, message: '地址格式错误' },
  badPrecision: { code: 40004, message: '金额精度错误' },
  withdrawalHeld: { code: 40005, message: '提现受限' },
  overLimit: { code: 40006, message: '超过限额' },
  keyReused: { code: 40007, message: '重复的请求' },
  notOperable: { code: 40008, message: '当前状态不可操作' },
  endangersElectricity: { code: 40009, message: '将影响电费支付，请再次确认' },
  riskNotConfirmed: { code: 40010, message: '请先阅读并确认风险声明' },
  switchedOff: { code: 50001, message: '功能未开启' },
} as const;

export type CodeName = keyof typeof codes;

/** Transport-level answers: the envelope's code equals the HTTP status. */
export const transportMessages = {
  400: '请求参数错误',
  403: '没有权限',
  404: '内容不存在',
  413: '请求内容过大',
  415: '不支持的请求格式',
  429: '请求过于频繁，请稍后再试',
  451: '您所在的国家或地区暂不提供服务',
  500: '系统繁忙，请稍后再试',
  503: '服务暂不可用，请稍后再试',
} as const;

export type TransportStatus = keyof typeof transportMessages;

/** Every answer of the API, whatever its HTTP status. A client judges by `code`. */
export interface Envelope<Data> {
  code: number;
  message: string;
  data: Data;
}

/** `checkRemark` of a withdrawal that was offset inside the house; a client recognises the offset by this exact text. */
export const offsetRemark = '划转抵扣';

/** `checkRemark` of a withdrawal that ended unpaid, by what ended it; a client puts it into its own words by this exact text. */
export const withdrawalRemarks = {
  SCREENING: '风控审核未通过，金额已退回',
  PAYMENT: '链上支付未能完成，金额已退回',
  ADDRESS: '收款地址信息不符，金额已退回',
  IDENTITY: '需要核实身份，金额已退回',
  ACTIVITY: '账户操作异常，金额已退回',
  REQUEST: '客户要求撤回，金额已退回',
} as const;

/** `offset.reason` of a withdrawal whose amount went to an account of the customer in place of a payment; likewise. */
export const offsetReasons = {
  REQUEST: '客户要求转回账户',
  OWED: '抵扣欠费',
  ADDRESS: '收款地址无法付款',
} as const;

/** `checkRemark` of a WAITING withdrawal that its customer has cancelled and whose amount is not returned yet; likewise. */
export const cancellingRemark = '取消处理中';
