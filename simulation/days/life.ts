/** Lives through days: each event is predicted by the auditor, carried out in the product, and what came of it is compared. */
import { seededRandom } from '../random.ts';
import { Auditor } from './auditor/auditor.ts';
import { dayLength, plusDays, startOf } from './auditor/calendar.ts';
import { comparisonOf } from './compare.ts';
import type { Action, SimulatedEvent } from './events.ts';
import { CalendarOfEvents } from './generator/calendar-of-events.ts';
import type { Chooser } from './generator/chooser.ts';
import { customerName, isPoor, machineOf, priceAtStart, sites } from './generator/plan.ts';
import { carryOut } from './product/carry-out.ts';
import type { Company } from './product/company.ts';

export interface LifeOptions {
  seed: number;
  /** The first mining day. */
  from: string;
  machines: number;
  eventsPerDay: number;
  /** Compares after every event, else after every close: then a difference names the event that made it. */
  comparesOften: boolean;
}

export interface Counts {
  events: number;
  refused: number;
  comparisons: number;
}

/** What differs, with all that it takes to see it again. */
export class Difference extends Error {
  override readonly name = 'Difference';
  readonly differences: readonly string[];
  constructor(after: SimulatedEvent, differences: readonly string[], recent: readonly SimulatedEvent[] = []) {
    const shown = differences.slice(0, 30).join('\n  ');
    super(
      `${differences.length} figures differ after ${describeEvent(after)}:\n  ${shown}${historyOf(differences, recent)}`,
    );
    this.differences = differences;
  }
}

/** The last events that name the machine of the first difference that names one. */
function historyOf(differences: readonly string[], recent: readonly SimulatedEvent[]): string {
  const machine = differences.map((text) => / (M-\d+) /.exec(text)?.[1]).find((no) => no !== undefined);
  if (machine === undefined) return '';
  const events = recent.filter((event) => JSON.stringify(event, withBigint).includes(`"${machine}"`)).slice(-12);
  return `\nevents of ${machine}:${events.map((event) => `\n  ${describeEvent(event)}`).join('')}`;
}

const machinesPerCustomer = 10;
const eventsKept = 4000;

export class Life {
  readonly auditor = new Auditor();
  readonly #company: Company;
  readonly #options: LifeOptions;
  readonly #comparison: ReturnType<typeof comparisonOf>;
  readonly #chooser: Chooser;
  readonly #calendar: CalendarOfEvents;
  #recent: SimulatedEvent[] = [];
  #counts = { events: 0, refused: 0 };
  readonly #spent = new Map<string, number>();
  readonly #occurrences = new Map<string, { done: number; refused: number }>();

  constructor(company: Company, options: LifeOptions) {
    this.#company = company;
    this.#options = options;
    this.#comparison = comparisonOf(company, this.auditor);
    const random = seededRandom(options.seed);
    const { state } = this.auditor;
    const facts = { firstDay: options.from, customers: [], left: [], machines: [], arrivals: { count: 0 } };
    this.#chooser = { state, random, ...facts, leaving: null };
    this.#calendar = new CalendarOfEvents(this.#chooser, options.eventsPerDay);
  }

