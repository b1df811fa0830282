/** Holds every figure of the product against the auditor's, and names each that differs. */
import type { Auditor } from './auditor/auditor.ts';
import type { Charge, HostingCharge } from './auditor/state.ts';
import type { Company } from './product/company.ts';
import { type Cell, dayKey, type Figures, figuresOf, type Row } from './product/figures.ts';

export interface Comparison {
  /** Everything that may have changed since the last call; `date` is the mining day that was just closed. */
  compare(date: string | null): Promise<string[]>;
  /** All that was ever posted and charged, added up. */
  compareTotals(): Promise<string[]>;
  /** Figures that were held against each other. */
  count(): number;
}

export function comparisonOf(company: Company, { state }: Auditor): Comparison {
  const figures = figuresOf(company);
  const tally = new Tally();
  let savingsCompared = 0;
  let outagesCompared = 0;

  return {
    count: () => tally.count,
    async compare(date) {
      figures.learnNames();
      const touched = [...state.touched];
      state.touched.clear();
      await compareLines(tally, figures, state.books.fresh);
      state.books.fresh = [];
      await compareBalances(tally, figures, state);
      if (date !== null) await compareOutputs(tally, figures, date, state);
      await compareCharges(tally, figures, date, state, touched);
      await compareCorrections(tally, figures, state, touched);
      await compareOutages(tally, figures, state, outagesCompared);
      outagesCompared = state.outages.length;
      await compareHosting(tally, figures, state, touched);
      await compareMachines(tally, figures, state);
      await compareCustomers(tally, figures, state);
      await compareInterest(tally, figures, state, savingsCompared);
      savingsCompared = state.interestDays.length;
      tally.table('pool payment', state.poolPayments.map(rowOf), await figures.poolPayments(), ({ coin, from, to }) =>
        [coin, from, 'to', to].join(' '),
      );
      return tally.take();
    },
    async compareTotals() {
      const sums = await figures.sums();
      for (const account of new Set([...sums.keys(), ...state.books.balances.keys()]))
        tally.figure(`all postings of ${account}`, state.books.posted(account), sums.get(account) ?? 0n);
      const totals = [...state.totals].map(([customer, total]) => ({ customer, ...total }));
      tally.table('all charges', totals.map(rowOf), await figures.totals(), ({ customer }) => `of ${String(customer)}`);
      return tally.take();
    },
  };
}

const rowOf = (values: object): Row => ({ ...values }) as Row;

class Tally {
  count = 0;
  #differences: string[] = [];

  take(): string[] {
    const differences = this.#differences;
    this.#differences = [];
    return differences;
  }

  figure(subject: string, predicted: Cell, found: Cell): void {
    this.count += 1;
    if (textOf(predicted) !== textOf(found))
      this.#differences.push(`${subject}: predicted ${textOf(predicted)}, found ${textOf(found)}`);
  }

  /** Row by row and figure by figure, both directions. */
  table(what: string, predicted: readonly Row[], found: readonly Row[], keyOf: (row: Row) => string): void {
    const left = new Map(found.map((row) => [keyOf(row), row]));
    for (const row of predicted) {
      const key = keyOf(row);
      const other = left.get(key);
      left.delete(key);
      if (!other) this.#differences.push(`${what} ${key}: predicted ${inOneLine(row)}, found none`);
      else for (const [name, value] of Object.entries(row)) this.figure(`${what} ${key}, ${name}`, value, other[name]);
    }
    for (const [key, row] of left) this.#differences.push(`${what} ${key}: predicted none, found ${inOneLine(row)}`);
  }

  /** Rows without a name of their own: each as often as the other side has it. */
  bag(what: string, predicted: readonly string[], found: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const text of predicted) {
      this.count += 1;
      const times = counts.get(text) ?? 0;
      if (times === 0) this.#differences.push(`${what}: predicted ${text}, not found`);
      else counts.set(text, times - 1);
    }
    for (const [text, times] of counts) if (times > 0) this.#differences.push(`${what}: found ${text}, not predicted`);
  }
}

function textOf(value: Cell): string {
  if (value instanceof Date) return value.toISOString();
  return String(value ?? 'none');
}

const inOneLine = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(', ');

type State = Auditor['state'];

const lineText = (line: {
  from: string;
  to: string;
  type: string;
  amount: bigint;
  date: string;
  machine?: string;
}): string => `${line.type} of ${line.date} from ${line.from} to ${line.to} ${line.machine ?? ''} ${line.amount}`;

