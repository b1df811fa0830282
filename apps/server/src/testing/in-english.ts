import { englishOf, type Wording } from '../platform/sentence.ts';

/** The result of a use case as its command prints it. */
export async function inEnglish(
  result: Promise<{ done: Wording } | { refused: Wording }>,
): Promise<{ done: string } | { refused: string }> {
  const given = await result;
  return 'done' in given ? { done: englishOf(given.done) } : { refused: englishOf(given.refused) };
}
