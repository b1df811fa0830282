/** The screening has not answered: nothing is paid, and it is asked again. */
export class NoScreening extends Error {
  override readonly name = 'NoScreening';
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
  }
}
