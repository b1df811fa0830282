import { createHash } from 'node:crypto';
import { cutAt, inClauses, type Sentence, sentence } from '../sentence.ts';

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
  const isWhole = shown.length >= lines.length && all.en.length <= longestSummary && all.zh.length <= longestSummary;
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

const partOf = (lines: number, check: string): Sentence =>
  sentence(
    `only a part is shown: proposal:show prints all ${lines} lines, check ${check}`,
    `这里只列出一部分，完整清单共 ${lines} 行，请下载后再复核，校验码 ${check}`,
  );
