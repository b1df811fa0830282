/** Answered to the page, which has a text for each code. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly status: number;
  constructor(code: string, status = 403) {
    super(code);
    this.status = status;
  }
}
