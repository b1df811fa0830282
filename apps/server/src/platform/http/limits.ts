import type { LimitGroup } from '@lode/contract/schemas';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, transportRefusal } from './refusal.ts';

/**
 * Requests a minute from one address before it is told to wait. Generous, because many phones can share an address; what
 * must be exact (codes, wrong passwords) is counted per account in the database instead.
 */
const requestsPerMinute: Record<LimitGroup, number> = { read: 3000, write: 600, credential: 240, probe: 30 };

export interface RequestLimits {
  /** Null when the request may pass. */
  take(group: LimitGroup, ip: string): Promise<Refusal | null>;
}

/** Counts in this process's memory: the figures hold per process. */
export function requestLimits(scale: number): RequestLimits {
  const limiters = Object.fromEntries(
    Object.entries(requestsPerMinute).map(([group, points]) => [
      group,
      new RateLimiterMemory({ keyPrefix: group, points: Math.max(1, Math.floor(points * scale)), duration: 60 }),
    ]),
  ) as Record<LimitGroup, RateLimiterMemory>;

  return {
    async take(group, ip) {
      try {
        await limiters[group].consume(ip);
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return transportRefusal(429, { retryAfter: Math.ceil(refused.msBeforeNext / 1000) });
      }
    },
  };
}
