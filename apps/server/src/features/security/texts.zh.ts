import { maskAccount } from '@lode/contract';
import { displayExact, isCoin, ledgerScale, parseDecimal } from '@lode/money';
import type { NoticeKind } from '../../platform/security-event.ts';
import type { EventOfCustomer } from './notice.store.ts';

const scenes: Record<string, string> = {
  LOGIN: '登录',
  SET_PASSWORD: '设置登录密码',
  FUNDS_PASSWORD: '设置资金密码',
  WITHDRAW: '提现',
  CHANGE_CONTACT: '更换联系方式',
  SECOND_FACTOR: '二次验证',
};

type Detail = EventOfCustomer['detail'];

/** A field that is no text was not written by the product: it is left out, so that it spoils no page. */
const textsOf = (detail: Readonly<Record<string, unknown>>): Detail =>
  Object.fromEntries(Object.entries(detail).filter((field): field is [string, string] => typeof field[1] === 'string'));

/** As every other text for customers writes it; what the ledger did not write stays as it is. */
function amountOf({ amount = '', coin }: Detail): string {
  const isLedgers =
    coin !== undefined && isCoin(coin) && new RegExp(`^\\d{1,18}\\.\\d{${ledgerScale(coin)}}$`).test(amount);
  return isLedgers ? displayExact(parseDecimal(amount, ledgerScale(coin)), coin) : amount;
}
const payment = (detail: Detail) => `${amountOf(detail)} ${detail.coin ?? ''}`;
const ending = ({ coin = '', addressEnd = '' }: Detail) => `${coin} 地址（尾号 ${addressEnd}）`;

/** Events that were written before the address was kept have none. */
const toAddress = ({ addressEnd }: Detail) => (addressEnd === undefined ? '' : `（地址尾号 ${addressEnd}）`);

const longestDeviceName = 24;

/** The device as the list of sessions names it: its model, else its system, else the beginning of its id, and its browser. */
function deviceName({ model, system, browser, device }: Detail): string {
  const short = (name: string | undefined) => name?.slice(0, longestDeviceName).trim();
  return [short(model ?? system) ?? device, short(browser)].filter((name) => name !== undefined).join(' · ');
}

function loggedIn(detail: Detail): string {
  const { model, system, device } = detail;
  const name = deviceName(detail);
  if (name === '') return '已登录';
  return (model ?? system) === undefined && device !== undefined ? `在设备 ${name} 登录` : `在 ${name} 登录`;
}

/** What an event was about, in a few words, as the page behind its link shows it; null where its kind says all. */
export function subjectOf({ kind, detail: written }: Pick<EventOfCustomer, 'kind' | 'detail'>): string | null {
  const detail = textsOf(written);
  const { coin, addressEnd, scene = '', to, name } = detail;
  const parts = [
    kind === 'SESSION_OPENED' ? deviceName(detail) : undefined,
    kind === 'CODE_SENT' ? scenes[scene] : undefined,
    kind === 'CONTACT_CHANGED' ? to : undefined,
    kind === 'PASSKEY_ADDED' ? name : undefined,
    amountOf(detail),
    coin,
    addressEnd && `…${addressEnd}`,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}

const loggedOut = ({ sessions }: Detail): string => (sessions === undefined ? '' : `，${sessions} 台设备已退出`);

/** Short: a variable of a short message holds 35 characters. */
const whatHappened: Record<NoticeKind, (detail: Detail) => string> = {
  CODE_SENT: ({ scene = '' }) => `申请了${scenes[scene] ?? ''}验证码`,
  SESSION_OPENED: loggedIn,
  SESSIONS_REVOKED: ({ sessions = '', reason }) =>
    reason === 'revoked' ? `将 ${sessions} 台设备退出登录` : `由客服将 ${sessions} 台设备退出登录`,
  LOGIN_LOCKED: () => '多次输错密码，登录已锁定',
  FUNDS_PASSWORD_LOCKED: () => '多次输错，资金密码已锁定',
  PASSWORD_SET: (detail) => `重新设置了登录密码${loggedOut(detail)}`,
  PASSWORD_CHANGED: (detail) => `修改了登录密码${loggedOut(detail)}`,
  FUNDS_PASSWORD_SET: () => '设置了资金密码',
  ADDRESS_ADDED: (detail) => `添加了 ${ending(detail)}`,
  ADDRESS_REMOVED: (detail) => `删除了 ${ending(detail)}`,
  WITHDRAWAL_SUBMITTED: (detail) => `申请提现 ${payment(detail)}${toAddress(detail)}`,
  WITHDRAWAL_CANCELLED: (detail) => `取消提现 ${payment(detail)}`,
  WITHDRAWAL_RETURNED: (detail) => `提现 ${payment(detail)} 未付出，已退回`,
  WITHDRAWAL_PAID: (detail) => `提现 ${payment(detail)} 已到账`,
  ACCOUNT_DISABLED: () => '账号已停用，资产不变，如有疑问请联系客服',
  ACCOUNT_ENABLED: () => '账号已恢复使用，请重新登录',
  CONTACT_LOST: ({ to = '' }) => `由客服登记联系方式丢失，将更换为 ${to}`,
  CONTACT_CHANGED: ({ to = '', role }) =>
    role === 'SECOND' ? `第二联系方式变更为 ${to}，登录账号不变` : `联系方式变更为 ${to}`,
  SECOND_FACTOR_SET: () => '开启了二次验证',
  SECOND_FACTOR_LOST: () => '由客服登记二次验证丢失，将被关闭',
  SECOND_FACTOR_REMOVED: () => '关闭了二次验证，72 小时内不能提现',
  PASSKEY_ADDED: ({ name = '' }) => `添加了通行密钥 ${name}`,
  PASSKEY_REMOVED: () => '删除了通行密钥，72 小时内不能提现',
  RECOVERY_CODES_RENEWED: () => '更换了恢复码',
  FROZEN: ({ reported }) => (reported === undefined ? '提现已冻结' : '提现已冻结，所有设备已退出'),
  UNFROZEN: () => '提现已解冻',
};

/** The minute in Shanghai: `11-24 14:00`. */
function minuteInShanghai(time: Date): string {
  return new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ');
}

/** An event in words, as the message centre shows it; null for one that has none. */
export function describeEvent(kind: string, detail: Detail): string | null {
  if (kind === 'SESSION_OPENED') return `${['新设备登录', deviceName(textsOf(detail))].filter(Boolean).join('：')}。`;
  return kind in whatHappened ? `${whatHappened[kind as NoticeKind](textsOf(detail))}。` : null;
}

/** What a customer reads of an event. `isLast`: the customer's share of the day is used up by it. */
export function noticeText(
  { kind, detail, at, account }: Pick<EventOfCustomer, 'kind' | 'detail' | 'at' | 'account'>,
  { isLast }: { isLast: boolean },
): string {
  const text = `${maskAccount(account)} 于 ${minuteInShanghai(at)} ${whatHappened[kind](textsOf(detail))}。`;
  return isLast ? `${text}今日同类通知较多，不再逐条发送。` : text;
}
