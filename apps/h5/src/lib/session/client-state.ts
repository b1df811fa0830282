import type { Data } from '@lode/contract';
import { randomId } from '../random-id.ts';

export type User = Data<'login'>['user'];
export type Theme = Data<'skinTag'>['tag'];
export type AssetsInfo = Data<'indexInfo'>['assetsInfo'];

/** State stored on the device; never contains a password. */
export interface ClientState {
  user: User | null;
  token: string | null;
  /** A language tag; screens are in Chinese whatever it says. */
  language: string;
  deviceId: string;
  theme: Theme;
  assetsInfo: AssetsInfo | null;
}

export function freshState(): ClientState {
  return { user: null, token: null, language: 'zh', deviceId: randomId(), theme: 'default', assetsInfo: null };
}

type UntrustedFields = Record<string, unknown>;
const isRecord = (value: unknown): value is UntrustedFields => typeof value === 'object' && value !== null;
/** What may stand in a header. */
const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function userFrom(value: unknown): User | null {
  if (!isRecord(value)) return null;
  const { id, account, maskedAccount, nickname, hasFundsPassword, hasPassword } = value;
  if (!isText(id) || !isText(account) || !isText(maskedAccount)) return null;
  return {
    id,
    account,
    maskedAccount,
    nickname: isText(nickname) ? nickname : '',
    hasFundsPassword: hasFundsPassword === true,
    hasPassword: hasPassword === true,
  };
}

function assetsFrom(value: unknown): AssetsInfo | null {
  const isWhole =
    isRecord(value) && isText(value.totalUsdt) && Array.isArray(value.accounts) && Array.isArray(value.prices);
  return isWhole ? (value as AssetsInfo) : null;
}

/**
 * Reads state of any version or content: keeps known fields of the right type and drops the rest. Version 1 used the login
 * response's name for the token.
 */
export function restoreState(stored: unknown, fresh: ClientState): ClientState {
  if (!isRecord(stored)) return fresh;
  const token = stored.token ?? stored.accessToken;
  return {
    user: userFrom(stored.user),
    token: isText(token) ? token : null,
    language: isLanguage(stored.language) ? stored.language : fresh.language,
    deviceId: isText(stored.deviceId) ? stored.deviceId : fresh.deviceId,
    theme: stored.theme === 'vip' ? 'vip' : 'default',
    assetsInfo: assetsFrom(stored.assetsInfo),
  };
}
