import { Type } from '@sinclair/typebox';
import { consolePaths, longestSigningResponse } from '../console-paths.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

const carrying = ['FINANCE', 'APPROVER'] as const;

/** Since it was taken off the online signer. */
const offline = Type.Object({
  since: Time,
  /** Who took it off, and why. */
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  /**
   * `APPROVAL`: two people have not approved it. `PAYMENT`: it is screened, or its payment is not built. `REQUEST`: its request can be
   * downloaded. `SIGNATURE`: its request has left as a file. `SIGNED`: its signature is stored, and sent. `ENDED`: two people have ended
   * it. `STOPPED`: its payment is not what was approved. `OVER`: the withdrawal has ended.
   */
  state: OneOf(['APPROVAL', 'PAYMENT', 'REQUEST', 'SIGNATURE', 'SIGNED', 'ENDED', 'STOPPED', 'OVER']),
  /** Of `STOPPED`: why. */
  obstacle: Nullable(Type.String()),
  /** The newest first. */
  files: Type.Array(
    Type.Object({
      txid: Type.String(),
      /** When it first left, and by whom. */
      at: Time,
      by: Nullable(Type.String()),
    }),
  ),
});

/** Signing on a machine without a network: request and response are files that a person carries. */
export const offlineSigningRoutes = {
  offlineSigning: route(consolePaths.offlineSigning, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      /** Off the online signer, now; the server decides again when it is done. */
      canTakeOffline: Type.Boolean(),
      /** Null: it is not signed by files. */
      offline: Nullable(offline),
    }),
    summary: 'Whether a withdrawal is signed by files, and what it waits for; nothing of its customer',
  }),
  takeOffline: route(consolePaths.takeOffline, {
    access: 'staff',
    roles: carrying,
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Takes a withdrawal off the online signer, to be signed by files',
  }),
  exportSigningRequest: route(consolePaths.exportSigningRequest, {
    access: 'staff',
    roles: carrying,
    input: { id: Id, reason },
    data: Type.Null(),
    isFile: true,
    refusals: ['notOperable'],
    summary: 'The signing request of an offline withdrawal as a file; the same one again while its payment is the same',
  }),
  importSigningResponse: route(consolePaths.importSigningResponse, {
    access: 'staff',
    roles: carrying,
    // In JSON a character takes up to six bytes.
    largestBody: 6 * longestSigningResponse,
    input: { id: Id, text: Type.String({ minLength: 1, maxLength: longestSigningResponse }), reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: "Stores the signer's response, if it signs exactly the payment that was exported, and broadcasts it",
  }),
} as const;
