import { AsyncLocalStorage } from 'node:async_hooks';
import { coarseNetwork } from './networks.ts';

const callers = new AsyncLocalStorage<string>();

/** Runs the work of a request: every security event that it announces names the caller's network. */
export function asCaller<T>(ip: string, work: () => T): T {
  return callers.run(ip, work);
}

/** The /24 or /56 of the request that is being answered; null in jobs and commands. */
export function callerNetwork(): string | null {
  const ip = callers.getStore();
  return ip === undefined ? null : coarseNetwork(ip);
}
