import { customerAccount, houseAccount, type Posting, type Transfer } from '@lode/ledger';
import type { Hold } from '@lode/ledger/testing';
import type { seededRandom } from './random.ts';

/** What a run asks of a ledger, one after the other. */
export type Command =
  | { do: 'post'; transfer: Transfer }
  | { do: 'batch'; transfer: Transfer }
  /** A day of interest in these batches, and the transfer that takes it out of the fund. */
  | { do: 'fund'; transfer: Transfer; date: string; batches: readonly bigint[] }
  | { do: 'hold'; hold: Hold }
  | { do: 'release'; key: string };

type Random = ReturnType<typeof seededRandom>;
type Movement = Pick<Posting, 'from' | 'to' | 'type'>;

const day = '2026-11-20';
const at = new Date('2026-11-20T06:00:00Z');
const customers = [1n, 2n, 3n];

/** Few accounts and small amounts, so that they run dry, and so that keys and events meet again. */
const movements: readonly Movement[] = customers.flatMap((customer) => {
  const output = customerAccount(customer, 'OUTPUT_ACCOUNT', 'BTC');
  const savings = customerAccount(customer, 'COIN_UP_ACCOUNT', 'BTC');
  const income = customerAccount(customer, 'INCOME_ACCOUNT', 'BTC');
  const electricity = customerAccount(customer, 'ELE_ACCOUNT', 'USDT');
  const fund = houseAccount('INTEREST_FUND', 'BTC');
  return [
    { from: houseAccount('CUSTODY', 'BTC'), to: output, type: 'RECHARGE_BTC' },
    { from: houseAccount('MINING_RECEIVABLE', 'BTC'), to: output, type: 'MINING_OUTPUT' },
    { from: houseAccount('CASH', 'USDT'), to: electricity, type: 'ELE_RECHARGE' },
    { from: electricity, to: houseAccount('ELECTRICITY_REVENUE', 'USDT'), type: 'ELE_CONSUME_USDT' },
    { from: output, to: houseAccount('ELECTRICITY_REVENUE', 'BTC'), type: 'ELE_CONSUME_BTC' },
    { from: output, to: savings, type: 'COIN_UP_IN_BTC' },
    { from: savings, to: output, type: 'COIN_UP_OUT_BTC' },
    { from: houseAccount('CUSTODY', 'BTC'), to: houseAccount('TREASURY', 'BTC'), type: 'TREASURY_MOVE' },
    { from: houseAccount('TREASURY', 'BTC'), to: fund, type: 'FUND_PAID_IN' },
    { from: houseAccount('TREASURY', 'BTC'), to: houseAccount('CUSTODY', 'BTC'), type: 'TREASURY_MOVE' },
    { from: fund, to: income, type: 'INTEREST' },
    { from: income, to: output, type: 'INCOME_IN_BTC' },
    { from: output, to: houseAccount('WITHDRAWAL_PENDING', 'BTC'), type: 'WITHDRAW' },
  ] satisfies Movement[];
});

