import type { ConsoleLimit } from '@lode/contract/console';
import type { LimitGroup } from '@lode/contract/schemas';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config/config.ts';
import type { Queryable, QueryConfig } from '../db/database.ts';
import { boundedQueue } from './bounded-queue.ts';
import {
  type Callers,
  type CallLimit,
  pointsOf,
  type Taken,
  tooMany,
  usualCallers,
  type Window,
} from './call-window.ts';
import { type CountSharing, customerLimit } from './customer-limit.ts';
import { type Network, networksOf } from './networks.ts';

declare module 'rate-limiter-flexible' {
  interface RateLimiterPostgres {
    /** In the library's code, and left out of its types. */
    getInMemoryBlockMsBeforeExpire: (storedKey: string) => number;
  }
}

/** `status` is a group of its own, so that no customer's requests use up those of an operator's probe. */
export type LimitName = LimitGroup | ConsoleLimit | 'status';

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
  report: 20,
  status: 3000,
  staff: 600,
  staffLogin: 30,
};

/** A day, where minutes are not enough: one network must not use up the codes that all customers share. */
const requestsPerDay: Partial<Record<LimitName, number>> = {
  credential: 3000,
  code: 1000,
  probe: 300,
  staffLogin: 1000,
};

/** What strangers may make: counted in the database, by all processes together. */
const sharedGroups: ReadonlySet<string> = new Set<LimitName>(['credential', 'code', 'probe', 'staffLogin']);

/**
 * Calls that cost nothing are few from a /48 too: what comes beyond costs some work. Of those that send a message or tell whether an
 * account exists, or are of staff, who are few, what comes beyond is refused.
 */
const callersOfSite: Callers = { ...usualCallers, site: 16 };

const minute = 60;
const day = 24 * 60 * minute;

const limitedBySite: ReadonlySet<string> = new Set<LimitName>(['code', 'probe', 'staffLogin']);

/** Counted in the database; what this process knows to be used up costs no query. */
export interface SharedCallLimit extends CallLimit {
  readonly isUsedUp: (ip: string) => boolean;
}

export interface RequestLimits {
  readonly take: (group: LimitName, ip: string) => Taken;
}

/** Anonymous calls of a network that cost nothing: so many in ten minutes. */
const freeWindow = 10 * minute;

export function requestLimits(
  { rateLimitScale: scale }: Pick<Config, 'rateLimitScale'>,
  counts: CountQueues,
  onFailure: CountSharing['onFailure'] = () => undefined,
): RequestLimits {
  const limits = Object.fromEntries(
    Object.entries(requestsPerMinute).map(([group, points]) => {
      const daily = requestsPerDay[group as LimitName];
      const limit = sharedGroups.has(group)
        ? sharedLimit(counts.strangers)
        : customerLimit({ counts: counts.customers, onFailure });
      const callers = limitedBySite.has(group) ? callersOfSite : usualCallers;
      const perMinute = limit({ name: group, points: points * scale, seconds: minute, callers });
      const perDay = daily && limit({ name: group, points: daily * scale, seconds: day, callers });
      return [group, perDay ? both(perMinute, perDay) : perMinute];
    }),
  ) as Record<LimitName, CallLimit>;

  return { take: (group, ip) => limits[group].take(ip) };
}

const both = (first: CallLimit, second: CallLimit): CallLimit => ({
  take: async (ip) => (await first.take(ip)) ?? second.take(ip),
});

export function freeAnonymousCalls(
  { freeAnonymousCalls: points, rateLimitScale }: Pick<Config, 'freeAnonymousCalls' | 'rateLimitScale'>,
  { strangers }: CountQueues,
): SharedCallLimit {
  return sharedLimit(strangers)({
    name: 'anonymous',
    points: points * rateLimitScale,
    seconds: freeWindow,
    callers: callersOfSite,
  });
}

/** So many of the process's connections count requests at most: a flood of strangers must not take those of customers. */
const countingAtOnce = 4;
const waitToBeCounted = 4096;
/** One addition of each window at a time: this bounds nothing that runs. */
const waitToBeAddedUp = 64;

/** What counts requests in the database. */
export type RequestCounts = Pick<Queryable, 'query'>;

/** Each has a queue of its own: a flood that fills the strangers' delays no addition of customers' calls. */
export interface CountQueues {
  readonly strangers: RequestCounts;
  readonly customers: RequestCounts;
}

export function requestCounts(db: Queryable): CountQueues {
  const inTurn = (width: number, length: number): RequestCounts => {
    const queue = boundedQueue(width, length, 'too many requests wait to be counted');
    return { query: (config) => queue(() => db.query(config)) };
  };
  return { strangers: inTurn(countingAtOnce, waitToBeCounted), customers: inTurn(1, waitToBeAddedUp) };
}

/** A network that has used up its number is remembered in this process until the window ends: it costs no query. */
function sharedLimit(counts: RequestCounts) {
  const storeClient = {
    query: async (config: QueryConfig) => {
      const { rows } = await counts.query<{ points: number; expire: bigint }>(config);
      return { rows: rows.map(({ points, expire }) => ({ points, expire: Number(expire) })) };
    },
  };
  return ({ name, points, seconds, callers = usualCallers }: Window): SharedCallLimit => {
    const limiters = new Map(
      Object.entries(callers).map(([share, count]) => {
        const allowed = pointsOf(points, count);
        const limiter = new RateLimiterPostgres({
          keyPrefix: `${name} ${seconds}`,
          points: allowed,
          duration: seconds,
          inMemoryBlockOnConsumed: allowed,
          storeClient,
          storeType: 'pool',
          tableName: 'request_count',
          tableCreated: true,
          clearExpiredByTimeout: false,
        });
        return [share, limiter];
      }),
    );

    /** Milliseconds until the last of the caller's networks that are used up may call again; 0 when none is known to be. */
    const usedUpFor = (networks: readonly Network[]) =>
      networks.reduce((ms, { key, share }) => {
        const limiter = limiters.get(share);
        return Math.max(ms, limiter?.getInMemoryBlockMsBeforeExpire(limiter.getKey(key)) ?? 0);
      }, 0);

    return {
      isUsedUp: (ip) => usedUpFor(networksOf(ip)) > 0,
      async take(ip) {
        const networks = networksOf(ip);
        // The wide network of a flood is used up, the narrow ones are always new.
        const blockedMs = usedUpFor(networks);
        if (blockedMs > 0) return tooMany(blockedMs);
        try {
          for (const { key, share } of networks) await limiters.get(share)?.consume(key);
          return null;
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          return tooMany(refused.msBeforeNext);
        }
      },
    };
  };
}
