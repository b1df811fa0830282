import { writeFile } from 'node:fs/promises';
import { type ApproverChange, policyChangeText, readSignedChangeFile, writeChangeFile } from '@lode/signing';
import { invites } from '../approvals/invites.ts';
import { alone, type CommandContext, type SignerCommand, withSigner } from '../command.ts';
import { SetupError, type SignerConfig } from '../config.ts';
import { readGivenFile } from '../given-file.ts';
import { readPolicy } from '../policy.ts';
import { openSecrets } from '../setup.ts';
import { approverTexts } from './approver-texts.ts';
import type { AskResult } from './key-desk.ts';

type Role = ApproverChange['role'];

/** After the set-up two other approvers sign every change, on the page or with `approve key-change`. */
export const approverCommands: Readonly<Record<string, SignerCommand>> = {
  'approver:add': {
    summary: "Enrols an approver's software key; after the set-up it waits for two other approvers",
    options: { name: 'NAME', role: 'FINANCE|APPROVER', key: 'KEY' },
    run: (context, { name = '', role = '', key = '' }) =>
      ask(context, { action: 'ENROL', name: nameOf(name), role: roleOf(role), key: softwareKey(key) }),
  },

  'approver:replace': {
    summary: 'Asks for a software key in place of all keys of an approver; two other approvers sign it',
    options: { name: 'NAME', key: 'KEY' },
    run: async (context, { name = '', key = '' }) =>
      ask(context, { action: 'REPLACE', ...(await enrolled(context.config, name)), key: softwareKey(key) }),
  },

  'approver:remove': {
    summary: 'Asks to remove an approver; two other approvers sign it',
    options: { name: 'NAME' },
    run: async (context, { name = '' }) =>
      ask(context, { action: 'REMOVE', ...(await enrolled(context.config, name)), key: null }),
  },

  'approver:invite': {
    summary: "Prints a code that enrols a person's passkey on the page, once; also while the signer runs",
    options: { name: 'NAME', role: 'FINANCE|APPROVER' },
    run: async ({ config, print }, { name = '', role = '' }) => {
      const person = { name: nameOf(name), role: roleOf(role) };
      const known = (await approversOf(config)).approvers.find((one) => one.name === name);
      if (known && known.role !== role) throw new SetupError(`${name} is ${known.role}`);
      const code = await invite(config, { ...person, isReplacement: false });
      print(`${code} enrols one passkey of ${name} as ${role} within 30 minutes`);
    },
  },

  'approver:invite-replacement': {
    summary: 'Prints a code for a passkey in place of all keys of an approver; two other approvers sign it',
    options: { name: 'NAME' },
    run: async ({ config, print }, { name = '' }) => {
      const code = await invite(config, { ...(await enrolled(config, name)), isReplacement: true });
      print(
        `${code} makes one passkey of ${name} within 30 minutes, which replaces the keys when two others have signed`,
      );
    },
  },

  'approver:changes': {
    summary: 'Prints the changes of keys and of cold wallets that wait for signatures',
    options: {},
    run: ({ config, print }) =>
      alone(config, () =>
        withSigner(config, async ({ keys }) => {
          const open = keys.open(null);
          for (const { change, signers } of open) {
            const [, ...lines] = policyChangeText(change, { approver: '', signedAt: '' }).split('\n').slice(0, -2);
            print(`${lines.join(', ')}, signed by ${signers.join(' ') || 'none'}`);
          }
          if (open.length === 0) print('no change waits');
        }),
      ),
  },

  'approver:request': {
    summary: 'Writes what an approver signs of a change with npm run approve, at a machine of their own',
    options: { change: 'ID', by: 'NAME', out: 'FILE' },
    run: ({ config, print }, { change: id = '', by = '', out = '' }) =>
      alone(config, () =>
        withSigner(config, async ({ keys }) => {
          const found = keys.open(by).find(({ change }) => change.id === id);
          if (!found?.asked) throw new SetupError(found ? `${by} does not sign this one` : `no change ${id} waits`);
          await writeFile(out, writeChangeFile({ change: found.change, by: found.asked.by }), { mode: 0o600 });
          print(`${out}: npm run approve -- key-change --request FILE --key KEYFILE --out SIGNATURE`);
        }),
      ),
  },

  'approver:sign': {
    summary: 'Takes the signature of a change that an approver gave at a machine of their own',
    options: { in: 'SIGNATURE' },
    run: ({ config, print }, options) =>
      alone(config, () =>
        withSigner(config, async ({ keys }) => {
          const signed = await readGivenFile(options.in ?? '', readSignedChangeFile);
          const result = await keys.take(signed);
          if (result !== 'SIGNED' && result !== 'CHANGED')
            throw new SetupError(`the signature does not count: ${approverTexts.signature[result]}`);
          print(result === 'CHANGED' ? 'the change is made' : 'signed; one more approver has to sign');
        }),
      ),
  },
};

function ask({ config, print }: CommandContext, wanted: Omit<ApproverChange, 'id' | 'askedAt'>): Promise<void> {
  return alone(config, () =>
    withSigner(config, async ({ keys }) => {
      const result = await keys.ask(wanted);
      if ('refused' in result) throw new SetupError(approverTexts.change[result.refused]);
      print(said(result, wanted));
    }),
  );
}

function said(result: Exclude<AskResult, { refused: unknown }>, { name, role }: Pick<ApproverChange, 'name' | 'role'>) {
  if (result.outcome === 'ENROLLED') return `${name} is enrolled as ${role}`;
  return `change ${result.change.id} of ${name} waits for the signatures of two other approvers, for seven days`;
}

function nameOf(name: string): string {
  if (!/^[a-z][a-z0-9.-]{0,39}$/.test(name)) throw new SetupError('give a name of small letters and digits');
  return name;
}

function roleOf(role: string): Role {
  if (role === 'FINANCE' || role === 'APPROVER') return role;
  throw new SetupError('give FINANCE or APPROVER');
}

function softwareKey(publicKey: string): ApproverChange['key'] {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(publicKey)) throw new SetupError('give the public key as approve key prints it');
  return { kind: 'SOFTWARE', publicKey };
}

async function enrolled(config: SignerConfig, name: string): Promise<{ name: string; role: Role }> {
  const known = (await approversOf(config)).approvers.find((one) => one.name === name);
  if (!known) throw new SetupError(`${name} is not enrolled`);
  return { name, role: known.role };
}

/** Without the journal: a command may run beside a serving signer. */
async function approversOf(config: SignerConfig) {
  const { policyKey } = await openSecrets(config);
  return readPolicy(config.policyFile, policyKey);
}

async function invite(config: SignerConfig, whom: Parameters<ReturnType<typeof invites>['add']>[0]): Promise<string> {
  const { policyKey } = await openSecrets(config);
  // It writes a file of its own: policy and journal stay the running signer's.
  return invites(config.invitesFile, policyKey, () => new Date()).add(whom);
}
