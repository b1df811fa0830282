import { createInterface } from 'node:readline';
import { visible } from '../unsafe-text.ts';

/** A person who can be asked. */
export interface Terminal {
  readonly show: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
}

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** Null unless both ends are a terminal. Questions go to standard error: standard output is for results. */
export function openTerminal(input: Input, output: Output): Terminal | null {
  if (!input.isTTY || !output.isTTY) return null;
  return {
    show: (line) => void output.write(`${visible(line)}\n`),
    ask: (question) =>
      new Promise((resolve) => {
        const reader = createInterface({ input, output });
        let answer = '';
        // Ctrl-D and Ctrl-C end the question without an answer.
        reader.on('close', () => resolve(answer));
        reader.question(visible(question), (line) => {
          answer = line.trim();
          reader.close();
        });
      }),
  };
}