  get counts(): Counts {
    return { ...this.#counts, comparisons: this.#comparison.count() };
  }

  /** Seconds, by what they went into. */
  timeSpent(): string {
    return [...this.#spent].map(([what, time]) => `${what} ${(time / 1000).toFixed(1)} s`).join(', ');
  }

  /** How often each event occurred, refused ones behind a stroke, and what came of them. */
  occurrences(): string {
    const { state } = this.auditor;
    const events = [...this.#occurrences].map(([name, { done, refused }]) => `${name} ${done}/${refused}`);
    const corrections = [...state.corrections.values()].flat();
    const results = {
      'stops for arrears': state.stops,
      'hosting charges': state.hosting.length,
      'days of interest that were owed': state.interestDays.filter(({ wasOwed }) => wasOwed).length,
      'corrections that became charges': corrections.filter(({ charge }) => charge !== null).length,
      'refunds of promotion': corrections.filter(({ movedPromotion }) => movedPromotion > 0n).length,
      'machines in recorded outages': state.outages.reduce((sum, { machines }) => sum + machines, 0),
      'corrections by outage credits': corrections.filter(({ credit }) => credit !== null).length,
      'outage credits that still wait': state.credits.filter(({ isPosted }) => !isPosted).length,
      'pool payments that differ': state.poolPayments.filter(({ paid, expected }) => paid !== expected).length,
      'late closes': state.lateCloses,
    };
    return [...events, ...Object.entries(results).map(([name, count]) => `${name} ${count}`)].join(', ');
  }

  /** Customers, machines, and money to begin with. */
  async begin(): Promise<void> {
    const { from, machines } = this.#options;
    const { random } = this.#chooser;
    const at = startOf(from) + 1000;
    const count = Math.max(4, Math.ceil(machines / machinesPerCustomer));
    const customers = Array.from({ length: count }, (_, index) => customerName(index + 1));
    for (const customer of customers) await this.#live({ do: 'add-customer', customer, at });
    const facts = Array.from({ length: machines }, (_, index) => {
      const site = sites[random.below(sites.length)] ?? sites[0];
      const start = random.below(12) === 0 ? at + random.below(6 * dayLength) : startOf(from) - random.below(dayLength);
      const owner = random.pick(customers);
      return machineOf(random, { no: `M-${index + 1}`, owner, start, site, price: priceAtStart(site) });
    });
    await this.#live({ do: 'import-machines', machines: facts, at });
    for (const customer of customers) {
      if (isPoor(customer)) continue;
      const amount = BigInt(1_000_000 + random.below(300_000_000));
      await this.#live({ do: 'deposit-by-hand', customer, coin: 'USDT', amount, at: at + 1000 });
    }
  }

  /** Mining days from the first on; the last of them closes on the day after it. */
  async liveThrough(days: number, onDay: (date: string) => void = () => undefined): Promise<void> {
    const { from } = this.#options;
    this.#spent.clear();
    for (let day = 0; day <= days; day += 1) {
      const date = plusDays(from, day);
      await this.liveDay(date, { isLast: day === days });
      onDay(date);
    }
  }

  async liveDay(date: string, how: { isLast?: boolean; isQuiet?: boolean }): Promise<void> {
    for (const event of this.#calendar.eventsOf(date, how)) await this.#live(event);
  }

  async compareTotals(): Promise<string[]> {
    return this.#comparison.compareTotals();
  }

  /** Of the closed day once more, and everything else. */
  async compareNow(): Promise<string[]> {
    return this.#comparison.compare(this.auditor.state.lastClosed);
  }

  async #live(event: SimulatedEvent): Promise<void> {
    this.#recent.push(event);
    if (this.#recent.length > 2 * eventsKept) this.#recent = this.#recent.slice(-eventsKept);
    const closes = event.do === 'close-mining';
    const predicted = await this.#timed('predicting', () => this.auditor.predict(event));
    const answer = await this.#timed(closes ? 'closing days' : 'carrying out the rest', () =>
      carryOut(this.#company, event, this.#counts.events).catch((error: unknown) => {
        throw new Error(`${describeEvent(event)} ended with an error`, { cause: error });
      }),
    );
    this.#counts.events += 1;
    if (predicted === 'refused') this.#counts.refused += 1;
    const occurrence = this.#occurrences.get(event.do) ?? { done: 0, refused: 0 };
    occurrence[predicted] += 1;
    this.#occurrences.set(event.do, occurrence);
    if (answer.outcome !== predicted) {
      const found = answer.outcome === 'refused' ? `refused (${answer.why})` : 'done';
      throw new Difference(event, [`predicted ${predicted}, ${found}`]);
    }
    if (predicted === 'done') this.#learn(event);
    if (!closes && !this.#options.comparesOften) return;
    const differences = await this.#timed('comparing', () =>
      this.#comparison.compare(event.do === 'close-mining' ? event.date : null),
    );
    if (differences.length > 0) throw new Difference(event, differences, this.#recent);
  }

  async #timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#spent.set(what, (this.#spent.get(what) ?? 0) + performance.now() - started);
    return result;
  }

  #learn(action: Action): void {
    const { customers, machines } = this.#chooser;
    if (action.do === 'add-customer') customers.push(action.customer);
    if (action.do === 'leave') {
      customers.splice(customers.indexOf(action.customer), 1);
      this.#chooser.left.push(action.customer);
    }
    if (action.do === 'import-machines') for (const { no } of action.machines) machines.push(no);
  }
}

function describeEvent({ at, ...event }: SimulatedEvent): string {
  const text = JSON.stringify(event, withBigint);
  return `${new Date(at).toISOString()} ${text.length > 400 ? `${text.slice(0, 400)} …` : text}`;
}

const withBigint = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
