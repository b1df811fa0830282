import type { Network } from './networks.ts';
import { type Refusal, transportRefusal } from './refusal.ts';

/** Null when the call may pass. A promise only where the database has to be asked. */
export type Taken = Refusal | null | Promise<Refusal | null>;

/** Calls of all callers of a network. */
export interface CallLimit {
  readonly take: (ip: string) => Taken;
}

/** How many callers a network of many has room for. */
export type Callers = Partial<Record<Network['share'], number>>;

export const usualCallers: Callers = { one: 1, many: 4 };

/** So many calls of one caller in so many seconds. */
export interface Window {
  name: string;
  points: number;
  seconds: number;
  callers?: Callers;
}

export const pointsOf = (points: number, callers: number) => Math.max(1, Math.floor(points * callers));

export const tooMany = (msLeft: number) => transportRefusal(429, { retryAfter: Math.ceil(msLeft / 1000) });
