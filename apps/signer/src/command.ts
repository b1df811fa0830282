import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { settlePolicy } from './approvers/settle-approvers.ts';
import { SetupError, type SignerConfig } from './config.ts';
import { Journal } from './journal.ts';
import type { Secrets } from './key-file.ts';
import { type Policy, writePolicy } from './policy.ts';
import { recordPolicy, versionOf } from './policy-history.ts';
import { openSigner } from './setup.ts';
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

/** Approvers stay: two others change their keys. */
export async function replacePolicy(config: SignerConfig, wanted: Policy): Promise<void> {
  await withJournal(config, async ({ policy, savePolicy }) => {
    if (!isDeepStrictEqual(wanted.approvers, policy.approvers))
      throw new SetupError("policy:set changes no approvers: see the signer's commands approver:…");
    if (wanted.passkeysOnly && !canApproveByPasskey(wanted))
      throw new SetupError(
        'passkeysOnly: a FINANCE and an APPROVER make a passkey on the page first, see approver:invite',
      );
    await savePolicy({ ...wanted, version: versionOf(policy) + 1 });
  });
}

/** Otherwise nothing could be paid. */
function canApproveByPasskey({ approvers }: Policy): boolean {
  const has = (role: string) => approvers.some((one) => one.role === role && (one.passkeys ?? []).length > 0);
  return has('FINANCE') && has('APPROVER');
}

export function withSigner<T>(config: SignerConfig, work: (signer: Signer) => Promise<T>): Promise<T> {
  return withJournal(config, (parts) => work(createSigner({ ...parts, now: () => new Date() })));
}

interface Opened {
  secrets: Secrets;
  policy: Policy;
  journal: Journal;
  readonly savePolicy: (policy: Policy) => Promise<void>;
}

/** With a policy that the journal knows. */
async function withJournal<T>(config: SignerConfig, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { secrets, policy: found } = await openSigner(config);
  const journal = await Journal.open(config.journalFile, secrets.journalKey, config.journalAtLeast);
  try {
    const saveFile = (changed: Policy) => writePolicy(config.policyFile, secrets.policyKey, changed);
    const policy = await settlePolicy(journal, found, saveFile, new Date());
    const savePolicy = async (changed: Policy): Promise<void> => {
      await saveFile(changed);
      await recordPolicy(journal, changed, new Date());
    };
    return await work({ secrets, policy, journal, savePolicy });
  } finally {
    await journal.close();
  }
}

/** Holds the signer's socket: no other process writes journal or policy meanwhile. */
export async function alone(config: SignerConfig, work: () => Promise<void>): Promise<void> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  const holder = createServer((_, response) => response.writeHead(503).end());
  await bindExclusively(holder, config.socketPath);
  try {
    await work();
  } finally {
    await new Promise<void>((resolve) => holder.close(() => resolve()));
  }
}