/** Lines that no ledger may post: two coins, two customers, one account twice, accounts that there are not, no amount. */
const nonsense: readonly Pick<Posting, 'from' | 'to' | 'amount'>[] = [
  { from: houseAccount('CASH', 'USDT'), to: customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC'), amount: 1n },
  { from: houseAccount('CUSTODY', 'BTC'), to: houseAccount('CUSTODY', 'BTC'), amount: 1n },
  {
    from: customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC'),
    to: customerAccount(2n, 'OUTPUT_ACCOUNT', 'BTC'),
    amount: 1n,
  },
  { from: houseAccount('CUSTODY', 'BTC'), to: 121n, amount: 1n },
  { from: -151n, to: customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC'), amount: 1n },
  { from: houseAccount('CUSTODY', 'BTC'), to: customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC'), amount: 0n },
  { from: houseAccount('CUSTODY', 'BTC'), to: customerAccount(1n, 'OUTPUT_ACCOUNT', 'BTC'), amount: -1n },
];

/** Up to `longest` commands, the same for the same numbers. */
export function commandsOf(random: Random, longest: number): Command[] {
  const sent: Transfer[] = [];
  const interest: InterestDay[] = [];
  return Array.from({ length: 1 + random.below(longest) }, (_, step) =>
    random.below(8) === 0 ? nextOfInterest(random, { sent, interest }, step) : next(random, sent, step),
  );
}

function next(random: Random, sent: Transfer[], step: number): Command {
  const dice = random.below(20);
  const earlier = sent.length > 0 ? random.pick(sent) : null;
  if (dice === 0) return { do: 'post', transfer: nonsensical(random, step) };
  if (dice <= 2 && earlier) return { do: 'post', transfer: earlier };
  if (dice === 3 && earlier)
    return { do: 'post', transfer: { ...earlier, input: [...(earlier.input as string[]), '!'] } };
  if (dice === 4 && earlier?.sourceId) return { do: 'post', transfer: { ...earlier, key: `event again ${step}` } };
  if (dice <= 6) return { do: 'hold', hold: holdOf(random) };
  if (dice === 7) return { do: 'release', key: holdKey(random) };
  if (dice === 8) return { do: 'batch', transfer: remember(sent, transferOf(random, `batch ${step}`, 12, null)) };
  const sourceId = random.below(3) === 0 ? `event ${step}` : null;
  return { do: 'post', transfer: remember(sent, transferOf(random, `key ${step}`, 3, sourceId)) };
}

function remember(sent: Transfer[], transfer: Transfer): Transfer {
  // A batch has no answer of its own to replay: only what `post` can be asked again is remembered.
  if (!transfer.key.startsWith('batch')) sent.push(transfer);
  return transfer;
}

function transferOf(random: Random, key: string, mostLines: number, sourceId: string | null): Transfer {
  const postings = Array.from({ length: 1 + random.below(mostLines) }, () => ({
    ...random.pick(movements),
    amount: BigInt(1 + random.below(40)),
    date: day,
  }));
  return withLines(key, postings, sourceId);
}

function withLines(key: string, postings: Posting[], sourceId: string | null = null): Transfer {
  return {
    key,
    input: postings.map(({ from, to, amount }) => `${from} ${to} ${amount}`),
    kind: 'simulation',
    sourceId,
    businessDate: day,
    postedAt: at,
    postings,
    answer: { z: key, a: postings.length },
  };
}

function nonsensical(random: Random, step: number): Transfer {
  const good = transferOf(random, `nonsense ${step}`, 2, null);
  const line: Posting = { ...random.pick(nonsense), type: 'ADJUST_OUTPUT', date: day };
  return { ...good, postings: [...good.postings, line] };
}

const holdKey = (random: Random) => `hold ${random.below(10)}`;

function holdOf(random: Random): Hold {
  const account = customerAccount(random.pick(customers), 'OUTPUT_ACCOUNT', 'BTC');
  return { key: holdKey(random), account, amount: BigInt(1 + random.below(30)), reason: 'simulation', at };
}

interface InterestDay {
  date: string;
  batches: readonly bigint[];
}

/** The key under which a batch of interest is paid. */
export const batchKey = (date: string, batch: number) => `coin-up:interest:BTC:${date}:${batch}`;

/** Days of interest, and batches that are paid as they were planned, otherwise, before their day, or never planned at all. */
function nextOfInterest(
  random: Random,
  { sent, interest }: { sent: Transfer[]; interest: InterestDay[] },
  step: number,
): Command {
  const [fund, payable] = [houseAccount('INTEREST_FUND', 'BTC'), houseAccount('INTEREST_PAYABLE', 'BTC')];
  const line = (from: bigint, to: bigint, amount: bigint) =>
    ({ from, to, type: 'INTEREST', amount, date: day }) satisfies Posting;
  if (interest.length === 0 || random.below(3) === 0) {
    const date = new Date(Date.UTC(2025, 0, 1 + step)).toISOString().slice(0, 10);
    const batches = Array.from({ length: 1 + random.below(3) }, () => BigInt(2 + random.below(12)));
    interest.push({ date, batches });
    // Now and then less than the batches are, or more.
    const amount = batches.reduce((sum, one) => sum + one, 0n) + BigInt(random.pick([0, 0, 0, 0, -1, 1]));
    const key = `coin-up:interest:BTC:${date}`;
    return { do: 'fund', transfer: withLines(key, [line(fund, payable, amount)]), date, batches };
  }
  const { date, batches } = random.pick(interest);
  const batch = random.below(batches.length + 1);
  const planned = (batches[batch] ?? 5n) + BigInt(random.pick([0, 0, 0, 0, 0, -1, 1]));
  const first = 1n + BigInt(random.below(Number(planned)));
  const [one, other] = [random.pick(customers), random.pick(customers)];
  const to = (customer: bigint) =>
    customerAccount(customer, random.below(12) === 0 ? 'OUTPUT_ACCOUNT' : 'INCOME_ACCOUNT', 'BTC');
  const from = random.below(12) === 0 ? fund : payable;
  const postings = [line(from, to(one), first), line(payable, to(other), planned - first)];
  const key = random.below(12) === 0 ? `key of interest ${step}` : batchKey(date, batch);
  return {
    do: 'post',
    transfer: remember(
      sent,
      withLines(
        key,
        postings.filter(({ amount }) => amount > 0n),
      ),
    ),
  };
}
