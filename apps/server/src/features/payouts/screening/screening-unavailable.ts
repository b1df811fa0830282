/** The screening has not answered: nothing is paid, and it is asked again. */
export class NoScreening extends Error {
  override readonly name = 'NoScreening';
  /** Nobody is away: it was settled that there is no answer. */
  readonly isByRule: boolean = false;
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
  }
}

/** As the demo shows it. */
export class NoScreeningByRule extends NoScreening {
  override readonly isByRule = true;
}
