import type { Input } from '@lode/contract';
import { toast } from '@lode/ui';
import { codeMessages as messages } from '../../locales/zh/code.ts';
import { call } from './call.ts';
import { retryAfterSeconds } from './request-error.ts';

/** Requests a one-time code. Returns the seconds until the next may be requested; null allows an immediate retry. */
export async function requestCode(account: string, scene: Input<'sendCode'>['scene']): Promise<number | null> {
  try {
    const { retryAfter } = await call('sendCode', { account, scene });
    toast(messages.sent, { icon: 'success' });
    return retryAfter;
  } catch (error) {
    return retryAfterSeconds(error);
  }
}
