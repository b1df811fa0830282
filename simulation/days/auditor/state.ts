import type {
  Coin,
  DatedBackStatus,
  Epoch,
  MinedCoin,
  OutageScope,
  Patch,
  PoolReport,
  SavingsCoin,
  Status,
} from '../events.ts';
import { Books } from './books.ts';

/** All that a day of a machine is computed by. */
export interface Terms {
  owner: string;
  site: string;
  hashrate: string;
  powerWatts: number;
  poolFee: string;
  hostingFee: bigint | null;
  end: number | null;
}

/** Terms from a mining day on: what was set for that day, over what stood before. */
export interface Version {
  from: string;
  patch: Patch;
  terms: Terms;
  decidedAt: number;
  /** Whether the machine lives by it already. */
  begun: boolean;
}

/** Of the status log. */
export interface Period {
  from: number;
  to: number | null;
  status: Status;
  by: 'staff' | 'customer' | 'product';
  /** Written by a correction of the log. */
  isCorrected: boolean;
}

export interface Machine {
  no: string;
  model: string;
  coin: MinedCoin;
  kind: 'SUBSCRIBE' | 'THIRD';
  /** In order; the first holds all terms. */
  versions: Version[];
  /** By which it lives now. */
  current: Terms;
  status: Status;
  since: number;
  wanted: 'RUNNING' | 'SUSPEND' | null;
  contractEnded: boolean;
  expectedStart: number | null;
  /** In order, as far back as corrections reach. */
  log: Period[];
  /** When it was first anything else than on its way. */
  onSiteSince: number | null;
  /** The last business day that hosting is charged for. */
  hostedTo: string | null;
}

/** Electricity of a machine for a day, or what a correction of it became. */
export interface Charge {
  kind: 'electricity';
  machine: string;
  customer: string;
  date: string;
  /** The day whose prices count. */
  priceDate: string;
  coin: MinedCoin;
  seconds: number;
  powerWatts: number;
  price: string;
  amount: bigint;
  prepaid: bigint;
  promotion: bigint;
  paid: Record<MinedCoin, bigint>;
  covered: bigint;
  waived: bigint;
  owed: bigint;
  postedAt: number;
  /** Counts corrections; null of a day's own charge. */
  correction: Correction | null;
}

export interface HostingCharge {
  kind: 'hosting';
  machine: string;
  customer: string;
  month: string;
  date: string;
  coin: MinedCoin;
  firstDay: string;
  lastDay: string;
  days: number;
  monthlyFee: bigint | null;
  amount: bigint;
  prepaid: bigint;
  paid: Record<MinedCoin, bigint>;
  covered: bigint;
  waived: bigint;
  owed: bigint;
  /** In the order in which they came. */
  number: number;
}

export interface Correction {
  number: number;
  machine: string;
  customer: string;
  aboutDate: string;
  date: string;
  what: 'output' | 'electricity' | 'hosting';
  coin: Coin;
  amount: bigint;
  moved: bigint;
  movedPromotion: bigint;
  charge: Charge | null;
  /** The outage credit that made it; null: by hand. */
  credit: number | null;
}

/** A status that was dated back. */
export interface Outage {
  scope: OutageScope;
  from: number;
  to: number | null;
  status: DatedBackStatus;
  machines: number;
}

export interface OutageCredit {
  number: number;
  scope: OutageScope;
  from: number;
  to: number;
  keepsOutput: boolean;
  /** Else it waits for revenue. */
  isPosted: boolean;
}

export interface Output {
  machine: string;
  customer: string;
  coin: MinedCoin;
  hashrate: string;
  seconds: number;
  gross: bigint;
  fee: bigint;
  net: bigint;
}

export interface Customer {
  account: string;
  outputFirst: boolean;
  promotion: bigint;
  owed: Charge[];
  owedHosting: HostingCharge[];
  outputTotal: Map<MinedCoin, bigint>;
  positions: Map<SavingsCoin, Position>;
  /** Coins have arrived at an address of this customer. */
  hasAddress: boolean;
  hasLeft: boolean;
}

export interface Order {
  direction: 'IN' | 'OUT';
  amount: bigint;
  date: string;
  arrival: string;
  isDone: boolean;
}

export interface Position {
  orders: Order[];
  /** Of orders that are done and no longer kept. */
  settledIn: bigint;
  settledOut: bigint;
  /** What is left of interest below one minor unit, in parts of 365 · 10^6. */
  carry: bigint;
}

export interface InterestDay {
  coin: SavingsCoin;
  date: string;
  total: bigint;
  shares: { customer: string; principal: bigint; amount: bigint; carry: bigint }[];
  wasOwed: boolean;
  isPaid: boolean;
}

