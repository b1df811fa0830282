import { createHash } from 'node:crypto';
import { cutAt, inClauses, type Sentence } from '../sentence.ts';
import { partOf } from './part-of.zh.ts';

/** Of a summary: what is stored with a proposal, and shown at once. */
const longestSummary = 4000;

/**
 * What a second person reads at once, and every line of it. Where something is left out, the second clause counts the lines and
 * carries a check over them: an approval of the summary is one of these lines and no others.
 */
export function wholeAndPart(
  shown: readonly Sentence[],
  lines: readonly Sentence[],
): { summary: Sentence; lines: readonly Sentence[] } {
  const all = inClauses(shown);
  const isShown = lines.length <= shown.length && lines.every((line, index) => line.zh === shown[index]?.zh);
  const isWhole = isShown && all.en.length <= longestSummary && all.zh.length <= longestSummary;
  if (isWhole) return { summary: all, lines };
  const check = createHash('sha256')
    .update(JSON.stringify(lines.map(({ zh }) => zh)))
    .digest('hex')
    .slice(0, 16);
  const [first, ...rest] = shown;
  return {
    summary: cutAt(inClauses([...(first ? [first] : []), partOf(lines.length, check), ...rest]), longestSummary),
    lines,
  };
}
