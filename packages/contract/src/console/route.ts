import { type TNull, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { CodeName } from '../codes.ts';

/** `begun`: a session that may still have to choose a password or set up a factor; `staff`: one that has all it needs. */
export type ConsoleAccess = 'open' | 'begun' | 'staff';

/** Requests of one network: `staffLogin` for what compares a secret, `staff` for the rest. */
export type ConsoleLimit = 'staff' | 'staffLogin';

/** ADMIN keeps staff and settings and has no right over money by itself; AUDITOR reads everything and changes nothing. */
export type ConsoleRole = 'SUPPORT' | 'OPERATIONS' | 'FINANCE' | 'APPROVER' | 'ADMIN' | 'AUDITOR';

export interface ConsoleRoute<I extends TSchema = TSchema, D extends TSchema = TSchema> {
  method: 'GET' | 'POST';
  path: string;
  access: ConsoleAccess;
  /** Who may call it; null: every member. */
  roles: readonly ConsoleRole[] | null;
  limit: ConsoleLimit;
  /** In bytes, where it is more than the listener's own bound. */
  largestBody?: number;
  input: I;
  data: D;
  /** The answer is a file instead of an envelope; what goes wrong before it is one still. */
  isFile?: true;
  refusals: readonly CodeName[];
  summary: string;
}

export function route<P extends TProperties, D extends TSchema = TNull>(
  methodAndPath: `${'GET' | 'POST'} /staff/${string}`,
  spec: {
    access: ConsoleAccess;
    roles?: readonly ConsoleRole[];
    limit?: ConsoleLimit;
    largestBody?: number;
    input?: P;
    data: D;
    isFile?: true;
    refusals?: readonly CodeName[];
    summary: string;
  },
): ConsoleRoute<TObject<P>, D> {
  const [method, path] = methodAndPath.split(' ') as ['GET' | 'POST', string];
  const { limit = 'staff', roles = null, input = {} as P, refusals = [], ...rest } = spec;
  return { ...rest, method, path, roles, limit, refusals, input: Type.Object(input, { additionalProperties: false }) };
}
