import { type Sentence, sentence } from '../sentence.ts';

export const partOf = (lines: number, check: string): Sentence =>
  sentence(
    `only a part is shown: proposal:show prints all ${lines} lines, check ${check}`,
    `这里只列出一部分，完整清单共 ${lines} 行，请下载后再复核，校验码 ${check}`,
  );
