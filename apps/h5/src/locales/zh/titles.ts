import type { RouteName } from '../../lib/routes.ts';

/** The title of every page, as the bar and the browser's tab show it. */
export const titles: Record<RouteName, string> = {
  start: '矿脉',
  login: '登录',
  password_forget: '设置密码',
  user_agreement: '用户协议',
  user_ys: '隐私政策',
  index: '首页',
  mine: '我的',
  devices: '矿机',
  devices_detail: '矿机详情',
  outputs: '产出',
  recharge: '充值',
  electric_record: '电费',
  electric_detail: '电费明细',
  electric_pay_mode: '电费支付方式',
  coinup: 'COIN UP',
  coinup_into: '转入 COIN UP',
  coinup_out: '转出 COIN UP',
  coinup_record: '转入转出记录',
  coinup_safe: '本金与收益如何隔离',
  coinup_xy: 'COIN UP 协议',
  sessions: '登录设备',
  fundPWA: '资金密码',
  user_sm: '风险声明',
  success: '操作结果',
};
