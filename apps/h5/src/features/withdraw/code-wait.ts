import { requestCode } from '../../lib/api/request-code.ts';

/** When the next code may be asked for; a dialog that is opened again goes on counting. */
let readyAt = 0;

export function codeWaitLeft(): number {
  return Math.max(0, Math.ceil((readyAt - performance.now()) / 1000));
}

export async function askForCode(account: string): Promise<number | null> {
  const seconds = await requestCode(account, 'WITHDRAW');
  if (seconds !== null) readyAt = performance.now() + seconds * 1000;
  return seconds;
}
