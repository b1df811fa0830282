import { coinOfAccount, houseAccount, isStoredAccount, nameOfAccount } from '../core/accounts.ts';
import { InsufficientFunds, KeyReused, MalformedPosting, UnknownHold } from '../core/errors.ts';
import { inputHash } from '../core/input-hash.ts';
import { assertPostings } from '../core/posting.ts';
import type { Transfer } from '../postgres/post-transfer.ts';
import type { Hold } from './holds.ts';

/** What the model says that the ledger answers, without the id that only the database knows. */
export interface ModelPosted {
  replayed: boolean;
  answer: unknown;
}

interface KnownTransfer {
  hash: string;
  answer: unknown;
}

interface KnownHold {
  hold: Hold;
  isOpen: boolean;
}

/**
 * The law of the books in a page: what PostgreSQL must do is what this does, one call after the other. It shares the
 * pure core with the ledger and nothing of the database.
 */
export class LedgerModel {
  readonly #posted = new Map<bigint, bigint>();
  readonly #held = new Map<bigint, bigint>();
  readonly #transfers = new Map<string, KnownTransfer>();
  readonly #sources = new Set<string>();
  readonly #holds = new Map<string, KnownHold>();
  readonly #interest = new Map<string, bigint>();

  posted(account: bigint): bigint {
    return this.#posted.get(account) ?? 0n;
  }

  held(account: bigint): bigint {
    return this.#held.get(account) ?? 0n;
  }

  available(account: bigint): bigint {
    return this.posted(account) - this.held(account);
  }

  /** Every account that was ever touched. */
  accounts(): bigint[] {
    return [...this.#posted.keys()];
  }

  /** Throws what `postTransfer` throws, and then has changed nothing. */
  post(transfer: Transfer): ModelPosted {
    assertPostings(transfer.postings);
    const hash = inputHash(transfer.input).toString('hex');
    const known = this.#transfers.get(transfer.key);
    if (known) {
      if (known.hash !== hash) throw new KeyReused(transfer.key);
      return { replayed: true, answer: known.answer };
    }
    const source = `${transfer.businessDate} ${transfer.kind} ${transfer.sourceId}`;
    if (transfer.sourceId && this.#sources.has(source)) throw new KeyReused(source);
    const after = this.#tryPostings(transfer);
    if (!this.#mayMoveInterest(transfer)) throw new MalformedPosting(`no batch of interest is ${transfer.key}`);
    for (const [account, amount] of after) this.#posted.set(account, amount);
    if (transfer.sourceId) this.#sources.add(source);
    const answer = transfer.answer ?? null;
    this.#transfers.set(transfer.key, { hash, answer });
    return { replayed: false, answer };
  }

  /** A batch of a day of interest that was funded with all its batches: what leaves INTEREST_PAYABLE under this key. */
  fundInterest(key: string, amount: bigint): void {
    this.#interest.set(key, amount);
  }

  placeHold(hold: Hold): boolean {
    const known = this.#holds.get(hold.key)?.hold;
    if (known) {
      const isSame = known.account === hold.account && known.amount === hold.amount && known.reason === hold.reason;
      if (!isSame) throw new KeyReused(hold.key);
      return false;
    }
    if (this.available(hold.account) < hold.amount) throw new InsufficientFunds(hold.account);
    this.#holds.set(hold.key, { hold, isOpen: true });
    this.#held.set(hold.account, this.held(hold.account) + hold.amount);
    return true;
  }

  releaseHold(key: string): boolean {
    const known = this.#holds.get(key);
    if (!known) throw new UnknownHold(key);
    if (!known.isOpen) return false;
    known.isOpen = false;
    this.#held.set(known.hold.account, this.held(known.hold.account) - known.hold.amount);
    return true;
  }

  /** INTEREST_PAYABLE takes a day of interest from the fund, and gives batches of funded days to accounts of interest. */
  #mayMoveInterest({ key, postings }: Transfer): boolean {
    const isPayable = (account: bigint) =>
      account < 0n && account === houseAccount('INTEREST_PAYABLE', coinOfAccount(account));
    if (!postings.some(({ from, to }) => isPayable(from) || isPayable(to))) return true;
    if (postings.some(({ type }) => type !== 'INTEREST')) return false;
    const [{ from, to }] = postings as [Transfer['postings'][number]];
    const isFunding = /^coin-up:interest:[A-Z]+:\d{4}-\d{2}-\d{2}$/.test(key) && postings.length === 1 && isPayable(to);
    if (isFunding && from === houseAccount('INTEREST_FUND', coinOfAccount(from))) return true;
    const isBatch = postings.every(
      (line) => line.from === from && line.to > 0n && nameOfAccount(line.to) === 'INCOME_ACCOUNT',
    );
    return isBatch && postings.reduce((sum, { amount }) => sum + amount, 0n) === this.#interest.get(key);
  }

  /** What the balances would be; throws when the whole takes too much, or a line in between does. */
  #tryPostings({ postings }: Transfer): Map<bigint, bigint> {
    const after = new Map<bigint, bigint>();
    const move = (account: bigint, change: bigint) =>
      after.set(account, (after.get(account) ?? this.posted(account)) + change);
    for (const { from, to, amount } of postings) {
      move(from, -amount);
      move(to, amount);
      // A customer's line may not dip below zero, even when a later one would make up for it.
      if (from > 0n && (after.get(from) ?? 0n) < 0n) throw new InsufficientFunds(from);
    }
    for (const [account, amount] of after) {
      if (isStoredAccount(account) && amount < this.held(account)) throw new InsufficientFunds(account);
    }
    return after;
  }
}
