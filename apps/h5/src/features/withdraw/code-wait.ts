import { requestCode } from '../../lib/api/request-code.ts';

/** When an account may ask for its next code; a dialog that is opened again goes on counting. */
let wait = { account: '', readyAt: 0 };

export function codeWaitLeft(account: string): number {
  return account === wait.account ? Math.max(0, Math.ceil((wait.readyAt - performance.now()) / 1000)) : 0;
}

export async function askForCode(account: string): Promise<number | null> {
  const seconds = await requestCode(account, 'WITHDRAW');
  if (seconds !== null) wait = { account, readyAt: performance.now() + seconds * 1000 };
  return seconds;
}
