import type { Input } from '@lode/contract';

type Scene = Input<'sendCode'>['scene'];

const keyOf = (scene: Scene) => `code-wait.${scene}`;
/** No wait is longer: what says otherwise comes from a clock that was set back. */
const longestSeconds = 3600;

/** Remembers through a reload until when no other code may be asked for. */
export function keepCodeWait(scene: Scene, seconds: number): void {
  try {
    sessionStorage.setItem(keyOf(scene), String(Date.now() + seconds * 1000));
  } catch {
    // A browser that forbids it only forgets the wait; the server does not.
  }
}

/** Seconds that are left of the wait, 0 for none. */
export function codeWaitLeft(scene: Scene): number {
  try {
    const left = Math.ceil((Number(sessionStorage.getItem(keyOf(scene))) - Date.now()) / 1000);
    return left > 0 && left <= longestSeconds ? left : 0;
  } catch {
    return 0;
  }
}
