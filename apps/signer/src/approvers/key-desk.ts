import { type KeyObject, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ApproverChange,
  type ChangeSignature,
  type ColdChange,
  challengeOf,
  changeFingerprint,
  concernedBy,
  type EnrolledApprover,
  isColdChange,
  type PasskeyAssertion,
  type PolicyChange,
  policyChangeText,
  type SeedChange,
  type SignedBy,
  type SignedChange,
  signPolicyChange,
} from '@lode/signing';
import type { JournalLine, NewLine } from '../journal.ts';
import { ApproverHistory, type SignatureRefusal, type SignedState } from './approver-history.ts';
import { type ChangeRefusal, changeApprovers, leavesTooFew } from './change-approvers.ts';

type Refused = { refused: ChangeRefusal | 'TOO_FEW' };
/** `ENROLLED`: in the set-up. `PENDING`: until two other approvers have signed. */
export type AskResult = { outcome: 'ENROLLED' } | { outcome: 'PENDING'; change: ApproverChange } | Refused;
/** `CHANGED`: it was the second signature. */
export type SignResult = 'SIGNED' | 'CHANGED' | SignatureRefusal | 'TOO_FEW';

export interface KeyDeskParts {
  lines: readonly JournalLine[];
  /** Of the policy, where the journal names none. */
  beginning: readonly EnrolledApprover[];
  readonly now: () => Date;
  /** On disk when it resolves. */
  readonly append: (line: NewLine) => Promise<JournalLine>;
  /** Of a new assertion of one of the person's keys; null otherwise. */
  readonly countedUse: (
    challenge: string,
    assertion: PasskeyAssertion,
  ) => { person: { name: string }; passkey: { credentialId: string; counter: number } } | null;
  /** The seed has another current generation in the journal. */
  readonly rotated: () => void;
  /** Approvers or cold wallets have changed in the journal. */
  readonly changed: (state: Pick<SignedState, 'approvers' | 'cold'>) => Promise<void>;
  /** What is wrong with a cold wallet on the policy's chain, or null. */
  readonly coldFlaw: (network: ColdChange['network'], descriptor: string) => string | null;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The policy: a software key signs no change now. */
  readonly takesPasskeysOnly: () => boolean;
}

export type KeyDesk = ReturnType<typeof createKeyDesk>;

