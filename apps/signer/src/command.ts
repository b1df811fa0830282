import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { ApproverHistory } from './approvers/approver-history.ts';
import { reconcilePolicy } from './approvers/reconcile-policy.ts';
import { coldDescriptorsOf } from './cold-transfer.ts';
import { SetupError, type SignerConfig } from './config.ts';
import { identify } from './identity.ts';
import { Journal } from './journal.ts';
import type { Secrets } from './key-file.ts';
import { type Policy, writePolicy } from './policy.ts';
import { highestVersion, recordPolicy, versionOf } from './policy-history.ts';
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

/**
 * Approvers and cold wallets stay: two approvers change them. The policy that is replaced may name another cold wallet than the
 * journal, which stops the signer: this is how it is mended.
 */
export async function replacePolicy(config: SignerConfig, wanted: Policy): Promise<void> {
  const { secrets, policy } = await openSigner(config);
  await withOpenJournal(config, secrets, async (journal) => {
    const highest = highestVersion(journal, policy);
    const { approvers, cold } = new ApproverHistory(journal.lines, policy.approvers);
    if (!isDeepStrictEqual(wanted.approvers, [...approvers]))
      throw new SetupError("policy:set changes no approvers: see the signer's commands approver:…");
    if (!isDeepStrictEqual(coldDescriptorsOf(wanted), { ...cold }))
      throw new SetupError("policy:set changes no cold wallet, only its limit: see the signer's command cold:change");
    if (wanted.passkeysOnly && !canApproveByPasskey(wanted))
      throw new SetupError(
        'passkeysOnly: a FINANCE and an APPROVER make a passkey on the page first, see approver:invite',
      );
    const version = Math.max(versionOf(policy), highest?.version ?? 1) + 1;
    await policySaver(config, secrets, journal)({ ...wanted, version });
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
  return withOpenJournal(config, secrets, async (journal) => {
    const saveFile = (changed: Policy) => writePolicy(config.policyFile, secrets.policyKey, changed);
    const policy = await reconcilePolicy(journal, found, saveFile, new Date());
    return work({ secrets, policy, journal, savePolicy: policySaver(config, secrets, journal) });
  });
}

async function withOpenJournal<T>(
  { journalFile, journalAtLeast }: SignerConfig,
  { journalKey }: Secrets,
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  const journal = await Journal.open(journalFile, journalKey, journalAtLeast);
  try {
    await identify(journal, new Date());
    return await work(journal);
  } finally {
    await journal.close();
  }
}

const policySaver = (config: SignerConfig, secrets: Secrets, journal: Journal): Opened['savePolicy'] => {
  return async (changed) => {
    await writePolicy(config.policyFile, secrets.policyKey, changed);
    await recordPolicy(journal, changed, new Date());
  };
};

/** Holds the signer's socket: no other process writes journal or policy meanwhile. */
export async function alone(config: SignerConfig, work: () => Promise<void>): Promise<void> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  const holder = createServer((_, response) => response.writeHead(503).end());
  await bindExclusively(holder, config.socketPath);
  try {
    await work();
  } finally {
    // A client that connected and asks nothing would keep the command from its end.
    const isClosed = new Promise<void>((resolve) => holder.close(() => resolve()));
    holder.closeAllConnections();
    await isClosed;
  }
}
