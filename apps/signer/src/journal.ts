import { createHmac } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type Approval,
  type ApprovalRequest,
  type ChangeSignature,
  type ColdChange,
  type EnrolledApprover,
  emptyJournal,
  type JournalPosition,
  type KeyChange,
} from '@lode/signing';
import { SetupError } from './config.ts';
import { syncFolder } from './durable-file.ts';

/** A signature. The line is on disk before the response leaves. */
export interface SignedLine {
  kind: 'SIGNED';
  line: number;
  at: string;
  /** Business date (Shanghai) that its amounts count for. */
  day: string;
  request: 'PAYMENT' | 'BATCH' | 'SWEEP' | 'TOP_UP' | 'CONSOLIDATE' | 'COLD' | 'ROTATE';
  /** Of a batch the first of its payments. */
  id: string;
  network: 'BITCOIN' | 'ERC20';
  chain: string;
  outpoints: string[];
  /** What a batch pays, each with its output: the proof of one payment needs no other. Its `amount` is their sum, its `destination` empty. */
  payments?: BatchedPayment[];
  /** Claimed amount of each input, in satoshi: see `AmountsLine`. */
  inputAmounts: Record<string, string>;
  destination: string;
  coin: string;
  amount: string;
  fee: string;
  /** The most that its fee may be: as people approved it, or as it was asked for by the policy. Absent in lines of before. */
  feeCap?: string;
  /** Amounts that this line adds to the day's limits: a payment counts once, however often it is replaced. */
  countedAmount: string;
  countedInternalCost: string;
  /** Names of the approvers; empty for auto-approved payments and internal transfers. */
  approvers: string[];
  isAutoApproved: boolean;
  /** Of the address that a transfer into cold storage paid, and of which wallet: its descriptor's fingerprint. */
  coldNumber?: number;
  coldWallet?: string;
  payload: string;
  signed: string;
}

export interface BatchedPayment {
  id: string;
  destination: string;
  amount: string;
  output: number;
}

/** A payment that is never signed again, with all that were signed in one transaction with it; its inputs or nonce are free for others. */
export interface AbandonedLine {
  kind: 'ABANDONED';
  line: number;
  at: string;
  id: string;
  reason: string;
}

/** Amounts of inputs, in satoshi, that an earlier line has wrongly: the transactions that made them prove these. */
export interface AmountsLine {
  kind: 'AMOUNTS';
  line: number;
  at: string;
  amounts: Record<string, string>;
}

/** An approval that a person gave on the page. */
export interface ApprovedLine {
  kind: 'APPROVED';
  line: number;
  at: string;
  id: string;
  approvalRequest: ApprovalRequest;
  approval: Approval;
  /** Null for a software key. */
  passkey: { credentialId: string; counter: number } | null;
}

/** A passkey proved its person, and counted. */
export interface CountedLine {
  kind: 'COUNTED';
  line: number;
  at: string;
  passkey: { credentialId: string; counter: number };
}

/** Begins a journal: what this signer does not sign any more, only this journal knows. */
export interface SignerLine {
  kind: 'SIGNER';
  line: number;
  at: string;
  id: string;
}

/** A change of the policy: no older one is taken afterwards. */
export interface PolicyLine {
  kind: 'POLICY';
  line: number;
  at: string;
  version: number;
  hash: string;
}

/** All approvers, without signatures: the beginning, and who joins until the set-up is over. */
export interface ApproversLine {
  kind: 'APPROVERS';
  line: number;
  at: string;
  approvers: EnrolledApprover[];
}

/** A change of an approver's keys, or of the seed, that waits for two others. */
export interface KeyChangeLine {
  kind: 'KEY_CHANGE';
  line: number;
  at: string;
  change: KeyChange;
}

/** A change of the wallet that the hot wallet may pay without approvals: it waits for two approvers. */
export interface ColdChangeLine {
  kind: 'COLD_CHANGE';
  line: number;
  at: string;
  change: ColdChange;
}

/** The second one makes the change. */
export interface ChangeSignedLine {
  kind: 'KEY_CHANGE_SIGNED' | 'COLD_CHANGE_SIGNED';
  line: number;
  at: string;
  id: string;
  signature: ChangeSignature;
  /** Null for a software key. */
  passkey: { credentialId: string; counter: number } | null;
}

export type JournalLine =
  | SignedLine
  | AbandonedLine
  | AmountsLine
  | ApprovedLine
  | CountedLine
  | SignerLine
  | PolicyLine
  | ApproversLine
  | KeyChangeLine
  | ColdChangeLine
  | ChangeSignedLine;
