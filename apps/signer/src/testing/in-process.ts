import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApprovalRequest,
  type Approver,
  approve,
  createApproverKey,
  openApproverKey,
  type Passkey,
} from '@lode/signing';
import { loadConfig } from '../config.ts';
import { defaultPolicy } from '../default-policy.ts';
import { identify } from '../identity.ts';
import { Journal } from '../journal.ts';
import type { Secrets } from '../key-file.ts';
import type { NetworkPolicy, Policy } from '../policy.ts';
import { createSigner, type Signer } from '../signer.ts';
import { passphrase } from './start-signer.ts';

/** A signer in this process, with the test's clock and limits. */
export interface LocalSigner {
  signer: Signer;
  journal: Journal;
  journalFile: string;
  secrets: Secrets;
  policy: Policy;
  client: { info(): Promise<ReturnType<Signer['info']>>; sign: Signer['sign'] };
  setTime(now: string): void;
  approvals(approvalRequest: ApprovalRequest): Promise<Awaited<ReturnType<typeof approve>>[]>;
  /** The software key of one of the two people. */
  keyOf(name: string): Promise<KeyObject>;
  /** Reopens the journal, as a new process would. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function localSigner(
  limits: Pick<Policy, 'treasuryDestinations' | 'passkeysOnly' | 'unapprovedEndsPerDay'> & {
    bitcoin?: Partial<NetworkPolicy>;
    erc20?: Partial<NetworkPolicy>;
    /** Of the two people, from the beginning. */
    passkeys?: Record<string, Passkey>;
  } = {},
): Promise<LocalSigner> {
  const folder = await mkdtemp(join(tmpdir(), 'lode-signer-'));
  const journalFile = join(folder, 'journal');
  const secrets: Secrets = {
    seed: Buffer.alloc(64, 7),
    journalKey: Buffer.alloc(32, 8),
    policyKey: Buffer.alloc(32, 9),
  };
  const people: Approver[] = [];
  const enrolled: Policy['approvers'] = [];
  for (const [name, role] of [
    ['finance', 'FINANCE'],
    ['approver', 'APPROVER'],
  ] as const) {
    const { publicKey, sealedKey } = await createApproverKey(name, passphrase, 16);
    people.push({ name, role, sealedKey });
    const passkey = limits.passkeys?.[name];
    enrolled.push({ name, role, publicKey, ...(passkey && { passkeys: [passkey] }) });
  }
  const usual = defaultPolicy(loadConfig({ DEMO: '1' }));
  let policy: Policy = {
    ...usual,
    ...('treasuryDestinations' in limits && { treasuryDestinations: limits.treasuryDestinations }),
    passkeysOnly: limits.passkeysOnly ?? false,
    ...(limits.unapprovedEndsPerDay && { unapprovedEndsPerDay: limits.unapprovedEndsPerDay }),
    bitcoin: usual.bitcoin && { ...usual.bitcoin, ...limits.bitcoin },
    erc20: usual.erc20 && { ...usual.erc20, ...limits.erc20 },
    approvers: enrolled,
  };
  let now = new Date('2026-03-01T04:00:00.000Z');

  const open = async (): Promise<void> => {
    local.journal = await Journal.open(journalFile, secrets.journalKey);
    await identify(local.journal, now);
    const savePolicy = async (changed: Policy) => {
      policy = local.policy = changed;
    };
    local.signer = createSigner({ secrets, policy, savePolicy, journal: local.journal, now: () => now });
  };
  const local = {
    journalFile,
    secrets,
    policy,
    client: { info: async () => local.signer.info(), sign: (request) => local.signer.sign(request) },
    setTime(text) {
      now = new Date(text);
    },
    approvals: (approvalRequest) => Promise.all(people.map((one) => approve(one, passphrase, approvalRequest, now))),
    async keyOf(name) {
      const person = people.find((one) => one.name === name);
      if (!person) throw new Error(name);
      return openApproverKey(person, passphrase);
    },
    async restart() {
      await local.journal.close();
      await open();
    },
    async close() {
      await local.journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  } as LocalSigner;
  await open();
  return local;
}
