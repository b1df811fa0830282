import { writeFile } from 'node:fs/promises';
import { readRequestFile, writeResponseFile } from '@lode/signing';
import { approverCommands } from './approvers/approver-commands.ts';
import { coldCommands } from './approvers/cold-commands.ts';
import { alone, replacePolicy, type SignerCommand, withSigner } from './command.ts';
import { readGivenFile } from './given-file.ts';
import { parseTransactions } from './input-amounts.ts';
import { parsePolicy } from './policy.ts';
import { rotationCommands } from './rotation/rotation-commands.ts';
import { rehearse, restoreFromFiles, splitIntoFiles } from './seed-backup.ts';
import { initSigner, openSigner } from './setup.ts';
import { tokenCommands } from './token/token-commands.ts';

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

  ...approverCommands,
  ...coldCommands,
  ...tokenCommands,
  ...rotationCommands,

  'policy:set': {
    summary: 'Replaces the policy',
    options: { file: 'FILE' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { file = '' } = options;
        const wanted = await readGivenFile(file, parsePolicy);
        await replacePolicy(config, wanted);
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

  'amounts:correct': {
    summary: 'Corrects false amounts of inputs, by the raw transactions that made them',
    options: { transactions: 'FILE' },
    run: ({ config, print }, options) =>
      alone(config, async () => {
        const { transactions = '' } = options;
        const given = await readGivenFile(transactions, parseTransactions);
        const wrong = await withSigner(config, (signer) => signer.correctAmounts(given));
        for (const { output, claimed, amount } of wrong) print(`${output} has ${amount} satoshi, and not ${claimed}`);
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
        const request = await readGivenFile(from, readRequestFile);
        const answer = await withSigner(config, (signer) => signer.sign(request));
        await writeFile(out, writeResponseFile(request, answer), { mode: 0o600 });
        print(
          'refused' in answer ? `refused: ${answer.refused}, ${answer.detail}` : `signed, line ${answer.line}: ${out}`,
        );
      }),
  },
};
