import { type Sentence, sentence } from '../../platform/sentence.ts';

export const otherFile = sentence('it is another file than was previewed', '文件和核对时的不同，请重新核对');
export const busy = sentence(
  'two files are being read, or one of yours: wait until it is done',
  '每人同时只能核对或导入一份文件，所有人合计两份：请等前一份完成后再试',
);
/** The reason is as the importer says it. */
export const wrongLine = (line: number, reason: string, count: number): Sentence =>
  sentence(
    `line ${line}: ${reason}; ${count} lines are wrong, nothing was imported`,
    `第 ${line} 行：${reason}；共 ${count} 处不对，没有导入`,
  );
