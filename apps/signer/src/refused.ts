import type { Refusal } from '@lode/signing';

/** A request that is not signed, and why. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: Refusal;
  constructor(code: Refusal, detail: string) {
    super(detail);
    this.code = code;
  }
}
