import { WrongPassphrase } from '@lode/signing';
import { commands } from './commands.ts';
import { loadConfig, SetupError, type SignerConfig } from './config.ts';
import { serve } from './serve.ts';
import { assertInitialised } from './setup.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (line: string): void => void process.stderr.write(`${line}\n`);

const [name = 'serve', ...args] = process.argv.slice(2);
try {
  const config = loadConfig(process.env);
  // Environment variables end up in process dumps.
  delete process.env.SIGNER_PASSPHRASE;
  if (name === 'serve') await serveUntilStopped(config);
  else if (commands[name]) {
    if (name !== 'init') await assertInitialised(config);
    await commands[name]({ config, print }, args);
  } else throw new SetupError(`unknown command: ${name}. Commands: serve, ${Object.keys(commands).join(', ')}`);
} catch (error) {
  if (!(error instanceof SetupError) && !(error instanceof WrongPassphrase)) throw error;
  fail(`the signer does not start: ${error.message}`);
  process.exitCode = 1;
}

async function serveUntilStopped(config: SignerConfig): Promise<void> {
  const serving = await serve(config, {
    log: (event) => print(JSON.stringify({ time: new Date().toISOString(), ...event })),
  });
  print(`signer is ready on ${config.socketPath}`);
  for (const { network, address } of serving.signer.hotAddresses()) print(`hot ${network} ${address}`);
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
