import {
  customerAccount,
  houseAccount,
  InsufficientFunds,
  KeyReused,
  type Posting,
  postTransfer,
  type Queryable,
  readBalances,
  type Transfer,
} from '@lode/ledger';
import { LedgerModel } from '@lode/ledger/testing';
import { seededRandom } from './random.ts';

const date = '2026-11-20';
const postedAt = new Date('2026-11-20T06:00:00Z');

type Reply = { outcome: 'posted'; answer: unknown } | { outcome: 'refused'; why: string };

/** One customer's requests, one after the other, each held against the auditor's prediction. */
export class Caller {
  readonly auditor = new LedgerModel();
  /** Requests that were posted, by key: each must be in the books once. */
  readonly postedKeys = new Set<string>();
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #customer: bigint;
  #sent: Transfer[] = [];

  constructor(customer: bigint, seed: number) {
    this.#customer = customer;
    this.#random = seededRandom(seed);
  }

  /** Sends one request until it is answered; throws when the answer is not the predicted one. */
  async sendNext(ledger: Queryable, waitForDatabase: () => Promise<void>): Promise<void> {
    const transfer = this.#next();
    const predicted = await replyOf(async () => this.auditor.post(transfer));
    const reply = await this.#untilAnswered(ledger, transfer, waitForDatabase);
    if (JSON.stringify(reply) !== JSON.stringify(predicted)) {
      throw new Error(`${transfer.key}: answered ${JSON.stringify(reply)}, predicted ${JSON.stringify(predicted)}`);
    }
    if (reply.outcome === 'posted') this.postedKeys.add(transfer.key);
  }

  /** What differs between the auditor's balances and the ledger's. */
  async differences(ledger: Queryable): Promise<string[]> {
    const accounts = this.auditor.accounts().filter((account) => account > 0n);
    const found = await readBalances(ledger, accounts);
    return accounts.flatMap((account) => {
      const posted = found.get(account)?.posted ?? 0n;
      const expected = this.auditor.posted(account);
      return posted === expected ? [] : [`account ${account} has ${posted}, the auditor says ${expected}`];
    });
  }

  async #untilAnswered(ledger: Queryable, transfer: Transfer, waitForDatabase: () => Promise<void>): Promise<Reply> {
    for (;;) {
      try {
        return await replyOf(() => postTransfer(ledger, transfer));
      } catch {
        // Whether it was done is unknown: the same key asks again.
        await waitForDatabase();
      }
    }
  }

  /** Mostly something new, sometimes an earlier request again, sometimes its key with other input. */
  #next(): Transfer {
    const dice = this.#random.below(20);
    const earlier = this.#sent.length > 0 ? this.#random.pick(this.#sent) : null;
    if (earlier && dice === 0) return earlier;
    if (earlier && dice === 1) return { ...earlier, input: 'another request' };
    const transfer: Transfer = {
      key: `caller ${this.#customer} request ${this.#sent.length}`,
      input: this.#sent.length,
      kind: 'simulation',
      businessDate: date,
      postedAt,
      postings: [this.#movement()],
      answer: { request: this.#sent.length },
    };
    this.#sent.push(transfer);
    return transfer;
  }

  #movement(): Posting {
    const output = customerAccount(this.#customer, 'OUTPUT_ACCOUNT', 'BTC');
    const savings = customerAccount(this.#customer, 'COIN_UP_ACCOUNT', 'BTC');
    const [from, to, type] = this.#random.pick<[bigint, bigint, Posting['type']]>([
      [houseAccount('CUSTODY', 'BTC'), output, 'RECHARGE_BTC'],
      [output, savings, 'COIN_UP_IN_BTC'],
      [savings, output, 'COIN_UP_OUT_BTC'],
      [output, houseAccount('WITHDRAWAL_PENDING', 'BTC'), 'WITHDRAW'],
    ]);
    return { from, to, type, amount: BigInt(1 + this.#random.below(1000)), date };
  }
}

/** A refusal is a reply; a lost connection is none and is thrown on. */
async function replyOf(post: () => Promise<{ answer: unknown }>): Promise<Reply> {
  try {
    const { answer } = await post();
    return { outcome: 'posted', answer };
  } catch (error) {
    if (error instanceof InsufficientFunds || error instanceof KeyReused)
      return { outcome: 'refused', why: error.name };
    throw error;
  }
}
