import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { CodeName } from '../codes.ts';
import { type CallName, methodAndPath } from '../paths.ts';

/** Who may call: `open` needs no session, `customer` the caller's own live session. */
export type Access = 'open' | 'customer';

/** Which request limit guards the call; `apps/server/src/platform/http/limits.ts` has the numbers. */
export type LimitGroup = 'read' | 'write' | 'credential' | 'code' | 'probe' | 'file' | 'report';

export interface RouteSpec<I extends TSchema = TSchema, D extends TSchema = TSchema, A extends Access = Access> {
  method: 'GET' | 'POST';
  path: string;
  access: A;
  limit: LimitGroup;
  input: I;
  data: D;
  /** Refusals the call can answer, besides those that every call of its access class can. */
  refusals: readonly CodeName[];
  summary: string;
  /** Whether a call beyond a free number costs its caller a proof of work (20006): always, or for these scenes. */
  proof: 'none' | 'always' | { readonly scenes: readonly string[] };
  /** The answer is a file of one of these types instead of an envelope; what goes wrong before it is one still. */
  mediaTypes?: readonly string[];
}

/** Declares one call. Unknown input fields are refused (`additionalProperties: false`). */
export function route<P extends TProperties, D extends TSchema, A extends Access>(
  call: CallName,
  spec: {
    access: A;
    limit: LimitGroup;
    input: P;
    data: D;
    refusals?: readonly CodeName[];
    summary: string;
    proof?: RouteSpec['proof'];
  },
): RouteSpec<TObject<P>, D, A> {
  return {
    ...methodAndPath(call),
    access: spec.access,
    limit: spec.limit,
    input: Type.Object(spec.input, { additionalProperties: false }),
    data: spec.data,
    refusals: [...(spec.proof === undefined ? [] : (['proofNeeded'] as const)), ...(spec.refusals ?? [])],
    summary: spec.summary,
    proof: spec.proof ?? 'none',
  };
}

/** Declares a call that answers with a file. */
export function fileRoute<P extends TProperties>(
  call: CallName,
  spec: {
    access: 'customer';
    input: P;
    mediaTypes: readonly string[];
    refusals?: readonly CodeName[];
    summary: string;
  },
): RouteSpec<TObject<P>, TNull, 'customer'> & { mediaTypes: readonly string[] } {
  const { mediaTypes, ...rest } = spec;
  return { ...route(call, { limit: 'file', data: Type.Null(), ...rest }), mediaTypes };
}

export type InputOf<R extends RouteSpec> = Static<R['input']>;
export type DataOf<R extends RouteSpec> = Static<R['data']>;
