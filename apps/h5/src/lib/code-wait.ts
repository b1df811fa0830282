import type { Input } from '@lode/contract';

type Scene = Input<'sendCode'>['scene'];

const keyOf = (scene: Scene) => `code-wait.${scene}`;
/** A longer wait results from a clock that was set back. */
const maxSeconds = 3600;

/** Stores the time until which no further code may be requested. */
export function storeCodeWait(scene: Scene, seconds: number): void {
  try {
    sessionStorage.setItem(keyOf(scene), String(Date.now() + seconds * 1000));
  } catch {
    // The server enforces the wait in any case.
  }
}

export function codeWaitLeft(scene: Scene): number {
  try {
    const left = Math.ceil((Number(sessionStorage.getItem(keyOf(scene))) - Date.now()) / 1000);
    return left > 0 && left <= maxSeconds ? left : 0;
  } catch {
    return 0;
  }
}
