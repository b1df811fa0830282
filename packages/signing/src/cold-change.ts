import { createHash } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { Timestamp } from './approval-request.ts';
import { inGroups } from './review-text.ts';

/** A change of the wallet that the hot wallet may pay without approvals. Null: none from now on. */
export const ColdChange = Type.Object(
  {
    /** Random: a signature counts for one change. */
    id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    askedAt: Timestamp,
    action: Type.Literal('SET_COLD'),
    network: Type.Union([Type.Literal('BITCOIN'), Type.Literal('ERC20')]),
    /** A descriptor on BITCOIN, an address on ERC20. */
    descriptor: Type.Union([Type.String({ pattern: '^[\\x21-\\x7e]{1,1000}$' }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type ColdChange = Static<typeof ColdChange>;

/** SHA-256 of the descriptor, in groups that people compare by voice with the holders. */
export function descriptorFingerprint(descriptor: string): string {
  return inGroups(createHash('sha256').update(descriptor).digest('hex'));
}

/** What a change says besides its signer: one line per field, under a head of its own. */
export function coldChangeLines({ id, askedAt, network, descriptor }: ColdChange): string[] {
  return [
    'Lode cold wallet change 1',
    `change ${id} asked at ${askedAt}`,
    `cold wallet of ${network}`,
    ...(descriptor === null ? ['none'] : [descriptor, `fingerprint ${descriptorFingerprint(descriptor)}`]),
  ];
}