async function compareLines(tally: Tally, figures: Figures, fresh: State['books']['fresh']): Promise<void> {
  const found = await figures.freshLines();
  tally.bag('posting', fresh.map(lineText), found.map(lineText));
}

async function compareBalances(tally: Tally, figures: Figures, { books }: State): Promise<void> {
  const found = await figures.balances();
  const stored = [...books.balances.keys()].filter((name) => !name.startsWith('house/') || found.has(name));
  for (const account of new Set([...stored, ...found.keys()])) {
    const { posted, held } = found.get(account) ?? { posted: 0n, held: 0n };
    tally.figure(`balance of ${account}`, books.posted(account), posted);
    tally.figure(`held of ${account}`, books.held.get(account) ?? 0n, held);
  }
}

async function compareOutputs(tally: Tally, figures: Figures, date: string, state: State): Promise<void> {
  const predicted = [...(state.outputs.get(date)?.values() ?? [])].map(rowOf);
  const keyOf = ({ machine, coin, customer }: Row) =>
    `${dayKey(machine, date)} ${String(coin)} (customer ${String(customer)})`;
  const found = await figures.outputs(date);
  tally.table('output', withShortHashrate(predicted), found, keyOf);
}

const withShortHashrate = (rows: Row[]): Row[] =>
  rows.map((row) => ({ ...row, hashrate: shortest(String(row.hashrate)) }));
const shortest = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

const paidOf = ({ amount, prepaid, paid, covered, waived, owed }: Charge | HostingCharge) => ({
  amount,
  prepaid,
  btc: paid.BTC,
  eth: paid.ETH,
  doge: paid.DOGE,
  covered,
  waived,
  owed,
});

async function compareCharges(
  tally: Tally,
  figures: Figures,
  date: string | null,
  state: State,
  touched: readonly (Charge | HostingCharge)[],
): Promise<void> {
  const own = (charge: Charge | HostingCharge): charge is Charge =>
    charge.kind === 'electricity' && charge.correction === null;
  const changed = touched.filter(own);
  const owed = [...state.customers.values()].flatMap((customer) => customer.owed.filter(own));
  const ofDay = date === null ? [] : [...(state.charges.get(date)?.values() ?? [])];
  const predicted = [...new Set([...ofDay, ...owed, ...changed])].map((charge) => ({
    machine: charge.machine,
    date: charge.date,
    customer: charge.customer,
    name: charge.machine,
    coin: charge.coin,
    seconds: charge.seconds,
    powerWatts: charge.powerWatts,
    price: shortest(charge.price),
    promotion: charge.promotion,
    postedAt: new Date(charge.postedAt),
    ...paidOf(charge),
  }));
  const keyOf = (row: Row) => `${dayKey(row.machine, row.date)} (customer ${String(row.customer)})`;
  tally.table('charge', predicted, await figures.charges(date, changed), keyOf);
}

const correctedDay = ({ machine, aboutDate }: { machine: string; aboutDate: string }): string =>
  `${machine} ${aboutDate}`;

/** Of each day of a machine of which any may have changed, all that there are, in their order. */
async function compareCorrections(
  tally: Tally,
  figures: Figures,
  state: State,
  touched: readonly (Charge | HostingCharge)[],
): Promise<void> {
  const owed = [...state.customers.values()].flatMap((customer) => customer.owed);
  const becameCharges = [...owed, ...touched].flatMap((one) =>
    one.kind === 'electricity' ? (one.correction ?? []) : [],
  );
  const days = new Map([...state.freshCorrections, ...becameCharges].map((one) => [correctedDay(one), one]));
  state.freshCorrections = [];
  const none = { amount: 0n, prepaid: 0n, btc: 0n, eth: 0n, doge: 0n, covered: 0n, waived: 0n, owed: 0n };
  const predicted = [...days.keys()]
    .flatMap((day) => state.corrections.get(day) ?? [])
    .map((one) => ({
      machine: one.machine,
      customer: one.customer,
      aboutDate: one.aboutDate,
      date: one.date,
      what: one.what,
      coin: one.coin,
      adjusted: one.amount,
      moved: one.moved,
      movedPromotion: one.movedPromotion,
      promotion: one.charge?.promotion ?? 0n,
      ...(one.charge ? paidOf(one.charge) : none),
    }));
  const found = await figures.corrections([...days.values()]);
  const keyOf = ({ machine, aboutDate, what, coin, at }: Row) =>
    `${dayKey(machine, aboutDate)} ${String(what)} ${String(coin)}, number ${String(at)}`;
  tally.table('correction', numbered(predicted), numbered(found), keyOf);
}

