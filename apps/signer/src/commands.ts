import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { readRequestFile, writeResponseFile } from '@lode/signing';
import { invites } from './approvals/invites.ts';
import { SetupError, type SignerConfig } from './config.ts';
import { Journal } from './journal.ts';
import type { Secrets } from './key-file.ts';
import { type Policy, parsePolicy, readPolicy, writePolicy } from './policy.ts';
import { recordPolicy, versionOf } from './policy-history.ts';
import { rehearse, restoreFromFiles, splitIntoFiles } from './seed-backup.ts';
import { initSigner, openSecrets, openSigner } from './setup.ts';
import { createSigner, type Signer } from './signer.ts';
import { bindExclusively } from './socket.ts';

export interface CommandContext {
  config: SignerConfig;
  print: (line: string) => void;
}

export interface SignerCommand {
  summary: string;
  /** What its options are called, all of them required, with their placeholders. */
  options: Readonly<Record<string, string>>;
  readonly run: (context: CommandContext, options: Readonly<Record<string, string>>) => Promise<void>;
}

/** Commands at the signer's machine. They hold the signer's socket: none runs beside a serving signer. */
export const commands: Readonly<Record<string, SignerCommand>> = {
  init: {
    summary: 'Makes new keys and the default policy; overwrites nothing',
    options: {},
    run: ({ config, print }) =>
      alone(config, async () => {
        await initSigner(config);
        print(`keys      ${config.keysFile}: back it up, and the passphrase elsewhere`);
        print(`policy    ${config.policyFile}: default limits, no approvers enrolled`);
      }),
  },

  show: {
    summary: 'Prints the policy',
    options: {},
    run: async ({ config, print }) => {
      const { policy } = await openSigner(config);
      print(JSON.stringify(policy, null, 2));
    },
  },

  'approver:add': {
    summary: 'Enrols an approver',
    options: { name: 'NAME', role: 'FINANCE|APPROVER', key: 'KEY' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { name = '', role = '', key = '' } = options;
        await changePolicy(config, (policy) => ({
          ...policy,
          approvers: [...policy.approvers, { name, role: role as 'FINANCE', publicKey: key }],
        }));
        print(`${name} is enrolled as ${role}`);
      }),
  },

  'approver:remove': {
    summary: 'Removes an approver: what only they approved needs another approval',
    options: { name: 'NAME' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { name = '' } = options;
        await changePolicy(config, (policy) => {
          const approvers = policy.approvers.filter((one) => one.name !== name);
          if (approvers.length === policy.approvers.length) throw new SetupError(`${name} is not enrolled`);
          return { ...policy, approvers };
        });
        print(`${name} is removed: unsigned payments approved by ${name} need another approval`);
      }),
  },

  'approver:invite': {
    summary: "Prints a code that enrols a person's passkey on the page, once; also while the signer runs",
    options: { name: 'NAME', role: 'FINANCE|APPROVER' },
    run: async ({ config, print }, { name = '', role = '' }) => {
      // It writes a file of its own: policy and journal stay the running signer's.
      const { policyKey } = await openSecrets(config);
      const policy = await readPolicy(config.policyFile, policyKey);
      if (!/^[a-z][a-z0-9.-]{0,39}$/.test(name) || (role !== 'FINANCE' && role !== 'APPROVER'))
        throw new SetupError('give a name of small letters and digits, and FINANCE or APPROVER');
      const known = policy.approvers.find((one) => one.name === name);
      if (known && known.role !== role) throw new SetupError(`${name} is ${known.role}`);
      const code = await invites(config.invitesFile, policyKey, () => new Date()).add({ name, role });
      print(`${code} enrols one passkey of ${name} as ${role} within 30 minutes`);
    },
  },

  'policy:set': {
    summary: 'Replaces the policy',
    options: { file: 'FILE' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { file = '' } = options;
        const wanted = parsePolicy(await readFile(file, 'utf8'));
        await changePolicy(config, () => wanted);
        print('the policy is set');
      }),
  },

  release: {
    summary: 'Abandons a payment: its inputs or nonce become free',
    options: { payment: 'ID', reason: 'TEXT' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { payment = '', reason = '' } = options;
        await withSigner(config, (signer) => signer.abandon(payment, reason.slice(0, 500)));
        print(`${payment} is abandoned: it is never signed again, and its inputs or nonce are free`);
      }),
  },

  'seed:split': {
    summary: 'Writes the seed as shares for several holders, SLIP-39',
    options: { shares: 'N', threshold: 'K', out: 'FOLDER' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { shares = '', threshold = '', out = '' } = options;
        const files = await splitIntoFiles(config, {
          count: Number(shares),
          threshold: Number(threshold),
          folder: out,
        });
        for (const file of files) print(file);
        print(`any ${threshold} of them give the seed, fewer give nothing: one to each holder, then delete the files`);
      }),
  },

  'seed:rehearse': {
    summary: 'Restores the seed from shares in memory and compares it with the keys',
    options: { shares: 'FOLDER' },
    run: async ({ config, print }, { shares = '' }) => {
      for (const line of await rehearse(config, shares)) print(line);
    },
  },

  'seed:restore': {
    summary: 'Makes the key file from shares; overwrites nothing',
    options: { shares: 'FOLDER' },
    run: ({ config, print }, { shares = '' }) =>
      alone(config, async () => {
        const threshold = await restoreFromFiles(config, shares);
        print(`keys      ${config.keysFile}, from ${threshold} shares`);
        print('restore policy and journal before the signer serves: what a journal does not know can be signed twice');
      }),
  },

  'sign-file': {
    summary: 'Signs a request file, without a network',
    options: { in: 'REQUEST', out: 'RESPONSE' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { in: from = '', out = '' } = options;
        const request = readRequestFile(await readFile(from, 'utf8'));
        const answer = await withSigner(config, (signer) => signer.sign(request));
        await writeFile(out, writeResponseFile(request, answer), { mode: 0o600 });
        print(
          'refused' in answer ? `refused: ${answer.refused}, ${answer.detail}` : `signed, line ${answer.line}: ${out}`,
        );
      }),
  },
};

async function changePolicy(config: SignerConfig, change: (policy: Policy) => Policy): Promise<void> {
  await withJournal(config, async ({ secrets, policy, journal }) => {
    const changed = { ...change(policy), version: versionOf(policy) + 1 };
    await writePolicy(config.policyFile, secrets.policyKey, changed);
    await recordPolicy(journal, changed, new Date());
  });
}

function withSigner<T>(config: SignerConfig, work: (signer: Signer) => Promise<T>): Promise<T> {
  return withJournal(config, (parts) => work(createSigner({ ...parts, now: () => new Date() })));
}

/** With a policy that is not older than the journal. */
async function withJournal<T>(
  config: SignerConfig,
  work: (parts: { secrets: Secrets; policy: Policy; journal: Journal }) => Promise<T>,
): Promise<T> {
  const { secrets, policy } = await openSigner(config);
  const journal = await Journal.open(config.journalFile, secrets.journalKey, config.journalAtLeast);
  try {
    await recordPolicy(journal, policy, new Date());
    return await work({ secrets, policy, journal });
  } finally {
    await journal.close();
  }
}

/** Holds the signer's socket: no other process writes journal or policy meanwhile. */
async function alone(config: SignerConfig, work: () => Promise<void>): Promise<void> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  const holder = createServer((_, response) => response.writeHead(503).end());
  await bindExclusively(holder, config.socketPath);
  try {
    await work();
  } finally {
    await new Promise<void>((resolve) => holder.close(() => resolve()));
  }
}
