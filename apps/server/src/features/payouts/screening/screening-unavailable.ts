/** The screening has no result: nothing is paid, and it is asked again. */
export class ScreeningUnavailable extends Error {
  override readonly name = 'ScreeningUnavailable';
  /** The provider works and gives no result on purpose. */
  readonly isIntended: boolean = false;
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** Only the demo's provider does that. */
export class ScreeningWithheld extends ScreeningUnavailable {
  override readonly isIntended = true;
}
