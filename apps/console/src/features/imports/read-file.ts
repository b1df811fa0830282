import { longestImport } from '@lode/contract/console-paths';
import { readText } from '../../lib/read-text.ts';
import { importTexts as texts } from '../../locales/zh/imports.ts';

export interface ReadFile {
  name: string;
  text: string;
}

/** The text of a chosen file, or what is wrong with it. */
export async function readFile(file: File): Promise<ReadFile | { wrong: string }> {
  const read = await readText(file, longestImport);
  return 'wrong' in read ? { wrong: texts.wrongFile[read.wrong] } : { name: file.name.slice(0, 64), text: read.text };
}
