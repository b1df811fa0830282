import type { Refusal } from '@lode/signing';

/** A refused request. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: Refusal;
  /** Those payments of a batch alone; null for all of it. */
  readonly of: readonly string[] | null;
  constructor(code: Refusal, detail: string, of: readonly string[] | null = null) {
    super(detail);
    this.code = code;
    this.of = of;
  }
}
