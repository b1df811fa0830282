import type { Input } from '@lode/contract';
import { toast } from '@lode/ui';
import { codeMessages as messages } from '../../locales/zh/code.ts';
import { call } from './call.ts';
import { retryAfterSeconds } from './request-error.ts';

type CodeRequest = Input<'sendCode'>;
/** What a code of the scene WITHDRAW is good for. */
export type CodePayment = Pick<CodeRequest, 'coin' | 'network' | 'address' | 'amount'>;

/** Requests a one-time code. Returns the seconds until the next may be requested; null allows an immediate retry. */
export async function requestCode(
  account: string,
  scene: CodeRequest['scene'],
  payment: CodePayment = {},
): Promise<number | null> {
  try {
    const { retryAfter } = await call('sendCode', { account, scene, ...payment });
    toast(messages.sent, { icon: 'success' });
    return retryAfter;
  } catch (error) {
    return retryAfterSeconds(error);
  }
}
