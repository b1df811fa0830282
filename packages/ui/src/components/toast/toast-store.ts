import { timings } from '../../lib/timings.ts';
import { zh } from '../../locale/zh.ts';

export type ToastIcon = 'success' | 'error' | 'info';

export type Notice = { kind: 'toast'; text: string; icon?: ToastIcon } | { kind: 'loading'; text: string } | null;

let current: Notice = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const loadings = new Map<symbol, string>();
const listeners = new Set<() => void>();

function show(notice: Notice): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Falls back to the newest open loading indicator. */
function showLoadingOrNothing(): void {
  const text = [...loadings.values()].at(-1);
  show(text === undefined ? null : { kind: 'loading', text });
}

/** Shows a message for 2500 ms, replacing the previous one. */
export function toast(text: string, options: { icon?: ToastIcon; duration?: number } = {}): void {
  clearTimeout(timer);
  show({ kind: 'toast', text, icon: options.icon });
  timer = setTimeout(showLoadingOrNothing, options.duration ?? timings.toast);
}

/** A failed request: 2000 ms, with the error icon. */
toast.error = (text: string): void => toast(text, { icon: 'error', duration: timings.errorToast });

/** Shows a loading indicator that blocks taps; the returned function removes it. Several may be open. */
export function showLoading(text: string = zh.loading): () => void {
  const id = Symbol(text);
  loadings.set(id, text);
  if (current?.kind !== 'toast') showLoadingOrNothing();
  return () => {
    loadings.delete(id);
    if (current?.kind === 'loading') showLoadingOrNothing();
  };
}

export const toastStore = {
  get: (): Notice => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
