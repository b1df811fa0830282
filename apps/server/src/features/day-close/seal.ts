import { type HashInput, inputHash } from '@lode/ledger';

export interface Sealed {
  kind: string;
  date: string;
  inputs: unknown;
  /** Of each batch in order: over its rows and postings as they stand in the database. */
  digests: readonly string[];
  /** The seal of the day before; null for the first close. */
  previous: Buffer | null;
}

/** sha-256 over inputs, postings and the previous seal: a changed past no longer leads to the present seal. */
export function sealOf({ kind, date, inputs, digests, previous }: Sealed): Buffer {
  return inputHash({ kind, date, inputs: inputs as HashInput, digests, previous: previous?.toString('hex') ?? null });
}