export interface NetworkDay {
  blocks: number;
  subsidies: bigint;
  fees: bigint;
  epochs: Epoch[];
}

export interface Arrival {
  coin: 'BTC';
  /** What it has in SUSPENSE. */
  stands: bigint;
}

export interface PoolPayment {
  coin: MinedCoin;
  from: string;
  to: string;
  paid: bigint;
  expected: bigint;
}

/** Of a customer, over all days. */
export interface Total {
  charges: number;
  amount: bigint;
  prepaid: bigint;
  promotion: bigint;
  btc: bigint;
  eth: bigint;
  doge: bigint;
  covered: bigint;
  waived: bigint;
  owed: bigint;
}

const noTotal: Total = {
  charges: 0,
  amount: 0n,
  prepaid: 0n,
  promotion: 0n,
  btc: 0n,
  eth: 0n,
  doge: 0n,
  covered: 0n,
  waived: 0n,
  owed: 0n,
};

export class State {
  readonly books = new Books();
  readonly customers = new Map<string, Customer>();
  readonly machines = new Map<string, Machine>();
  /** Prices in USDT per kWh by the day from which they count, in order. */
  readonly tariffs = new Map<string, { from: string; price: string }[]>();
  readonly network = new Map<string, NetworkDay>();
  readonly prices = new Map<string, Record<MinedCoin, bigint>>();
  readonly reports = new Map<string, PoolReport[]>();
  /** Of closed days, by date and machine; kept as long as corrections may reach them. */
  readonly charges = new Map<string, Map<string, Charge>>();
  readonly outputs = new Map<string, Map<string, Output>>();
  readonly hosting: HostingCharge[] = [];
  /** Those of a machine's day: `M-1 2028-02-29`. */
  readonly corrections = new Map<string, Correction[]>();
  /** Those that were made since they were last compared. */
  freshCorrections: Correction[] = [];
  readonly outages: Outage[] = [];
  /** Machines whose log was corrected since it was last compared. */
  readonly relogged = new Set<string>();
  readonly credits: OutageCredit[] = [];
  readonly arrivals = new Map<number, Arrival>();
  readonly poolPayments: PoolPayment[] = [];
  /** Net outputs by coin and closed day: `BTC 2028-02-29`. */
  readonly minedOn = new Map<string, bigint>();
  readonly poolPaidDays = new Set<string>();
  /** `date` is the corrected day. */
  uncountedCorrections: { coin: MinedCoin; date: string; amount: bigint }[] = [];
  readonly interestDays: InterestDay[] = [];
  readonly rates: { coin: SavingsCoin; from: string; ppm: bigint }[] = [
    { coin: 'BTC', from: '0000-00-00', ppm: 18_000n },
    { coin: 'USDT', from: '0000-00-00', ppm: 42_000n },
  ];
  lastClosed: string | null = null;
  lastSavingsClosed: string | null = null;
  correctionCount = 0;
  /** Machines that went to ARREAR, and closes more than a day after their time: for the report of a run. */
  stops = 0;
  lateCloses = 0;
  /** Charges and corrections that changed since they were last compared. */
  readonly touched = new Set<Charge | HostingCharge>();
  readonly totals = new Map<string, Total>();

  /** Changes a day's charge, and the totals with it. */
  change<T>(charge: Charge | HostingCharge, work: () => T): T {
    if (charge.kind === 'hosting' || charge.correction !== null) return work();
    this.#count(charge, -1);
    const result = work();
    this.#count(charge, 1);
    return result;
  }

  #count({ customer, amount, prepaid, promotion, paid, covered, waived, owed }: Charge, sign: 1 | -1): void {
    const total = this.totals.get(customer) ?? { ...noTotal };
    const factor = BigInt(sign);
    total.charges += sign;
    total.amount += factor * amount;
    total.prepaid += factor * prepaid;
    total.promotion += factor * promotion;
    total.btc += factor * paid.BTC;
    total.eth += factor * paid.ETH;
    total.doge += factor * paid.DOGE;
    total.covered += factor * covered;
    total.waived += factor * waived;
    total.owed += factor * owed;
    this.totals.set(customer, total);
  }

  /** A new charge of a day. */
  countNew(charge: Charge): void {
    this.#count(charge, 1);
  }

  customer(account: string): Customer {
    const customer = this.customers.get(account);
    if (!customer) throw new Error(`no customer ${account}`);
    return customer;
  }

  machine(no: string): Machine {
    const machine = this.machines.get(no);
    if (!machine) throw new Error(`no machine ${no}`);
    return machine;
  }

  owesElectricity(account: string): boolean {
    return this.customer(account).owed.length > 0;
  }

  owesFees(account: string): boolean {
    const { owed, owedHosting } = this.customer(account);
    return owed.length > 0 || owedHosting.length > 0;
  }
}
