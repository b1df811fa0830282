/** A GET that the start script has sent before the app's scripts had come. */
interface EarlyCall {
  headers: Record<string, string>;
  /** As `performance.now()`. */
  startedAt: number;
  response: Promise<Response>;
  abort: () => void;
}

declare global {
  interface Window {
    /** By address; the start script and the app share no module. */
    lodeEarlyCalls?: Record<string, EarlyCall>;
  }
}

/** An answer that waited longer is no longer taken. */
const maximumAgeMs = 60_000;

export function startEarlyCalls(addresses: readonly string[], headers: Record<string, string>): void {
  const calls: Record<string, EarlyCall> = {};
  for (const address of addresses) {
    const stop = new AbortController();
    const response = fetch(address, { method: 'GET', headers, signal: stop.signal });
    // The call that takes it reports the failure.
    response.catch(() => undefined);
    calls[address] = { headers, startedAt: performance.now(), response, abort: () => stop.abort() };
  }
  window.lodeEarlyCalls = calls;
}

/** The early call that is the same request, once; null when there is none. */
export function takeEarlyCall(address: string, headers: Record<string, string>): EarlyCall | null {
  const early = window.lodeEarlyCalls?.[address];
  if (!early) return null;
  delete window.lodeEarlyCalls?.[address];
  const names = Object.keys(headers);
  const isSame =
    names.length === Object.keys(early.headers).length && names.every((name) => headers[name] === early.headers[name]);
  if (isSame && performance.now() - early.startedAt < maximumAgeMs) return early;
  early.abort();
  return null;
}

/** Ends the early calls that the first page did not make. */
export function dropEarlyCalls(): void {
  for (const early of Object.values(window.lodeEarlyCalls ?? {})) early.abort();
  delete window.lodeEarlyCalls;
}
