import { AsyncLocalStorage } from 'node:async_hooks';
import { coarseNetwork } from './networks.ts';

const networks = new AsyncLocalStorage<string | null>();

/** Runs the work of a request: every security event that it announces names the caller's network. */
export function asCaller<T>(ip: string, work: () => T): T {
  return networks.run(coarseNetwork(ip), work);
}

/** The /24 or /56 of the request that is being answered; null in jobs and commands. */
export function callerNetwork(): string | null {
  return networks.getStore() ?? null;
}
