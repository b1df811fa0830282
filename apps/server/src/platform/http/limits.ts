import type { LimitGroup } from '@lode/contract/schemas';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config/config.ts';
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

/** Calls of all callers of a network. */
export interface CallLimit {
  /** Null when the call may pass. */
  readonly take: (ip: string) => Promise<Refusal | null>;
}

export interface RequestLimits {
  /** Null when the request may pass. */
  readonly take: (group: LimitName, ip: string) => Promise<Refusal | null>;
}

/** Anonymous calls of a network that cost nothing: so many in ten minutes. */
const freeWindow = 10 * minute;

/** Counts in this process's memory: the figures hold per process. */
export function requestLimits(scale: number): RequestLimits {
  const limits = Object.fromEntries(
    Object.entries(requestsPerMinute).map(([group, points]) => {
      const daily = requestsPerDay[group as LimitName];
      const perMinute = callLimit({ name: group, points: points * scale, seconds: minute });
      const perDay = daily && callLimit({ name: group, points: daily * scale, seconds: day });
      return [group, perDay ? [perMinute, perDay] : [perMinute]];
    }),
  ) as Record<LimitName, CallLimit[]>;

  return {
    async take(group, ip) {
      for (const limit of limits[group]) {
        const refused = await limit.take(ip);
        if (refused) return refused;
      }
      return null;
    },
  };
}

export function freeAnonymousCalls({ freeAnonymousCalls: points, rateLimitScale }: FreeCallsConfig): CallLimit {
  return callLimit({ name: 'anonymous', points: points * rateLimitScale, seconds: freeWindow });
}

type FreeCallsConfig = Pick<Config, 'freeAnonymousCalls' | 'rateLimitScale'>;

function callLimit({ name, points, seconds }: { name: string; points: number; seconds: number }): CallLimit {
  const of = (share: Network['share']) =>
    new RateLimiterMemory({
      keyPrefix: `${name} ${seconds}`,
      points: Math.max(1, Math.floor(points * callersOf[share])),
      duration: seconds,
    });
  const limiters = { one: of('one'), many: of('many') };

  return {
    async take(ip) {
      try {
        for (const { key, share } of networksOf(ip)) await limiters[share].consume(key);
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return transportRefusal(429, { retryAfter: Math.ceil(refused.msBeforeNext / 1000) });
      }
    },
  };
}
