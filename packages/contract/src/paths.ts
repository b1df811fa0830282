/** Method and path of every call: safe for a client's bundle, no schema library behind it. */
export const paths = {
  indexInfo: 'GET /api/index/info',
  electricityReminder: 'GET /api/index/ele/reminder',

  bannerList: 'GET /api/banner/list',
  bannerDetail: 'GET /api/banner/detail',
  noticeStrip: 'GET /api/setting/detail/notice',
  forcedNoticeList: 'GET /api/force_notify/list',
  confirmForcedNotice: 'POST /api/force_notify/confirm',
  popupList: 'GET /api/notice/list',
  noticeDetail: 'GET /api/notice/detail',
  agreement: 'GET /api/setting/detail/agreement',
  webviewHosts: 'GET /api/setting/detail/webview',
  appVersion: 'GET /api/app/isNeedUpdate',

  login: 'POST /api/user/login',
  sendCode: 'POST /api/sms/send',
  skinTag: 'GET /api/user/tag/info',
  wallet: 'GET /api/user/wallet',
  updatePassword: 'POST /api/user/update-password',
  accountExists: 'GET /api/user/exist',
  setPassword: 'POST /api/user/set-password',
  logout: 'POST /api/user/logout',
  userInfo: 'GET /api/user/info',
  sessionList: 'GET /api/user/session/list',
  sessionRevoke: 'POST /api/user/session/revoke',
  sessionRevokeAll: 'POST /api/user/session/revoke-all',
  secondFactor: 'GET /api/user/second-factor',
  secondFactorBegin: 'POST /api/user/second-factor/begin',
  secondFactorConfirm: 'POST /api/user/second-factor/confirm',
  secondFactorRemove: 'POST /api/user/second-factor/remove',
  recoveryCodesRenew: 'POST /api/user/second-factor/recovery-codes',
  passkeyBegin: 'POST /api/user/passkey/begin',
  passkeyConfirm: 'POST /api/user/passkey/confirm',
  passkeyChallenge: 'POST /api/user/passkey/challenge',
  passkeyProve: 'POST /api/user/passkey/prove',
  passkeyRemove: 'POST /api/user/passkey/remove',
  setPayMode: 'POST /api/user/wallet/pay-mode',

  setFundsPassword: 'POST /api/user/wallet/set-password',
  checkFundsPassword: 'POST /api/user/wallet/check-password',
  riskDisclosure: 'GET /api/user/risk-statement',
  confirmRiskDisclosure: 'POST /api/user/risk-statement/confirm',

  securityNotice: 'GET /api/user/security/notice',
  reportEvent: 'POST /api/user/security/report',

  messagePage: 'GET /api/user/message/page',
  readMessage: 'POST /api/user/message/read',
  readAllMessages: 'POST /api/user/message/read-all',
  messageSettings: 'GET /api/user/message/settings',
  setMessageSetting: 'POST /api/user/message/settings',
  reportFault: 'POST /api/client/fault',

  ledgerPage: 'GET /api/user/wallet/ele/page',
  billPage: 'GET /api/user/wallet/bill/page',
  billMonth: 'GET /api/user/wallet/bill/month',
  assetsList: 'GET /api/index/info/assets/list',
  statement: 'GET /api/statement',
  statementPreview: 'GET /api/statement/preview',

  machinePage: 'GET /api/user/machine/pow/page',
  machineDetail: 'GET /api/user/machine/detail',
  machineHashrate: 'GET /api/user/machine/hashrate',
  hostingFeeList: 'GET /api/user/machine/special/parkingFeeList',
  machineActive: 'POST /api/user/machine/active',
  machineSuspend: 'POST /api/user/machine/suspend',
  machineSwitch: 'POST /api/user/machine/switch',
  outputPage: 'GET /api/user/wallet/output/page',
  earnings: 'GET /api/user/earnings',
  earningDays: 'GET /api/user/earnings/days',

  coinSettings: 'GET /api/setting/detail/wallet',
  depositAddress: 'GET /api/user/wallet/deposit/address',
  depositPage: 'GET /api/user/wallet/deposit/page',

  apy: 'GET /api/setting/detail/apy',
  coinUpDetail: 'GET /api/coin_up/detail',
  coinUpSubscribe: 'POST /api/coin_up/subscribe',
  coinUpRedeem: 'POST /api/coin_up/redemption',
  coinUpPage: 'GET /api/coin_up/page',
  coinUpDate: 'GET /api/coin_up/date',
  coinUpSafety: 'GET /api/coin_up/safety',

  withdrawTerms: 'GET /api/withdraw/terms',
  withdrawCheckAddress: 'GET /api/withdraw/check/address',
  withdrawCheckDevice: 'GET /api/withdraw/check/device',
  withdrawApply: 'POST /api/withdraw/apply',
  withdrawPage: 'GET /api/withdraw/page',
  withdrawCancel: 'POST /api/withdraw/cancel',
  withdrawAddressList: 'GET /api/withdraw/address/list',
  withdrawAddressAdd: 'POST /api/withdraw/address/add',
  withdrawAddressRemove: 'POST /api/withdraw/address/remove',
} as const;

export type CallName = keyof typeof paths;

/** Splits `"GET /api/x"` into its two parts. */
export function methodAndPath(call: CallName): { method: 'GET' | 'POST'; path: string } {
  const [method, path] = paths[call].split(' ') as ['GET' | 'POST', string];
  return { method, path };
}
