import { createHmac } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './policy.ts';

/** A signature that was given away, or may have been: the line is on the disk before the answer leaves. */
export interface SignedLine {
  kind: 'SIGNED';
  line: number;
  at: string;
  /** Business day (Shanghai) that its sums count for. */
  day: string;
  request: 'PAYMENT' | 'SWEEP' | 'TOP_UP' | 'CONSOLIDATE';
  id: string;
  network: 'BITCOIN' | 'ERC20';
  chain: string;
  outpoints: string[];
  /** What each input was said to be worth, in satoshi. */
  inputAmounts: Record<string, string>;
  destination: string;
  coin: string;
  amount: string;
  fee: string;
  /** What this line adds to the day's payments and to the day's own costs: nothing twice for one payment. */
  countedAmount: string;
  countedInternalCost: string;
  /** Who said yes; empty where the rule did, and for our own moves. */
  approvers: string[];
  isAutoApproved: boolean;
  payload: string;
  signed: string;
}

/** A person gave a payment up: it is never signed again, and its inputs or nonce are free for others. */
export interface AbandonedLine {
  kind: 'ABANDONED';
  line: number;
  at: string;
  id: string;
  reason: string;
}

export type JournalLine = SignedLine | AbandonedLine;
export type NewLine = Omit<SignedLine, 'line'> | Omit<AbandonedLine, 'line'>;

/**
 * The signer's own memory, which no database of ours can change: a file that only grows. Each line carries a code over itself
 * and the line before, made with a key that only the signer has; a line that was changed, left out or put in stops the start.
 * A last line without its end was never answered for: the process died while writing it, and it is cut off.
 */
export class Journal {
  readonly lines: JournalLine[];
  private readonly handle: FileHandle;
  private readonly macKey: Buffer;
  private mac: string;
  private isBroken = false;

  private constructor(handle: FileHandle, macKey: Buffer, lines: JournalLine[], mac: string) {
    this.handle = handle;
    this.macKey = macKey;
    this.lines = lines;
    this.mac = mac;
  }

  static async open(file: string, macKey: Buffer): Promise<Journal> {
    await mkdir(dirname(file), { recursive: true });
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) await truncate(file, whole);
    const lines: JournalLine[] = [];
    let mac = '';
    for (const text of bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)) {
      const next = text.slice(0, 64);
      const body = text.slice(65);
      if (next !== macOf(macKey, mac, body))
        throw new Error(`line ${lines.length + 1} of ${file} is not the one that was written`);
      lines.push(JSON.parse(body) as JournalLine);
      mac = next;
    }
    const handle = await open(file, 'a', 0o600);
    await handle.sync();
    await syncFolder(dirname(file));
    return new Journal(handle, macKey, lines, mac);
  }

  /** On the disk when this resolves. After a failed write nothing more is taken: what the file holds is no longer known. */
  async append(line: NewLine): Promise<JournalLine> {
    if (this.isBroken) throw new Error('the journal could not be written: start the signer again');
    const numbered = { ...line, line: this.lines.length + 1 } as JournalLine;
    const body = JSON.stringify(numbered);
    const mac = macOf(this.macKey, this.mac, body);
    try {
      await this.handle.appendFile(`${mac} ${body}\n`);
      await this.handle.datasync();
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
    this.mac = mac;
    this.lines.push(numbered);
    return numbered;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function macOf(key: Buffer, before: string, body: string): string {
  return createHmac('sha256', key).update(`${before}\n${body}`).digest('hex');
}
