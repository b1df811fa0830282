import type { ReadStream } from 'node:tty';
import { UsageError } from '../../platform/commands/option.ts';

const interrupt = '\u0003';
const backspaces = new Set(['\u007f', '\b']);

/** Reads one line from the terminal without showing it. Input that is no terminal proves no person. */
export async function askPassword(question: string, input: ReadStream = process.stdin): Promise<string> {
  if (!input.isTTY) throw new UsageError('a password is typed at a terminal, and there is none');
  process.stderr.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  try {
    return await readLine(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    process.stderr.write('\n');
  }
}

function readLine(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const onData = (keys: string) => {
      for (const key of keys) {
        if (key === interrupt) return finish(() => reject(new UsageError('interrupted: nothing was changed')));
        if (key === '\r' || key === '\n') return finish(() => resolve(typed));
        typed = backspaces.has(key) ? [...typed].slice(0, -1).join('') : typed + key;
      }
    };
    const finish = (complete: () => void) => {
      input.off('data', onData);
      complete();
    };
    input.on('data', onData);
  });
}