export type NewLine = JournalLine extends infer L ? (L extends JournalLine ? Omit<L, 'line'> : never) : never;

/**
 * Append-only file that the server cannot change. Each line carries an HMAC over itself and the line before, with a key derived
 * from the signer's seed: a changed, removed or inserted line stops the start. An incomplete last line is truncated: the process
 * died before it responded.
 */
export class Journal {
  readonly lines: JournalLine[];
  private readonly handle: FileHandle;
  private readonly macKey: Buffer;
  /** The HMAC of each line. */
  private readonly heads: string[];
  /** Lines that are on disk. */
  private stored: number;
  private readonly unwritten: string[] = [];
  private writing: Promise<void> | null = null;
  private failure: Error | null = null;

  private constructor(handle: FileHandle, macKey: Buffer, lines: JournalLine[], heads: string[]) {
    this.handle = handle;
    this.macKey = macKey;
    this.lines = lines;
    this.heads = heads;
    this.stored = lines.length;
  }

  /** With `atLeast` a journal that does not hold that line is refused: each line is authentic, and lines may be missing. */
  static async open(file: string, macKey: Buffer, atLeast: JournalPosition | null = null): Promise<Journal> {
    await mkdir(dirname(file), { recursive: true });
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) await truncate(file, whole);
    const lines: JournalLine[] = [];
    const heads: string[] = [];
    for (const text of bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)) {
      const next = text.slice(0, 64);
      const body = text.slice(65);
      if (next !== macOf(macKey, heads.at(-1) ?? '', body))
        throw new SetupError(`line ${lines.length + 1} of ${file} was modified: see docs/runbooks/signer.md`);
      lines.push(JSON.parse(body) as JournalLine);
      heads.push(next);
    }
    if (atLeast && (heads[atLeast.line - 1] ?? emptyJournal.head) !== atLeast.head) {
      throw new SetupError(
        `${file} has ${lines.length} lines and does not hold line ${atLeast.line} of SIGNER_JOURNAL_AT_LEAST: see docs/runbooks/signer.md`,
      );
    }
    const handle = await open(file, 'a', 0o600);
    await handle.sync();
    await syncFolder(dirname(file));
    return new Journal(handle, macKey, lines, heads);
  }

  /** On disk when it resolves. */
  async append(line: NewLine): Promise<JournalLine> {
    const numbered = this.add(line);
    await this.allStored();
    return numbered;
  }

  /**
   * Adds a line that is on disk when `allStored` resolves: nothing that rests on it may leave before. Lines that are added while
   * a write is under way share the next one.
   */
  add(line: NewLine): JournalLine {
    if (this.failure) throw this.failure;
    const numbered = { ...line, line: this.lines.length + 1 } as JournalLine;
    const body = JSON.stringify(numbered);
    const mac = macOf(this.macKey, this.heads.at(-1) ?? '', body);
    this.heads.push(mac);
    this.lines.push(numbered);
    this.unwritten.push(`${mac} ${body}\n`);
    this.writing ??= this.write();
    return numbered;
  }

  /** Resolves when every line of now is on disk. After a failed write the content of the file is unknown: it throws from then on. */
  async allStored(): Promise<void> {
    const last = this.lines.length;
    while (this.failure === null && this.stored < last) await this.writing;
    if (this.failure) throw this.failure;
  }

  /** What has gathered, in one write and one fsync; then what has gathered meanwhile. */
  private async write(): Promise<void> {
    const texts = this.unwritten.splice(0);
    try {
      await this.handle.appendFile(texts.join(''));
      await this.handle.datasync();
      this.stored += texts.length;
    } catch (cause) {
      this.failure = new Error('an earlier write to the journal failed: restart the signer', { cause });
    }
    this.writing = this.failure === null && this.unwritten.length > 0 ? this.write() : null;
  }

  /** The last line that is on disk: a client that knows it expects it after a crash. */
  position(): JournalPosition {
    return { line: this.stored, head: this.headAt(this.stored) ?? emptyJournal.head };
  }

  /** Null for a line that it does not have. */
  headAt(line: number): string | null {
    if (line > this.stored) return null;
    return line === 0 ? emptyJournal.head : (this.heads[line - 1] ?? null);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function macOf(key: Buffer, before: string, body: string): string {
  return createHmac('sha256', key).update(`${before}\n${body}`).digest('hex');
}
