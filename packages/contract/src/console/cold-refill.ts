import { Type } from '@sinclair/typebox';
import { consolePaths, longestPsbt } from '../console-paths.ts';
import { Amount, Count, Id, Nullable, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

const carrying = ['FINANCE', 'APPROVER'] as const;
const done = Type.Object({ summary: Type.String() });
/** Signers of a refill. */
const holders = 2;

const refill = Type.Object({
  id: Id,
  /** BTC that the hot wallet receives. */
  amount: Amount,
  /** Version of the cold wallet that receives the rest. */
  wallet: Count,
  /** Who proposed it, and who approved it. */
  people: Type.Array(Type.String()),
  txid: Type.String(),
  inputs: Count,
  begunAt: Time,
  /** Null until its holders' signatures are stored. */
  signedAt: Nullable(Time),
});

/** A refill of the hot wallet from cold storage, whose holders sign files; it is begun by a proposal (`cold:refill`). */
export const coldRefillRoutes = {
  coldRefill: route(consolePaths.coldRefill, {
    access: 'staff',
    data: Nullable(refill),
    summary: 'The refill that is under way; there is one at a time',
  }),
  exportColdRefill: route(consolePaths.exportColdRefill, {
    access: 'staff',
    roles: carrying,
    input: { id: Id, reason },
    data: Type.Null(),
    isFile: true,
    refusals: ['notOperable'],
    summary: 'The unsigned PSBT of the refill as a file, in base64',
  }),
  submitColdRefill: route(consolePaths.submitColdRefill, {
    access: 'staff',
    roles: carrying,
    // In JSON a character takes up to six bytes.
    largestBody: holders * 6 * longestPsbt,
    input: {
      id: Id,
      files: Type.Array(Type.String({ minLength: 1, maxLength: longestPsbt }), { minItems: 1, maxItems: holders }),
      reason,
    },
    data: done,
    refusals: ['notOperable'],
    summary: "Combines the holders' signatures of exactly this refill, stores and broadcasts it",
  }),
  cancelColdRefill: route(consolePaths.cancelColdRefill, {
    access: 'staff',
    roles: carrying,
    input: { id: Id, reason },
    data: done,
    refusals: ['notOperable'],
    summary: 'Gives the refill up and releases its inputs; its files may be signed all the same',
  }),
} as const;
