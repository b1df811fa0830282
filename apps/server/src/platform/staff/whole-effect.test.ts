// A summary counts as whole only where every line stands in it.
import { expect, it } from 'vitest';
import { sentence } from '../sentence.ts';
import { wholeAndPart } from './whole-effect.ts';

const lines = Array.from({ length: 11 }, (_, n) => sentence(`line ${n}`, `行 ${n}`));

it('is whole where all lines are shown, and a part where one sentence stands for the one that is left out', () => {
  expect(wholeAndPart(lines, lines).summary.en).not.toContain('check');
  const shown = [...lines.slice(0, 10), sentence('1 more', '另有 1 项')];
  expect(wholeAndPart(shown, lines).summary.en).toMatch(/only a part is shown: .* all 11 lines, check [0-9a-f]{16}/);
});