/** Changes of approvers' keys, of the seed and of cold wallets: asked for here, made by the signatures of two approvers. */
export function createKeyDesk(parts: KeyDeskParts) {
  const { lines, beginning, now, append, countedUse, changed, rotated, coldFlaw, inTurn, takesPasskeysOnly } = parts;
  const history = new ApproverHistory(lines, beginning);
  const write = async (line: NewLine): Promise<void> => {
    const { approvers, cold, generations } = history;
    history.add(await append(line));
    if (history.generations !== generations) rotated();
    if (!isDeepStrictEqual([history.approvers, history.cold], [approvers, cold])) await changed(history);
  };

  const sign = async (
    id: string,
    signature: ChangeSignature,
    passkey: { credentialId: string; counter: number } | null,
  ): Promise<SignResult> => {
    if (passkey === null && takesPasskeysOnly()) return 'PROOF';
    const at = now();
    const refusal = history.refusalOf(id, signature, at);
    if (refusal !== null) return refusal;
    const change = history.openChange(id)?.change;
    if (change && 'name' in change && leavesTooFew(history.approvers, change)) return 'TOO_FEW';
    const kind = change && isColdChange(change) ? 'COLD_CHANGE_SIGNED' : 'KEY_CHANGE_SIGNED';
    await write({ kind, at: at.toISOString(), id, signature, passkey });
    return history.openChange(id) === null ? 'CHANGED' : 'SIGNED';
  };

  /** It waits for two approvers. */
  const begin = async <C extends PolicyChange>(change: C): Promise<C> => {
    const at = change.askedAt;
    if (!history.isRecorded) await write({ kind: 'APPROVERS', at, approvers: [...history.approvers] });
    await write(isColdChange(change) ? { kind: 'COLD_CHANGE', at, change } : { kind: 'KEY_CHANGE', at, change });
    return change;
  };
  const newId = () => randomBytes(8).toString('hex');

  return {
    /** Public keys of the generations of the seed after the first, as approvers signed them. */
    generations: () => history.generations,

    /** Asks for the next generation of the seed, once. */
    askRotation: (publicKeys: readonly string[]): Promise<SeedChange> =>
      inTurn(async () => {
        const generation = history.generations.length + 1;
        const waiting = history
          .openChanges(now())
          .map(({ change }) => change)
          .find((change) => change.action === 'ROTATE' && isDeepStrictEqual(change.publicKeys, publicKeys));
        if (waiting?.action === 'ROTATE' && waiting.generation === generation) return waiting;
        const askedAt = now().toISOString();
        return begin({ id: newId(), askedAt, action: 'ROTATE', generation, publicKeys: [...publicKeys] });
      }),

    /** Until the set-up is over a new person joins at once; every other change waits. */
    ask: (wanted: Omit<ApproverChange, 'id' | 'askedAt'>): Promise<AskResult> =>
      inTurn(async () => {
        const after = changeApprovers(history.approvers, wanted);
        if (typeof after === 'string') return { refused: after };
        if (leavesTooFew(history.approvers, wanted)) return { refused: 'TOO_FEW' };
        const at = now().toISOString();
        if (history.mayJoin(after)) {
          await write({ kind: 'APPROVERS', at, approvers: after });
          return { outcome: 'ENROLLED' };
        }
        return { outcome: 'PENDING', change: await begin({ id: newId(), askedAt: at, ...wanted }) };
      }),

    /** A cold wallet from now on, or none; it waits for two approvers. */
    askCold: ({ network, descriptor }: Pick<ColdChange, 'network' | 'descriptor'>) =>
      inTurn(async (): Promise<{ outcome: 'PENDING'; change: ColdChange } | { refused: string }> => {
        const flaw = descriptor === null ? null : coldFlaw(network, descriptor);
        if (flaw !== null) return { refused: flaw };
        if (history.cold[network] === descriptor) return { refused: 'this is the cold wallet already' };
        const askedAt = now().toISOString();
        const change = await begin({ id: newId(), askedAt, action: 'SET_COLD' as const, network, descriptor });
        return { outcome: 'PENDING', change };
      }),

    /** What waits, with who has signed and the text that this person would sign now; null for the person concerned. */
    open(name: string | null) {
      const signedAt = now().toISOString();
      return history.openChanges(now()).map((one) => {
        const { change } = one;
        const signers = history.countingSignatures(one).map(({ approver }) => approver);
        const by: SignedBy = { approver: name ?? '', signedAt };
        const maySign = name !== null && name !== concernedBy(change) && !signers.includes(name);
        return {
          change,
          fingerprint: changeFingerprint(change),
          signers,
          asked: maySign ? { by, text: policyChangeText(change, by) } : null,
        };
      });
    },

    /** With what a person gives on the page. */
    sign: (
      id: string,
      by: SignedBy,
      proof: { key: KeyObject } | { assertion: PasskeyAssertion },
    ): Promise<SignResult> =>
      inTurn(async () => {
        const found = history.openChange(id);
        if (!found) return 'NOT_OPEN';
        if ('key' in proof) return sign(id, signPolicyChange(proof.key, by, found.change), null);
        const use = countedUse(challengeOf(policyChangeText(found.change, by)), proof.assertion);
        if (use?.person.name !== by.approver) return 'PROOF';
        return sign(id, { ...by, proof: { passkey: proof.assertion } }, use.passkey);
      }),

    /** A signature that was given on the person's own machine, with a software key. */
    take: ({ id, signature }: SignedChange): Promise<SignResult> =>
      inTurn(async () => ('signature' in signature.proof ? sign(id, signature, null) : 'PROOF')),
  };
}
