import type { Input } from '@lode/contract';
import { toast } from '@lode/ui';
import { codeWords as words } from '../../locales/zh/code.ts';
import { call } from './call.ts';
import { retryAfterSeconds } from './request-error.ts';

/** Asks for a one-time code. Answers the seconds until another may be asked for, null when it is worth trying again at once. */
export async function requestCode(account: string, scene: Input<'sendCode'>['scene']): Promise<number | null> {
  try {
    const { retryAfter } = await call('sendCode', { account, scene });
    toast(words.sent, { icon: 'success' });
    return retryAfter;
  } catch (error) {
    return retryAfterSeconds(error);
  }
}
