import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** What .gitignore names, spelled as folder names: a clean clone can be checked without git. */
const notOurs = /^(node_modules|dist|\.git|\.data.*|\.cache|coverage|test-results|playwright-report)$/;

/** Every file that is or could be committed, with `/` between folders, sorted. */
export function projectFiles(folder = root): string[] {
  const walk = (inside: string): string[] =>
    readdirSync(`${folder}/${inside}`, { withFileTypes: true }).flatMap((entry) => {
      const path = `${inside}${entry.name}`;
      if (notOurs.test(entry.name)) return [];
      return entry.isDirectory() ? walk(`${path}/`) : [path];
    });
  return walk('')
    .filter((file) => !file.endsWith('.log'))
    .sort();
}

export function readProjectFile(file: string, folder = root): string {
  return readFileSync(`${folder}/${file}`, 'utf8');
}

/** The project's files with their text, each read once. */
export function projectSource(folder = root): { files: readonly string[]; read(file: string): string } {
  const texts = new Map<string, string>();
  return {
    files: projectFiles(folder),
    read(file) {
      const text = texts.get(file) ?? readProjectFile(file, folder);
      texts.set(file, text);
      return text;
    },
  };
}
