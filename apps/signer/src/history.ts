import { businessDate } from './business-date.ts';
import type { ApprovedLine, ChangeSignedLine, CountedLine, JournalLine, SignedLine, SignerLine } from './journal.ts';

/** What counts for the limits of one business date. `cold`: sent into cold storage. */
interface Day {
  paid: bigint;
  autoApproved: bigint;
  /** Network fees of auto-approved payments; a replacement counts by what it adds. */
  autoApprovedFees: bigint;
  internalCost: bigint;
  cold: bigint;
}

/** One payment to a destination. */
interface Paid {
  id: string;
  at: string;
  amount: string;
  isAutoApproved: boolean;
}

/** Reason of a line that ended a payment which no people are known to have approved. */
export const endedUnapproved = 'finalised unsigned, without approvals';

/** The payments of a line. */
export const idsOf = ({ id, payments }: Pick<SignedLine, 'id' | 'payments'>): string[] =>
  payments?.map((one) => one.id) ?? [id];

/** Index over the journal. */
export class History {
  /** The line that names this signer. */
  signer: SignerLine | null = null;
  private readonly byId = new Map<string, SignedLine[]>();
  private readonly abandoned = new Map<string, number>();
  /** Payment id by input or nonce; of a batch its first one. */
  private readonly ownerByOutpoint = new Map<string, string>();
  private readonly amounts = new Map<string, string>();
  private readonly days = new Map<string, Day>();
  private readonly unapproved = new Map<string, number>();
  /** The highest number that was paid, by wallet. */
  private readonly coldNumbers = new Map<string, number>();
  private readonly paid = new Map<string, Paid[]>();
  private readonly approvals = new Map<string, ApprovedLine[]>();
  private readonly counters = new Map<string, number>();

  constructor(lines: readonly JournalLine[] = []) {
    for (const line of lines) this.add(line);
  }

  add(line: JournalLine): void {
    if (line.kind === 'SIGNER') {
      this.signer ??= line;
      return;
    }
    if (line.kind === 'POLICY' || line.kind === 'APPROVERS') return;
    if (line.kind === 'KEY_CHANGE' || line.kind === 'COLD_CHANGE') return;
    if (line.kind === 'ABANDONED') {
      // Its transaction is the others' too: one line ends all of a batch, and none is half ended by a kill.
      for (const one of [line.id, ...this.of(line.id).flatMap(idsOf)])
        if (!this.isAbandoned(one)) this.abandoned.set(one, line.line);
      if (line.reason === endedUnapproved) {
        const day = businessDate(new Date(line.at));
        this.unapproved.set(day, this.endedUnapprovedOn(day) + 1);
      }
      for (const { id, outpoints } of this.of(line.id))
        for (const outpoint of outpoints)
          if (this.ownerByOutpoint.get(outpoint) === id) this.ownerByOutpoint.delete(outpoint);
      return;
    }
    if (line.kind === 'AMOUNTS') return this.addAmounts(line.amounts);
    if (line.kind !== 'SIGNED') return this.addApproval(line);
    const before = this.of(line.id).at(-1);
    const isFirst = before === undefined;
    for (const id of idsOf(line)) this.byId.set(id, [...this.of(id), line]);
    for (const outpoint of line.outpoints) this.ownerByOutpoint.set(outpoint, line.id);
    this.addAmounts(line.inputAmounts);
    const day = this.dayOf(line.network, line.day);
    if (line.request === 'COLD') day.cold += BigInt(line.countedAmount);
    else day.paid += BigInt(line.countedAmount);
    if (isFirst) this.addColdNumber(line);
    day.internalCost += BigInt(line.countedInternalCost);
    if (line.isAutoApproved) {
      day.autoApproved += BigInt(line.countedAmount);
      day.autoApprovedFees += BigInt(line.fee) - BigInt(before?.fee ?? '0');
    }
    if (line.request !== 'PAYMENT' && line.request !== 'BATCH') return;
    if (isFirst) for (const payment of line.payments ?? [line]) this.addPaid(line, payment);
  }

