import type { ComponentType } from 'react';
import { withChunkTimeout } from '../lib/chunk-timeout.ts';
import type { RouteName } from '../lib/routes.ts';
import { failedStyles, reloadStyles } from './failed-styles.ts';

/** Every rendered page; `start` only redirects. */
export type PageName = Exclude<RouteName, 'start'>;
type Page = ComponentType;

/** Named once, as each name of a chunk costs bytes of the first script. */
const supportPages = () => import('../features/support/pages.ts');

/** One chunk per page. */
const loaders: Record<PageName, () => Promise<Page>> = {
  login: () => import('../features/session/login-page.tsx').then((chunk) => chunk.LoginPage),
  index: () => import('../features/home/index-page.tsx').then((chunk) => chunk.IndexPage),
  password_forget: () =>
    import('../features/session/password-forget-page.tsx').then((chunk) => chunk.PasswordForgetPage),
  user_agreement: () => import('../features/agreements/legal-page.tsx').then((chunk) => chunk.UserAgreementPage),
  user_ys: () => import('../features/agreements/legal-page.tsx').then((chunk) => chunk.PrivacyPage),
  messages: () => import('../features/messages/messages-page.tsx').then((chunk) => chunk.MessagesPage),
  message_settings: () =>
    import('../features/messages/message-settings-page.tsx').then((chunk) => chunk.MessageSettingsPage),
  support: () => supportPages().then((chunk) => chunk.SupportPage),
  support_threads: () => supportPages().then((chunk) => chunk.SupportThreadsPage),
  support_thread: () => supportPages().then((chunk) => chunk.SupportThreadPage),
  sessions: () => import('../features/session/sessions-page.tsx').then((chunk) => chunk.SessionsPage),
  second_factor: () =>
    import('../features/session/second-factor/second-factor-page.tsx').then((chunk) => chunk.SecondFactorPage),
  mine: () => import('../features/mine/mine-page.tsx').then((chunk) => chunk.MinePage),
  devices: () => import('../features/devices/devices-page.tsx').then((chunk) => chunk.DevicesPage),
  devices_detail: () => import('../features/devices/devices-detail-page.tsx').then((chunk) => chunk.DeviceDetailPage),
  outputs: () => import('../features/outputs/outputs-page.tsx').then((chunk) => chunk.OutputsPage),
  recharge: () => import('../features/recharge/recharge-page.tsx').then((chunk) => chunk.RechargePage),
  recharge_detail: () =>
    import('../features/recharge/recharge-detail-page.tsx').then((chunk) => chunk.RechargeDetailPage),
  withdraw: () => import('../features/withdraw/withdraw-page.tsx').then((chunk) => chunk.WithdrawPage),
  withdraw_record: () =>
    import('../features/withdraw/withdraw-record-page.tsx').then((chunk) => chunk.WithdrawRecordPage),
  withdraw_record_detail: () =>
    import('../features/withdraw/withdraw-record-detail-page.tsx').then((chunk) => chunk.WithdrawRecordDetailPage),
  withdraw_address: () =>
    import('../features/withdraw/withdraw-address-page.tsx').then((chunk) => chunk.WithdrawAddressPage),
  bill: () => import('../features/bill/bill-page.tsx').then((chunk) => chunk.BillPage),
  electric_record: () =>
    import('../features/electricity/electric-record-page.tsx').then((chunk) => chunk.ElectricRecordPage),
  electric_detail: () =>
    import('../features/electricity/electric-detail-page.tsx').then((chunk) => chunk.ElectricDetailPage),
  fundPWA: () => import('../features/money/fund-pwa-page.tsx').then((chunk) => chunk.FundPwaPage),
  user_sm: () => import('../features/agreements/risk-disclosure-page.tsx').then((chunk) => chunk.RiskDisclosurePage),
  statement: () => import('../features/statement/statement-page.tsx').then((chunk) => chunk.StatementPage),
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
  not_me: () => import('../features/session/not-me-page.tsx').then((chunk) => chunk.NotMePage),
  closed: () => import('../features/content/closed-page.tsx').then((chunk) => chunk.ClosedPage),
};

const loading = new Map<PageName, Promise<Page>>();
const loaded = new Map<PageName, Page>();

export const loadedPage = (name: PageName): Page | null => loaded.get(name) ?? null;

/** Style sheets that failed with a page: asked for again before it. */
const missingStyles = new Map<PageName, string[]>();

/** Loads a page's chunk once; a failure is not cached, so that the next attempt loads again. */
export function loadPage(name: PageName): Promise<Page> {
  const known = loading.get(name);
  if (known) return known;
  const before = new Set(failedStyles());
  const attempt = withChunkTimeout(reloadStyles(missingStyles.get(name) ?? []).then(loaders[name]));
  loading.set(name, attempt);
  attempt.then(
    (page) => loaded.set(name, page),
    () => {
      const missing = failedStyles().filter((style) => !before.has(style));
      missingStyles.set(name, [...(missingStyles.get(name) ?? []), ...missing]);
      loading.delete(name);
    },
  );
  return attempt;
}
