import type { LimitGroup } from '@lode/contract/schemas';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Network, networksOf } from './networks.ts';
import { type Refusal, transportRefusal } from './refusal.ts';

/** `status` is a group of its own, so that no customer's requests use up those of an operator's probe. */
export type LimitName = LimitGroup | 'status';

/**
 * Requests a minute from one network before it has to wait. Generous, because many phones can share an address; what
 * must be exact (codes, wrong passwords) is counted per account in the database instead.
 */
const requestsPerMinute: Record<LimitName, number> = {
  read: 3000,
  write: 600,
  credential: 240,
  code: 240,
  probe: 30,
  file: 60,
  status: 3000,
};

/** A day, where minutes are not enough: one network must not use up the codes that all customers share. */
const requestsPerDay: Partial<Record<LimitName, number>> = { code: 1000 };

/** A network of many has room for so many callers. */
const callersOf: Record<Network['share'], number> = { one: 1, many: 4 };

const minute = 60;
const day = 24 * 60 * minute;

export interface RequestLimits {
  /** Null when the request may pass. */
  readonly take: (group: LimitName, ip: string) => Promise<Refusal | null>;
}

/** Counts in this process's memory: the figures hold per process. */
export function requestLimits(scale: number): RequestLimits {
  const limiter = (group: string, points: number, duration: number) => {
    const of = (share: Network['share']) =>
      new RateLimiterMemory({
        keyPrefix: `${group} ${duration}`,
        points: Math.max(1, Math.floor(points * callersOf[share] * scale)),
        duration,
      });
    return { one: of('one'), many: of('many') };
  };
  const limiters = Object.fromEntries(
    Object.entries(requestsPerMinute).map(([group, points]) => {
      const daily = requestsPerDay[group as LimitName];
      return [group, [limiter(group, points, minute), ...(daily ? [limiter(group, daily, day)] : [])]];
    }),
  ) as Record<LimitName, Record<Network['share'], RateLimiterMemory>[]>;

  return {
    async take(group, ip) {
      try {
        const networks = networksOf(ip);
        for (const each of limiters[group]) {
          for (const { key, share } of networks) await each[share].consume(key);
        }
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return transportRefusal(429, { retryAfter: Math.ceil(refused.msBeforeNext / 1000) });
      }
    },
  };
}
