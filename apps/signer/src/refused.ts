import type { Refusal } from '@lode/signing';

/** A refused request. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: Refusal;
  constructor(code: Refusal, detail: string) {
    super(detail);
    this.code = code;
  }
}
