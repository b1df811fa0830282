// `npm run approve`: an approver's own machine. It needs no database and no secret of server or signer.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { InvalidMessage, WrongPassphrase } from '@lode/signing';
import { type ApproverTerminal, makeKey, NotApproved, signKeyChangeFile, signReview } from './approve.ts';

const help = `Usage: npm run approve -- sign --request FILE --key KEYFILE --out FILE
       npm run approve -- key-change --request FILE --key KEYFILE --out FILE
       npm run approve -- key --name NAME --out KEYFILE

sign  shows what would be paid, asks for the end of the address and the passphrase, and writes the approval
key   makes a key under a passphrase; its public key is enrolled at the signer
key-change  shows a change of another approver's keys, asks for the last four groups of the fingerprint and the passphrase, and signs

Exit codes: 0 done; 1 refused, nothing was signed; 2 wrong usage.
`;

type SigningOptions = { request: string; key: string; out: string };
const names = {
  sign: ['request', 'key', 'out'],
  'key-change': ['request', 'key', 'out'],
  key: ['name', 'out'],
} as const;

// npm runs it in the project's folder: names of files are the person's own.
if (process.env.npm_lifecycle_event === 'approve' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
process.exitCode = await run(process.argv.slice(2));

async function run([command = 'help', ...args]: readonly string[]): Promise<number> {
  const options = Object.hasOwn(names, command) ? read(names[command as keyof typeof names], args) : null;
  if (options === null) {
    process.stdout.write(help);
    return [command, ...args].some((one) => ['help', '--help', '-h'].includes(one)) ? 0 : 2;
  }
  const { terminal, close } = openTerminal();
  try {
    if (command === 'key') await makeKey(options as { name: string; out: string }, terminal);
    else await (command === 'sign' ? signReview : signKeyChangeFile)(options as SigningOptions, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const isExpected =
      error instanceof NotApproved ||
      error instanceof InvalidMessage ||
      error instanceof WrongPassphrase ||
      error instanceof RangeError ||
      code === 'ENOENT' ||
      code === 'EEXIST';
    if (!isExpected) throw error;
    process.stderr.write(`refused: ${error.message}\n`);
    return 1;
  } finally {
    close();
  }
}

function read(wanted: readonly string[], args: readonly string[]): Record<string, string> | null {
  const known = Object.fromEntries(wanted.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    return wanted.every((name) => values[name]) ? (values as Record<string, string>) : null;
  } catch {
    return null;
  }
}

/** Lines are read as they come, also from a pipe; a secret is not echoed. */
function openTerminal(): { terminal: ApproverTerminal; close: () => void } {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const lines = reader[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const { value, done } = await lines.next();
    if (done) throw new NotApproved('there is nothing to read the answer from');
    return value;
  };
  return {
    terminal: {
      show: (line) => void process.stdout.write(`${line}\n`),
      ask,
      async askSecret(question) {
        isHidden = true;
        const answer = await ask(question).finally(() => {
          isHidden = false;
        });
        if (process.stdin.isTTY) process.stderr.write('\n');
        return answer;
      },
    },
    close: () => reader.close(),
  };
}