/** Within a day of a machine, what was corrected and its coin. */
function numbered(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const { machine, aboutDate, what, coin } = row;
    const day = [machine, aboutDate, what, coin].join(' ');
    const at = (counts.get(day) ?? 0) + 1;
    counts.set(day, at);
    return { ...row, at };
  });
}

const instantText = (at: number): string => new Date(at).toISOString();

async function compareOutages(tally: Tally, figures: Figures, state: State, from: number): Promise<void> {
  const fresh = state.outages.slice(from).toReversed();
  if (fresh.length > 0) {
    const found = await figures.outages();
    for (const [at, { scope, from: since, to, status, machines }] of fresh.entries()) {
      const of = 'site' in scope ? `site ${scope.site}` : `machine ${scope.machine}`;
      const time = `from ${instantText(since)} to ${to === null ? 'open' : instantText(to)}`;
      tally.figure(`outage of ${of} in the list`, `${of}: ${status} ${time}, ${machines} machines`, found[at]);
    }
  }
  const relogged = [...state.relogged];
  state.relogged.clear();
  if (relogged.length === 0) return;
  const oldest = new Map(relogged.map((no) => [no, state.machine(no).log[0]?.from ?? 0]));
  const predicted = relogged.flatMap((no) =>
    state.machine(no).log.map(({ from: since, to, status }) => ({
      machine: no,
      from: new Date(since),
      to: to === null ? null : new Date(to),
      status,
    })),
  );
  const found = (await figures.periods(relogged)).filter(
    ({ machine, from: since }) => (since as Date).getTime() >= (oldest.get(String(machine)) ?? 0),
  );
  const texts = (rows: readonly Row[]) => rows.map(inOneLine);
  tally.bag('status log', texts(predicted), texts(found));
}

async function compareHosting(
  tally: Tally,
  figures: Figures,
  state: State,
  touched: readonly (Charge | HostingCharge)[],
): Promise<void> {
  const changed = new Set(touched.flatMap(({ kind, machine }) => (kind === 'hosting' ? machine : [])));
  const predicted = state.hosting
    .filter(({ owed, machine }) => owed > 0n || changed.has(machine))
    .map((charge) => {
      const { machine, customer, month, date, firstDay, lastDay, days, monthlyFee } = charge;
      return inOneLine({ machine, customer, month, date, firstDay, lastDay, days, monthlyFee, ...paidOf(charge) });
    });
  tally.bag('hosting', predicted, (await figures.hosting([...changed])).map(inOneLine));
}

async function compareMachines(tally: Tally, figures: Figures, state: State): Promise<void> {
  const predicted = [...state.machines.values()].map(({ no, current, status, since, wanted, contractEnded }) => ({
    machine: no,
    customer: current.owner,
    status,
    since: new Date(since),
    wanted,
    contractEnded,
  }));
  tally.table('machine', predicted, await figures.machines(), ({ machine }) => String(machine));
}

async function compareCustomers(tally: Tally, figures: Figures, state: State): Promise<void> {
  const predicted = [...state.customers.values()].map(({ account, promotion, outputTotal }) => ({
    customer: account,
    promotion,
    BTC: outputTotal.get('BTC') ?? 0n,
    ETH: outputTotal.get('ETH') ?? 0n,
    DOGE: outputTotal.get('DOGE') ?? 0n,
  }));
  tally.table('customer', predicted, await figures.customers(), ({ customer }) => String(customer));
}

async function compareInterest(tally: Tally, figures: Figures, state: State, from: number): Promise<void> {
  const fresh = state.interestDays.slice(from);
  const shares = fresh.flatMap(({ coin, date, shares: all }) => all.map((share) => ({ ...share, coin, date })));
  const dates = [...new Set(fresh.map(({ date }) => date))];
  const keyOf = (row: Row) => `${String(row.coin)} ${String(row.date)} of ${String(row.customer)}`;
  if (dates.length > 0) tally.table('interest', shares, await figures.interest(dates), keyOf);
  const days = state.interestDays.map(({ coin, date, total, wasOwed, isPaid }) => ({
    coin,
    date,
    total,
    wasOwed,
    isPaid,
  }));
  tally.table(
    'interest day',
    days,
    await figures.interestDays(),
    ({ coin, date }) => `${String(coin)} ${String(date)}`,
  );
}
