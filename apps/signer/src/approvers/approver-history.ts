import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeSignature,
  concernedBy,
  type EnrolledApprover,
  isColdChange,
  isValidChangeSignature,
  type PolicyChange,
} from '@lode/signing';
import { SetupError } from '../config.ts';
import type { ChangeSignedLine, JournalLine } from '../journal.ts';
import { type ChangeRefusal, changeApprovers } from './change-approvers.ts';

/** A change that waits for signatures. */
export interface OpenChange {
  change: PolicyChange;
  signatures: readonly ChangeSignature[];
}

/** Why a signature of a change does not count. */
export type SignatureRefusal = 'NOT_OPEN' | 'EXPIRED' | 'CONCERNED' | 'SIGNED_BEFORE' | 'PROOF' | ChangeRefusal;

/** Three people: each of them can be replaced by the two others. */
const setUpPeople = 3;
const neededSignatures = 2;
const openMs = 7 * 24 * 3_600_000;

type Approvers = readonly EnrolledApprover[];
type ColdDescriptors = Readonly<Record<'BITCOIN' | 'ERC20', string | null>>;

/** What two approvers sign, as it was from a line of the journal on. */
export interface SignedState {
  line: number;
  approvers: Approvers;
  cold: ColdDescriptors;
}

/**
 * Who may approve, the current generation of the seed and what cold storage is, by the journal alone: the approvers of the set-up, then
 * changes that two approvers signed. Each signature is verified again whenever the journal is read. So neither a policy nor a journal
 * line written by hand enrols anybody, brings an earlier seed back or names a wallet.
 */
export class ApproverHistory {
  approvers: Approvers = [];
  cold: ColdDescriptors = { BITCOIN: null, ERC20: null };
  private readonly states: SignedState[] = [];
  /** The beginning is in the journal. */
  isRecorded = false;
  /** New people join without signatures. */
  isSetUp = true;
  /** Public keys of the generations of the seed after the first, in their order: the last one is the current one. */
  generations: readonly (readonly string[])[] = [];
  private readonly open = new Map<string, OpenChange>();
  private readonly ids = new Set<string>();

  /** `beginning`: the approvers of a journal that names none yet. */
  constructor(lines: readonly JournalLine[] = [], beginning: Approvers = []) {
    const names = lines.some(({ kind }) => kind === 'APPROVERS');
    this.set({ approvers: names ? [] : beginning }, 0);
    for (const line of lines) this.add(line);
  }

  add(line: JournalLine): void {
    if (line.kind === 'APPROVERS') this.join(line.approvers, line.line);
    else if (line.kind === 'KEY_CHANGE' || line.kind === 'COLD_CHANGE') {
      if (this.ids.has(line.change.id)) throw notSigned(line.line, 'the change was asked for before');
      this.ids.add(line.change.id);
      this.open.set(line.change.id, { change: line.change, signatures: [] });
    } else if (line.kind === 'KEY_CHANGE_SIGNED' || line.kind === 'COLD_CHANGE_SIGNED') this.sign(line);
  }

  /** What a policy that the journal knows since this line may say: later changes may not have reached it. */
  statesSince(line: number): SignedState[] {
    const at = this.states.findLastIndex((state) => state.line <= line);
    return this.states.slice(Math.max(at, 0));
  }

  /** Not expired, oldest first. */
  openChanges(now: Date): OpenChange[] {
    return [...this.open.values()].filter(({ change }) => !isExpired(change, now));
  }

  openChange(id: string): OpenChange | null {
    return this.open.get(id) ?? null;
  }

  /** Those whose signers and keys are still enrolled. */
  countingSignatures({ change, signatures }: OpenChange): ChangeSignature[] {
    return signatures.filter((one) => this.isSigned(change, one));
  }

  /** Null when the signature counts now. */
  refusalOf(id: string, signature: ChangeSignature, now: Date): SignatureRefusal | null {
    const found = this.open.get(id);
    if (!found) return 'NOT_OPEN';
    const { change } = found;
    if (isExpired(change, now)) return 'EXPIRED';
    if (signature.approver === concernedBy(change)) return 'CONCERNED';
    if (!this.isSigned(change, signature)) return 'PROOF';
    if (this.countingSignatures(found).some(({ approver }) => approver === signature.approver)) return 'SIGNED_BEFORE';
    const changed = this.changedBy(change);
    return typeof changed === 'string' ? changed : null;
  }

  /** Whether these are the approvers after someone new has joined with one key. */
  mayJoin(after: Approvers): boolean {
    const joined = after.filter((one) => !this.approvers.some(({ name }) => name === one.name));
    const [person] = joined;
    const keys = (person?.publicKey === undefined ? 0 : 1) + (person?.passkeys?.length ?? 0);
    const stayed = after.filter((one) => one !== person);
    return this.isSetUp && joined.length === 1 && keys === 1 && isDeepStrictEqual(stayed, [...this.approvers]);
  }

  private join(after: Approvers, line: number): void {
    if (this.isRecorded && !this.mayJoin(after)) throw notSigned(line, 'the set-up is over');
    this.isRecorded = true;
    this.set({ approvers: after }, line);
  }

  /** What a change leaves, or why it cannot be made. The seed goes from one generation to the next. */
  private changedBy(change: PolicyChange): Partial<SignedState> | { generations: string[][] } | ChangeRefusal {
    if (isColdChange(change)) return { cold: { ...this.cold, [change.network]: change.descriptor } };
    if (change.action === 'ROTATE') {
      if (change.generation !== this.generations.length + 1) return 'GENERATION';
      return { generations: [...this.generations.map((keys) => [...keys]), change.publicKeys] };
    }
    const approvers = changeApprovers(this.approvers, change);
    return typeof approvers === 'string' ? approvers : { approvers };
  }

  private sign({ id, signature, at, line }: ChangeSignedLine): void {
    const refusal = this.refusalOf(id, signature, new Date(at));
    const found = this.open.get(id);
    if (refusal !== null || !found) throw notSigned(line, refusal ?? 'NOT_OPEN');
    const signed = { change: found.change, signatures: [...found.signatures, signature] };
    this.open.set(id, signed);
    if (this.countingSignatures(signed).length < neededSignatures) return;
    const changed = this.changedBy(found.change);
    if (typeof changed === 'string') throw notSigned(line, changed);
    this.open.delete(id);
    if ('generations' in changed) this.generations = changed.generations;
    else this.set(changed, line);
  }

  private isSigned(change: PolicyChange, signature: ChangeSignature): boolean {
    const signer = this.approvers.find(({ name }) => name === signature.approver);
    return (
      signer !== undefined && signer.name !== concernedBy(change) && isValidChangeSignature(signer, change, signature)
    );
  }

  private set({ approvers = this.approvers, cold = this.cold }: Partial<SignedState>, line: number): void {
    this.approvers = approvers;
    this.cold = cold;
    this.states.push({ line, approvers, cold });
    if (approvers.length >= setUpPeople) this.isSetUp = false;
  }
}

function isExpired({ askedAt }: PolicyChange, now: Date): boolean {
  return now.getTime() - Date.parse(askedAt) > openMs;
}

function notSigned(line: number, why: string): SetupError {
  return new SetupError(`line ${line} of the journal changes the policy without two approvers: ${why}`);
}
