import type { ComponentType } from 'react';

/** One chunk a page: every page that a visit does not usually begin with. A chunk of its own, because the names alone weigh. */
export const morePages = {
  password_forget: () =>
    import('../features/session/password-forget-page.tsx').then((chunk) => chunk.PasswordForgetPage),
  user_agreement: () => import('../features/legal/legal-page.tsx').then((chunk) => chunk.UserAgreementPage),
  user_ys: () => import('../features/legal/legal-page.tsx').then((chunk) => chunk.PrivacyPage),
  sessions: () => import('../features/session/sessions-page.tsx').then((chunk) => chunk.SessionsPage),
  mine: () => import('../features/mine/mine-page.tsx').then((chunk) => chunk.MinePage),
  devices: () => import('../features/devices/devices-page.tsx').then((chunk) => chunk.DevicesPage),
  devices_detail: () => import('../features/devices/devices-detail-page.tsx').then((chunk) => chunk.DeviceDetailPage),
  outputs: () => import('../features/outputs/outputs-page.tsx').then((chunk) => chunk.OutputsPage),
  recharge: () => import('../features/recharge/recharge-page.tsx').then((chunk) => chunk.RechargePage),
  electric_record: () =>
    import('../features/electricity/electric-record-page.tsx').then((chunk) => chunk.ElectricRecordPage),
  electric_detail: () =>
    import('../features/electricity/electric-detail-page.tsx').then((chunk) => chunk.ElectricDetailPage),
  fundPWA: () => import('../features/money/fund-pwa-page.tsx').then((chunk) => chunk.FundPwaPage),
  user_sm: () => import('../features/agreements/risk-statement-page.tsx').then((chunk) => chunk.RiskStatementPage),
  success: () => import('../features/money/success-page.tsx').then((chunk) => chunk.SuccessPage),
  coinup: () => import('../features/coin-up/coin-up-page.tsx').then((chunk) => chunk.CoinUpPage),
  coinup_into: () => import('../features/coin-up/coin-up-into-page.tsx').then((chunk) => chunk.CoinUpIntoPage),
  coinup_out: () => import('../features/coin-up/coin-up-out-page.tsx').then((chunk) => chunk.CoinUpOutPage),
  coinup_record: () => import('../features/coin-up/coin-up-record-page.tsx').then((chunk) => chunk.CoinUpRecordPage),
  coinup_safe: () => import('../features/coin-up/coin-up-safe-page.tsx').then((chunk) => chunk.CoinUpSafePage),
  coinup_xy: () => import('../features/coin-up/coin-up-agreement-page.tsx').then((chunk) => chunk.CoinUpAgreementPage),
  electric_pay_mode: () => import('../features/electricity/pay-mode-page.tsx').then((chunk) => chunk.PayModePage),
  password_edit: () => import('../features/session/password-edit-page.tsx').then((chunk) => chunk.PasswordEditPage),
  assets: () => import('../features/mine/assets-page.tsx').then((chunk) => chunk.AssetsPage),
  dogeList: () => import('../features/outputs/doge-list-page.tsx').then((chunk) => chunk.DogeListPage),
  detail: () => import('../features/content/detail-page.tsx').then((chunk) => chunk.DetailPage),
  webview: () => import('../features/content/webview-page.tsx').then((chunk) => chunk.WebviewPage),
  about: () => import('../features/content/about-page.tsx').then((chunk) => chunk.AboutPage),
  closed: () => import('../features/content/closed-page.tsx').then((chunk) => chunk.ClosedPage),
} satisfies Record<string, () => Promise<ComponentType>>;