  private addPaid(
    { network, at, isAutoApproved }: SignedLine,
    payment: Pick<SignedLine, 'id' | 'destination' | 'amount'>,
  ): void {
    const { id, amount } = payment;
    const destination = `${network} ${payment.destination}`;
    const paid = this.paid.get(destination) ?? [];
    paid.push({ id, at, amount, isAutoApproved });
    this.paid.set(destination, paid);
  }

  private addAmounts(amounts: Readonly<Record<string, string>>): void {
    for (const [output, amount] of Object.entries(amounts)) this.amounts.set(output, amount);
  }

  private addColdNumber({ coldWallet = '', coldNumber = 0 }: SignedLine): void {
    this.coldNumbers.set(coldWallet, Math.max(this.coldNumbers.get(coldWallet) ?? 0, coldNumber));
  }

  private addApproval(line: ApprovedLine | CountedLine | ChangeSignedLine): void {
    if (line.passkey) this.counters.set(line.passkey.credentialId, line.passkey.counter);
    if (line.kind === 'APPROVED') this.approvals.set(line.id, [...this.approvalsOf(line.id), line]);
  }

  /** Given on the page, oldest first. */
  approvalsOf(id: string): readonly ApprovedLine[] {
    return this.approvals.get(id) ?? [];
  }

  /** The counter that a passkey showed last; 0 for a new one. */
  counterOf(credentialId: string): number {
    return this.counters.get(credentialId) ?? 0;
  }

  /** What was paid to a destination, since when and how often; a replacement is no other payment, and what was abandoned is none. */
  paidTo(network: string, destination: string): Readonly<{ since: string; count: number; total: bigint }> | undefined {
    const paid = this.paymentsTo(network, destination).filter(({ id }) => !this.isAbandoned(id));
    const [first] = paid;
    const total = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return first && { since: first.at, count: paid.length, total };
  }

  private paymentsTo(network: string, destination: string): readonly Paid[] {
    return this.paid.get(`${network} ${destination}`) ?? [];
  }

  /** Signatures of one payment: the first one and its replacements. */
  of(id: string): readonly SignedLine[] {
    return this.byId.get(id) ?? [];
  }

  /** Journal line that abandoned the payment, or one that was signed with it. */
  abandonedOn(id: string): number | undefined {
    return this.abandoned.get(id);
  }

  /** How many payments were ended on a business date without approvals. */
  endedUnapprovedOn(day: string): number {
    return this.unapproved.get(day) ?? 0;
  }

  isAbandoned(id: string): boolean {
    return this.abandoned.has(id);
  }

  ownerOf(outpoint: string): string | undefined {
    return this.ownerByOutpoint.get(outpoint);
  }

  /** Amount of an input as it was first signed, or corrected since. */
  amountOf(output: string): string | undefined {
    return this.amounts.get(output);
  }

  on(network: string, day: string): Readonly<Day> {
    return this.dayOf(network, day);
  }

  /** The highest number of an address of a cold wallet that was paid; lines of before name no wallet, and count for each. */
  highestColdNumber(coldWallet: string): number {
    return Math.max(this.coldNumbers.get(coldWallet) ?? 0, this.coldNumbers.get('') ?? 0);
  }

  /** Whether a payment with people's approvals went there before. By the policy nothing becomes known: it pays only what is. */
  isKnownDestination(network: string, destination: string): boolean {
    const paid = this.paymentsTo(network, destination);
    return paid.some(({ id, isAutoApproved }) => !isAutoApproved && !this.isAbandoned(id));
  }

  private dayOf(network: string, day: string): Day {
    const name = `${network} ${day}`;
    const known = this.days.get(name) ?? {
      paid: 0n,
      autoApproved: 0n,
      autoApprovedFees: 0n,
      internalCost: 0n,
      cold: 0n,
    };
    this.days.set(name, known);
    return known;
  }
}
