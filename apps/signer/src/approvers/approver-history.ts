import { isDeepStrictEqual } from 'node:util';
import {
  concernedBy,
  type EnrolledApprover,
  isValidKeyChangeSignature,
  type KeyChange,
  type KeyChangeSignature,
} from '@lode/signing';
import { SetupError } from '../config.ts';
import type { JournalLine, KeyChangeSignedLine } from '../journal.ts';
import { type ChangeRefusal, changeApprovers } from './change-approvers.ts';

/** A change that waits for signatures. */
export interface OpenChange {
  change: KeyChange;
  signatures: readonly KeyChangeSignature[];
}

/** Why a signature of a change does not count. */
export type SignatureRefusal = 'NOT_OPEN' | 'EXPIRED' | 'CONCERNED' | 'SIGNED_BEFORE' | 'PROOF' | ChangeRefusal;

/** Three people: each of them can be replaced by the two others. */
const setUpPeople = 3;
const neededSignatures = 2;
const openMs = 7 * 24 * 3_600_000;

type Approvers = readonly EnrolledApprover[];

/**
 * Who may approve, by the journal alone: the approvers of the set-up, then changes that two other approvers signed. Each signature is
 * verified again whenever the journal is read. The current generation of the seed is changed the same way. So neither a policy nor a journal line written by hand enrols anybody or brings an earlier seed back.
 */
export class ApproverHistory {
  approvers: Approvers = [];
  /** Before the last change: what a policy may still say when the process died in between. */
  before: Approvers = [];
  changedOn = 0;
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
    if (!lines.some(({ kind }) => kind === 'APPROVERS')) this.set(beginning, 0);
    for (const line of lines) this.add(line);
  }

  add(line: JournalLine): void {
    if (line.kind === 'APPROVERS') this.join(line.approvers, line.line);
    else if (line.kind === 'KEY_CHANGE') {
      if (this.ids.has(line.change.id)) throw notSigned(line.line, 'the change was asked for before');
      this.ids.add(line.change.id);
      this.open.set(line.change.id, { change: line.change, signatures: [] });
    } else if (line.kind === 'KEY_CHANGE_SIGNED') this.sign(line);
  }

  /** Not expired, oldest first. */
  openChanges(now: Date): OpenChange[] {
    return [...this.open.values()].filter(({ change }) => !isExpired(change, now));
  }

  openChange(id: string): OpenChange | null {
    return this.open.get(id) ?? null;
  }

  /** Those whose signers and keys are still enrolled. */
  countingSignatures({ change, signatures }: OpenChange): KeyChangeSignature[] {
    return signatures.filter((one) => this.isSigned(change, one));
  }

  /** Null when the signature counts now. */
  refusalOf(id: string, signature: KeyChangeSignature, now: Date): SignatureRefusal | null {
    const found = this.open.get(id);
    if (!found) return 'NOT_OPEN';
    const { change } = found;
    if (isExpired(change, now)) return 'EXPIRED';
    if (signature.approver === concernedBy(change)) return 'CONCERNED';
    if (!this.isSigned(change, signature)) return 'PROOF';
    if (this.countingSignatures(found).some(({ approver }) => approver === signature.approver)) return 'SIGNED_BEFORE';
    const changed = this.outcomeOf(change);
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
    this.set(after, line);
  }

  private sign({ id, signature, at, line }: KeyChangeSignedLine): void {
    const refusal = this.refusalOf(id, signature, new Date(at));
    const found = this.open.get(id);
    if (refusal !== null || !found) throw notSigned(line, refusal ?? 'NOT_OPEN');
    const signed = { change: found.change, signatures: [...found.signatures, signature] };
    this.open.set(id, signed);
    if (this.countingSignatures(signed).length < neededSignatures) return;
    const changed = this.outcomeOf(found.change);
    if (typeof changed === 'string') throw notSigned(line, changed);
    this.open.delete(id);
    if ('generations' in changed) this.generations = changed.generations;
    else this.set(changed.approvers, line);
  }

  /** What a change makes now. The seed goes from one generation to the next. */
  private outcomeOf(change: KeyChange): { approvers: Approvers } | { generations: string[][] } | ChangeRefusal {
    if (change.action === 'ROTATE') {
      if (change.generation !== this.generations.length + 1) return 'GENERATION';
      return { generations: [...this.generations.map((keys) => [...keys]), change.publicKeys] };
    }
    const approvers = changeApprovers(this.approvers, change);
    return typeof approvers === 'string' ? approvers : { approvers };
  }

  private isSigned(change: KeyChange, signature: KeyChangeSignature): boolean {
    const signer = this.approvers.find(({ name }) => name === signature.approver);
    return (
      signer !== undefined &&
      signer.name !== concernedBy(change) &&
      isValidKeyChangeSignature(signer, change, signature)
    );
  }

  private set(approvers: Approvers, line: number): void {
    this.before = this.approvers;
    this.approvers = approvers;
    this.changedOn = line;
    if (approvers.length >= setUpPeople) this.isSetUp = false;
  }
}

function isExpired({ askedAt }: KeyChange, now: Date): boolean {
  return now.getTime() - Date.parse(askedAt) > openMs;
}

function notSigned(line: number, why: string): SetupError {
  return new SetupError(`line ${line} of the journal changes approvers without two others: ${why}`);
}
