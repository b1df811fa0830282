import { visible } from '../unsafe-text.ts';
import type { CommandContext, Fields } from './command.ts';

interface Stream {
  isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

export type CommandOutput = Pick<CommandContext, 'print' | 'fail' | 'progress'>;

const eraseLine = '\r\u001b[K';

/** Lines for people: results on standard output, refusals and progress on standard error. */
export function textOutput(stdout: Stream, stderr: Stream): CommandOutput {
  let isProgressShown = false;
  const write = (stream: Stream, line: string) => {
    if (isProgressShown) stderr.write(eraseLine);
    isProgressShown = false;
    stream.write(`${visible(line)}\n`);
  };
  return {
    print: (line) => write(stdout, line),
    fail: (line) => write(stderr, line),
    progress(line) {
      if (!stderr.isTTY) return;
      stderr.write(`${eraseLine}${visible(line)}`);
      isProgressShown = true;
    },
  };
}

/** One JSON object a line for programs, all on standard output. */
export function jsonOutput(command: string, stdout: Stream): CommandOutput {
  const write = (ok: boolean, message: string, fields: Fields = {}) =>
    void stdout.write(`${visible(JSON.stringify({ command, ok, message, ...fields }))}\n`);
  return {
    print: (line, fields) => write(true, line, fields),
    fail: (line, fields) => write(false, line, fields),
    progress: () => undefined,
  };
}
