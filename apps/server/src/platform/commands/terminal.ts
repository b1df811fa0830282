import { createInterface } from 'node:readline';

/** A person who can be asked. */
export interface Terminal {
  show(line: string): void;
  ask(question: string): Promise<string>;
}

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** Null unless both ends are a terminal. Questions go to standard error: standard output is for results. */
export function openTerminal(input: Input, output: Output): Terminal | null {
  if (!input.isTTY || !output.isTTY) return null;
  return {
    show: (line) => void output.write(`${line}\n`),
    ask: (question) =>
      new Promise((resolve) => {
        const reader = createInterface({ input, output });
        let answer = '';
        // Ctrl-D and Ctrl-C end the question without an answer.
        reader.on('close', () => resolve(answer));
        reader.question(question, (line) => {
          answer = line.trim();
          reader.close();
        });
      }),
  };
}
