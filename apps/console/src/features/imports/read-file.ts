import { longestImport } from '@lode/contract/console-paths';
import { importTexts as texts } from '../../locales/zh/imports.ts';

export interface ReadFile {
  name: string;
  text: string;
}

/** The text of a chosen file, or what is wrong with it. */
export async function readFile(file: File): Promise<ReadFile | { wrong: string }> {
  // A character takes four bytes at most.
  if (file.size > 4 * longestImport) return { wrong: texts.tooLarge };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (text.length > longestImport) return { wrong: texts.tooLarge };
    return text.trim() === '' ? { wrong: texts.empty } : { name: file.name.slice(0, 64), text };
  } catch {
    return { wrong: texts.notUtf8 };
  }
}
