import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { readRequestFile, writeResponseFile } from '@lode/signing';
import { SetupError, type SignerConfig } from './config.ts';
import { Journal } from './journal.ts';
import { type Policy, parsePolicy, readPolicy, writePolicy } from './policy.ts';
import { initSigner, openSigner } from './setup.ts';
import { createSigner, type Signer } from './signer.ts';
import { bindExclusively } from './socket.ts';

export interface CommandContext {
  config: SignerConfig;
  print: (line: string) => void;
}

type Command = (context: CommandContext, args: string[]) => Promise<void>;

/** Commands at the signer's machine. They hold the signer's socket: none runs beside a serving signer. */
export const commands: Record<string, Command> = {
  init: ({ config, print }) =>
    alone(config, async () => {
      await initSigner(config);
      print(`keys      ${config.keysFile}: back it up, and the passphrase elsewhere`);
      print(`policy    ${config.policyFile}: default limits, no approvers enrolled`);
    }),

  show: async ({ config, print }) => {
    const { policy } = await openSigner(config);
    print(JSON.stringify(policy, null, 2));
  },

  'approver:add': ({ config, print }, args) =>
    alone(config, async () => {
      const { name = '', role = '', key = '' } = options(args, ['name', 'role', 'key']);
      await changePolicy(config, (policy) => ({
        ...policy,
        approvers: [...policy.approvers, { name, role: role as 'FINANCE', publicKey: key }],
      }));
      print(`${name} is enrolled as ${role}`);
    }),

  'approver:remove': ({ config, print }, args) =>
    alone(config, async () => {
      const { name = '' } = options(args, ['name']);
      await changePolicy(config, (policy) => {
        const approvers = policy.approvers.filter((one) => one.name !== name);
        if (approvers.length === policy.approvers.length) throw new SetupError(`${name} is not enrolled`);
        return { ...policy, approvers };
      });
      print(`${name} is removed: unsigned payments approved by ${name} need another approval`);
    }),

  'policy:set': ({ config, print }, args) =>
    alone(config, async () => {
      const { file = '' } = options(args, ['file']);
      const wanted = parsePolicy(await readFile(file, 'utf8'));
      await changePolicy(config, () => wanted);
      print('the policy is set');
    }),

  release: ({ config, print }, args) =>
    alone(config, async () => {
      const { payment = '', reason = '' } = options(args, ['payment', 'reason']);
      await withSigner(config, (signer) => signer.abandon(payment, reason.slice(0, 500)));
      print(`${payment} is abandoned: it is never signed again, and its inputs or nonce are free`);
    }),

  'sign-file': ({ config, print }, args) =>
    alone(config, async () => {
      const { in: from = '', out = '' } = options(args, ['in', 'out']);
      const request = readRequestFile(await readFile(from, 'utf8'));
      const answer = await withSigner(config, (signer) => signer.sign(request));
      await writeFile(out, writeResponseFile(request, answer), { mode: 0o600 });
      print(
        'refused' in answer ? `refused: ${answer.refused}, ${answer.detail}` : `signed, line ${answer.line}: ${out}`,
      );
    }),
};

function options<const Name extends string>(args: string[], names: readonly Name[]): Partial<Record<Name, string>> {
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options: known });
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0) throw new SetupError(`missing: ${missing.map((name) => `--${name}`).join(', ')}`);
  return values as Partial<Record<Name, string>>;
}

async function changePolicy(config: SignerConfig, change: (policy: Policy) => Policy): Promise<void> {
  const { secrets } = await openSigner(config);
  const policy = await readPolicy(config.policyFile, secrets.policyKey);
  await writePolicy(config.policyFile, secrets.policyKey, change(policy));
}

async function withSigner<T>(config: SignerConfig, work: (signer: Signer) => Promise<T>): Promise<T> {
  const { secrets, policy } = await openSigner(config);
  const journal = await Journal.open(config.journalFile, secrets.journalKey);
  try {
    return await work(createSigner({ secrets, policy, journal, now: () => new Date() }));
  } finally {
    await journal.close();
  }
}

/** Holds the signer's socket: no other process writes journal or policy meanwhile. */
async function alone(config: SignerConfig, work: () => Promise<void>): Promise<void> {
  const holder = createServer((_, response) => response.writeHead(503).end());
  await bindExclusively(holder, config.socketPath);
  try {
    await work();
  } finally {
    await new Promise<void>((resolve) => holder.close(() => resolve()));
  }
}
