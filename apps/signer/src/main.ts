import { WrongPassphrase } from '@lode/signing';
import { help, readCommandLine, UsageError } from './command-line.ts';
import { loadConfig, SetupError, type SignerConfig } from './config.ts';
import { GivenFileError } from './given-file.ts';
import { serve } from './serve.ts';
import { assertInitialised } from './setup.ts';

/** Commands that run where no signer is yet. */
const createsKeys = ['init', 'seed:restore'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
let isCommand = false;
const fail = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    fail(`${error.message}; --help explains the commands`);
    process.exitCode = 2;
  } else if (error instanceof GivenFileError) {
    fail(`refused: ${error.message}`);
    process.exitCode = 1;
  } else if (error instanceof SetupError || error instanceof WrongPassphrase) {
    fail(`${isCommand ? 'refused' : 'the signer does not start'}: ${error.message}`);
    process.exitCode = 1;
  } else throw error;
}

async function run(args: readonly string[]): Promise<void> {
  const { npm_lifecycle_event: script, INIT_CWD: called } = process.env;
  // npm runs it in the project's folder: names of files are the person's own, as of `npm run approve`.
  const line = readCommandLine(args, (script === 'signer' && called) || process.cwd());
  if (line.outcome === 'help') return print(help.trimEnd());
  isCommand = line.outcome === 'run';
  const config = loadConfig(process.env);
  // Environment variables end up in process dumps.
  delete process.env.SIGNER_PASSPHRASE;
  delete process.env.SIGNER_PKCS11_PIN;
  if (line.outcome === 'serve') return serveUntilStopped(config);
  if (!createsKeys.includes(line.name)) await assertInitialised(config);
  await line.command.run({ config, print }, line.options);
}

async function serveUntilStopped(config: SignerConfig): Promise<void> {
  const serving = await serve(config, {
    log: (event) => print(JSON.stringify({ time: new Date().toISOString(), ...event })),
  });
  print(`signer is ready on ${config.socketPath}`);
  for (const { network, address } of serving.signer.hotAddresses()) print(`hot ${network} ${address}`);
  if (config.pagePort !== null)
    print(serving.page ? `page ${config.pageOrigin}` : `page closed: port ${config.pagePort} is taken`);
  print('signer serves');
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void serving.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // A killed parent sends no signal, but its pipe closes.
  if (config.endsWithInput) process.stdin.on('end', stop).on('error', stop).resume();
}
