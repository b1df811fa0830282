import { optionName } from '@lode/contract/proposal-names';
import { type Sentence, sentence } from './sentence.ts';

/** A column as its file calls it, and in Chinese with the name that the console has for the same. */
export function columnOf(column: string): Sentence {
  const name = optionName(column);
  if (name === column) return { en: column, zh: column };
  const zh = name.endsWith('）') ? `${name.slice(0, -1)}，${column}）` : `${name}（${column}）`;
  return { en: column, zh };
}

/** Why a file cannot be read. */
export const empty = sentence('the file is empty', '文件是空的');
export const noLines = sentence('there is no line below the header', '列名下面没有内容');
export const notUtf8 = sentence('the file is not UTF-8', '文件不是 UTF-8：请另存为 UTF-8 的 CSV');
export const tooLarge = (megabytes: number): Sentence =>
  sentence(`the file is larger than ${megabytes} MB: split it`, `文件超过 ${megabytes} MB：请分成几份`);
export const tooManyLines = (most: number): Sentence =>
  sentence(`the file has more than ${most} lines: split it`, `文件超过 ${most} 行：请分成几份`);
export const lineTooLong = (most: number): Sentence =>
  sentence(`a line has at most ${most} characters`, `一行最多 ${most} 个字符`);
export const openQuote = sentence(
  'a quote that opens on this line is not closed in front of a comma or a line end',
  '这一行开始的双引号没有在逗号或行末前结束',
);
/** The English is the parser's own. */
export const unreadable = (en: string): Sentence =>
  sentence(en, '双引号用得不对：用双引号包住整格，格内的双引号写两个');

export const missingColumn = (column: string): Sentence =>
  sentence(`column ${column} is missing`, `缺少列 ${columnOf(column).zh}`);
export const unknownColumn = (name: string): Sentence =>
  sentence(`column "${name}" is unknown`, `不认识的列「${name}」：列名要与上面所列的完全一致`);
export const columnTwice = (name: string): Sentence =>
  sentence(`column ${name} stands there twice`, `列 ${columnOf(name).zh} 出现了两次`);
export const otherCells = (cells: number, columns: number): Sentence =>
  sentence(
    `${cells} cells where the header names ${columns}`,
    `这一行有 ${cells} 格，而列名有 ${columns} 个：请检查逗号`,
  );
export const sameAsLine = (key: Sentence, line: number): Sentence =>
  sentence(`${key.en} stands on line ${line} already`, `${key.zh} 与第 ${line} 行重复`);
