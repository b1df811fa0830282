import {
  customerAccount,
  customerAccountCoins,
  customerAccounts,
  houseAccount,
  houseAccounts,
  type Posting,
  type Transfer,
} from '@lode/ledger';
import type { Hold } from '@lode/ledger/testing';
import { coins } from '@lode/money';
import { batchKey, type Command } from './commands.ts';

interface Entry {
  account: bigint;
  amount: bigint;
}

/**
 * Predicts every reply of a ledger from the law of the books, in the plainest way there is: a journal that is added up
 * again for every question. It shares no code with the ledger but the names of its accounts.
 */
export class Auditor {
  readonly #journal: Entry[] = [];
  readonly #posted = new Map<string, { input: string; answer: string }>();
  readonly #events = new Set<string>();
  readonly #holds = new Map<string, Hold & { isOpen: boolean }>();
  /** Batches of interest that may be paid, by key. */
  readonly #batches = new Map<string, bigint>();

  /** The reply to a command, as text. */
  predict(command: Command): string {
    if (command.do === 'hold') return this.#hold(command.hold);
    if (command.do === 'release') return this.#release(command.key);
    const reply = this.#transfer(command.transfer);
    if (command.do === 'fund') return this.#fund(command, reply);
    return command.do === 'batch' && reply.startsWith('posted') ? 'posted' : reply;
  }

  total(account: bigint): bigint {
    return sum(this.#journal.filter((entry) => entry.account === account));
  }

  held(account: bigint): bigint {
    return sum([...this.#holds.values()].filter((hold) => hold.isOpen && hold.account === account));
  }

  accounts(): Set<bigint> {
    return new Set(this.#journal.map(({ account }) => account));
  }

  #transfer(transfer: Transfer): string {
    if (!transfer.postings.every(isSound)) return 'refused MalformedPosting';
    const input = JSON.stringify(transfer.input);
    const known = this.#posted.get(transfer.key);
    if (known) return known.input === input ? `replayed ${known.answer}` : 'refused KeyReused';
    const entries = transfer.postings.flatMap(({ from, to, amount }) => [
      { account: from, amount: -amount },
      { account: to, amount },
    ]);
    const event = `${transfer.businessDate} ${transfer.kind} ${transfer.sourceId}`;
    if (transfer.sourceId && this.#events.has(event)) return 'refused KeyReused';
    if (this.#fallsShort(entries)) return 'refused InsufficientFunds';
    if (!this.#mayMoveInterest(transfer)) return 'refused MalformedPosting';
    this.#journal.push(...entries);
    if (this.total(payable) < 0n) throw new Error(`INTEREST_PAYABLE has ${this.total(payable)} after ${transfer.key}`);
    if (transfer.sourceId) this.#events.add(event);
    const answer = JSON.stringify(transfer.answer ?? null);
    this.#posted.set(transfer.key, { input, answer });
    return `posted ${answer}`;
  }

  /** Customers stay at zero or more after every entry; whatever is held, the interest fund and the treasury, at the end. */
  #fallsShort(entries: readonly Entry[]): boolean {
    return entries.some(({ account }, index) => {
      const after = this.total(account) + sum(entries.slice(0, index + 1).filter((entry) => entry.account === account));
      const atEnd = this.total(account) + sum(entries.filter((entry) => entry.account === account));
      if (account > 0n) return after < 0n || atEnd < this.held(account);
      return neverNegative.has(account) && atEnd < 0n;
    });
  }

  #fund({ transfer, date, batches }: Extract<Command, { do: 'fund' }>, reply: string): string {
    const isEnough = (transfer.postings[0]?.amount ?? 0n) >= batches.reduce((all, amount) => all + amount, 0n);
    if (reply.startsWith('posted') && isEnough)
      for (const [batch, amount] of batches.entries()) this.#batches.set(batchKey(date, batch), amount);
    return reply.startsWith('posted') ? 'posted' : reply;
  }

  /** A day goes in from the fund, once; a batch of it goes out, whole. */
  #mayMoveInterest({ key, postings }: Transfer): boolean {
    if (postings.every(({ from, to }) => from !== payable && to !== payable)) return true;
    if (postings.every(({ to }) => to === payable)) return /^coin-up:interest:BTC:[-\d]{10}$/.test(key);
    const isPayment = postings.every(({ from, to }) => from === payable && incomes.has(to));
    return isPayment && sum(postings) === this.#batches.get(key);
  }

  #hold(hold: Hold): string {
    const known = this.#holds.get(hold.key);
    if (known)
      return known.account === hold.account && known.amount === hold.amount ? 'held before' : 'refused KeyReused';
    if (this.total(hold.account) - this.held(hold.account) < hold.amount) return 'refused InsufficientFunds';
    this.#holds.set(hold.key, { ...hold, isOpen: true });
    return 'held';
  }

  #release(key: string): string {
    const hold = this.#holds.get(key);
    if (!hold) return 'refused UnknownHold';
    const reply = hold.isOpen ? 'released' : 'released before';
    hold.isOpen = false;
    return reply;
  }
}

const sum = (amounts: readonly { amount: bigint }[]) => amounts.reduce((all, { amount }) => all + amount, 0n);

interface Listed {
  coin: string;
  /** Null for the house. */
  customer: bigint | null;
}

/** The chart of accounts, written out for the customers that a simulation has. */
const chart = new Map<bigint, Listed>([
  ...houseAccounts.flatMap((name) =>
    coins.map((coin): [bigint, Listed] => [houseAccount(name, coin), { coin, customer: null }]),
  ),
  ...[1n, 2n, 3n].flatMap((customer) =>
    customerAccounts.flatMap((name) =>
      customerAccountCoins[name].map((coin): [bigint, Listed] => [
        customerAccount(customer, name, coin),
        { coin, customer },
      ]),
    ),
  ),
]);
const payable = houseAccount('INTEREST_PAYABLE', 'BTC');
const incomes = new Set([1n, 2n, 3n].map((customer) => customerAccount(customer, 'INCOME_ACCOUNT', 'BTC')));
const neverNegative = new Set(
  coins.flatMap((coin) => [houseAccount('INTEREST_FUND', coin), houseAccount('TREASURY', coin)]),
);

function isSound({ from, to, amount }: Posting): boolean {
  const [giver, taker] = [chart.get(from), chart.get(to)];
  if (!giver || !taker || from === to || amount <= 0n) return false;
  const betweenCustomers = giver.customer !== null && taker.customer !== null && giver.customer !== taker.customer;
  return giver.coin === taker.coin && !betweenCustomers;
}
