import { longestImport } from '@lode/contract/console-paths';
import { readText } from '../../lib/read-text.ts';
import { importTexts as texts } from '../../locales/zh/imports.ts';

export interface ReadFile {
  name: string;
  text: string;
}

/** The server takes no name with a control character or a mark of direction, which shows another name than it has. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const longestName = 64;
const nameOf = (name: string): string => name.replace(unsafe, '').trim().slice(0, longestName) || 'file.csv';

/** The text of a chosen file, or what is wrong with it. */
export async function readFile(file: File): Promise<ReadFile | { wrong: string }> {
  const read = await readText(file, longestImport);
  return 'wrong' in read ? { wrong: texts.wrongFile[read.wrong] } : { name: nameOf(file.name), text: read.text };
}
