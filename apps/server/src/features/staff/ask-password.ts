import type { ReadStream } from 'node:tty';

const interrupt = '\u0003';
const backspaces = new Set(['\u007f', '\b']);

/** Reads one line from the terminal without showing it. Input that is no terminal proves no person. */
export async function askPassword(question: string, input: ReadStream = process.stdin): Promise<string> {
  if (!input.isTTY) throw new Error('a password is typed on a terminal, and there is none');
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
        if (key === interrupt) return finish(() => reject(new Error('interrupted')));
        if (key === '\r' || key === '\n') return finish(() => resolve(typed));
        typed = backspaces.has(key) ? [...typed].slice(0, -1).join('') : typed + key;
      }
    };
    const finish = (settle: () => void) => {
      input.off('data', onData);
      settle();
    };
    input.on('data', onData);
  });
}
