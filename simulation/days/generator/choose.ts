/** What people do at a moment: mostly what makes sense, sometimes what must be refused. Reads the auditor, changes nothing. */
import { houseOf, incomeOf } from '../auditor/books.ts';
import { businessDay, dayLength, hour, miningDay, plusDays, startOf } from '../auditor/calendar.ts';
import { priceOn, versionOn } from '../auditor/machines.ts';
import { expectedFor } from '../auditor/pool.ts';
import { spendable } from '../auditor/reserve.ts';
import { earningOf } from '../auditor/savings.ts';
import type { Machine } from '../auditor/state.ts';
import type { Action, Coin, MachineFacts, MinedCoin, Patch, SavingsCoin, Status } from '../events.ts';
import { anyMachine, type Choice, type Chooser, closedDay, customerOf, machineIn, percent } from './chooser.ts';
import { afterwards, farewells, visits } from './leavers.ts';
import { outageCredits, outages } from './outages.ts';
import { customerName, fastestOf, machineOf, sites } from './plan.ts';

const cents = (amount: bigint): bigint => amount - (amount % 10_000n);

const customerMoves: Choice = (chooser) => {
  const { random } = chooser;
  const machine =
    machineIn(chooser, random.pick(['RUNNING', 'SUSPEND', 'SUSPEND', 'ARREAR'] as const)) ?? anyMachine(chooser);
  const isStranger = random.below(40) === 0;
  const customer = isStranger ? random.pick(chooser.customers) : machine.current.owner;
  const to = machine.status === 'SUSPEND' || random.below(3) === 0 ? 'RUNNING' : 'SUSPEND';
  return { do: 'customer-move', customer, machine: machine.no, to };
};

/** Repair and back again, also of a machine whose owner owes. */
const staffMoves: Choice = (chooser) => {
  const { random } = chooser;
  const statuses = ['REPAIR', 'REPAIR', 'REPAIR', 'RUNNING', 'SUSPEND', 'WAITING', 'ENCAPSULATION'] as const;
  const machine = machineIn(chooser, random.pick(statuses)) ?? anyMachine(chooser);
  const targets: Record<Status, (Status | null)[]> = {
    WAITING: ['ENCAPSULATION', 'RUNNING'],
    ENCAPSULATION: ['RUNNING'],
    RUNNING: ['REPAIR', 'REPAIR', 'REPAIR', 'SUSPEND', 'RUNNING'],
    SUSPEND: ['RUNNING', 'RUNNING', 'REPAIR'],
    REPAIR: [null, 'RUNNING', 'SUSPEND'],
    ARREAR: ['RUNNING', 'REPAIR'],
  };
  return { do: 'staff-move', machine: machine.no, to: random.pick(targets[machine.status]) };
};

function amountFor({ random }: Chooser, coin: SavingsCoin): bigint {
  return coin === 'BTC' ? BigInt(1 + random.below(300_000)) : BigInt(1 + random.below(30_000_000));
}

const deposits: Choice = (chooser) => {
  const coin = chooser.random.below(3) === 0 ? 'BTC' : 'USDT';
  return { do: 'deposit-by-hand', customer: customerOf(chooser), coin, amount: amountFor(chooser, coin) };
};

const chainDeposits: Choice = (chooser) => {
  const amount = 10_000n + BigInt(chooser.random.below(1_000_000));
  return { do: 'coins-arrive', to: { customer: customerOf(chooser) }, amount, arrival: 0 };
};

const promotions: Choice = (chooser) => ({
  do: 'promotion',
  customer: customerOf(chooser),
  amount: BigInt(1 + chooser.random.below(9_000_000)),
});

const payModes: Choice = ({ random, customers }) => ({
  do: 'pay-mode',
  customer: random.pick(customers),
  outputFirst: random.below(2) === 0,
});

/** A day from the first open one up to some days ahead, now and then a closed one. */
function dayOfChange({ state, random }: Chooser, now: number): string {
  const today = miningDay(now);
  const firstOpen = state.lastClosed === null ? today : plusDays(state.lastClosed, 1);
  if (random.below(40) === 0) return plusDays(firstOpen, -1);
  return random.below(4) === 0 ? firstOpen : plusDays(today, random.below(11));
}

function patchOf(chooser: Chooser, machine: Machine, from: string, now: number): Patch {
  const { random } = chooser;
  const { below, pick } = random;
  const terms = (versionOn(machine, from) ?? (machine.versions[0] as Machine['versions'][number])).terms;
  const after = Math.max(now, startOf(from));
  const instant = (days: number) => after + days * dayLength + 1 + pick([0, below(24) * hour, below(86_400_000)]);
  const patches: (() => Patch)[] = [
    () => ({ owner: pick(chooser.customers) }),
    () => ({ owner: pick(chooser.customers), site: pick(sites), end: null }),
    () => ({ site: pick(sites) }),
    () => ({ end: instant(below(20)) }),
    () => ({ end: instant(30 + below(300)) }),
    () => ({ end: null }),
    () => ({ poolFee: pick(['0.04', '0.03', '0.02', '0.05']) }),
    () => ({
      hashrate: String(Math.min(Number.parseInt(terms.hashrate, 10) + 1 + below(2), fastestOf(machine.model))),
    }),
    () => ({ powerWatts: terms.powerWatts - 10 + below(20) }),
    () => (machine.kind === 'THIRD' ? { hostingFee: BigInt(below(60_000_000)) } : { end: instant(5 + below(40)) }),
  ];
  return pick(patches)();
}

const terms: Choice = (chooser, now) => {
  const { random } = chooser;
  const from = dayOfChange(chooser, now);
  const wanted = random.below(4) === 0 ? 2 + random.below(12) : 1;
  const changed = new Map<string, Machine>();
  for (let count = 0; count < wanted; count += 1) {
    const machine = anyMachine(chooser);
    changed.set(machine.no, machine);
  }
  // All or none: a file of many is of days that are open, and of sales and renewals.
  const changes = [...changed.values()].map((machine) => ({
    machine: machine.no,
    from,
    patch: wanted === 1 ? patchOf(chooser, machine, from, now) : { owner: random.pick(chooser.customers), end: null },
  }));
  return { do: 'terms', changes };
};

/** A contract that soon ends is renewed, at once or after a gap. */
const renewals: Choice = (chooser, now) => {
  const { random } = chooser;
  const soon = now + 20 * dayLength;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const machine = anyMachine(chooser);
    const { end } = machine.current;
    if (end === null || end < now - 5 * dayLength || end > soon) continue;
    const from = plusDays(miningDay(end), random.below(6));
    const patch = {
      end: random.below(2) === 0 ? null : startOf(from) + (1 + random.below(90)) * dayLength + random.below(dayLength),
    };
    return { do: 'terms', changes: [{ machine: machine.no, from, patch }] };
  }
  return null;
};

/** Of a machine whose owner owes for it, also to one who owes himself. */
const salesOfDebtors: Choice = (chooser, now) => {
  const { random, state } = chooser;
  const owner = customerOf(chooser);
  const [charge] = state.customer(owner).owed;
  if (!charge) return null;
  const from = plusDays(miningDay(now), random.below(3));
  return { do: 'terms', changes: [{ machine: charge.machine, from, patch: { owner: customerOf(chooser) } }] };
};

const cancelled: Choice = (chooser, now) => {
  const { state } = chooser;
  const firstOpen = state.lastClosed === null ? miningDay(now) : plusDays(state.lastClosed, 1);
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const machine = anyMachine(chooser);
    const version = machine.versions.slice(1).find(({ from }) => from >= firstOpen);
    if (version) return { do: 'cancel-terms', machine: machine.no, from: version.from };
  }
  return null;
};

/** Down at once, up after the days of notice, and sometimes too early. */
const tariffs: Choice = (chooser, now) => {
  const { random, state } = chooser;
  const site = random.pick(sites);
  const isRise = random.below(2) === 0;
  const from = isRise
    ? plusDays(miningDay(now), (random.below(8) === 0 ? 1 : 4) + random.below(6))
    : dayOfChange(chooser, now);
  const price = Number(priceOn(state, site, from) ?? '0.05') * 1_000_000;
  const micro = Math.round(price * (isRise ? 1 + random.below(15) / 100 : 1 - random.below(15) / 100));
  const bounded = Math.min(130_000, Math.max(20_000, micro));
  return { do: 'tariff', site, price: String(bounded / 1_000_000), from };
};

const outputCorrections: Choice = (chooser) => {
  const { random, state } = chooser;
  const date = closedDay(chooser);
  if (date === null) return null;
  const output = [...(state.outputs.get(date)?.values() ?? [])][random.below(state.outputs.get(date)?.size || 1)];
  if (!output) return null;
  const { machine, coin, net } = output;
  const amount = random.below(2) === 0 ? BigInt(1 + random.below(40_000)) : -percent(net, random.below(108)) - 1n;
  return { do: 'correct', machine, date, what: 'output', coin, amount };
};

const electricityCorrections: Choice = (chooser) => {
  const { random, state } = chooser;
  const date = closedDay(chooser);
  const charges = date === null ? undefined : state.charges.get(date);
  const charge = [...(charges?.values() ?? [])][random.below(charges?.size || 1)];
  if (date === null || !charge) return null;
  const { machine, amount: charged, paid } = charge;
  const isTooLittle = random.below(3) === 0;
  const coin: Coin = isTooLittle ? 'USDT' : ((['BTC', 'ETH', 'DOGE'] as const).find((one) => paid[one] > 0n) ?? 'USDT');
  const most = coin === 'USDT' ? charged : paid[coin];
  const amount = isTooLittle ? -BigInt(1 + random.below(3_000_000)) : percent(most, 1 + random.below(104)) + 1n;
  return { do: 'correct', machine, date, what: 'electricity', coin: random.below(4) === 0 ? 'USDT' : coin, amount };
};

const hostingCorrections: Choice = ({ random, state }) => {
  const charge = state.hosting.at(-1 - random.below(Math.min(60, state.hosting.length || 1)));
  if (!charge) return null;
  const { machine, month, customer, amount: charged } = charge;
  const amount =
    random.below(3) === 0 ? -BigInt(1 + random.below(3_000_000)) : percent(charged, 1 + random.below(104)) + 1n;
  return { do: 'correct-hosting', machine, month, customer, coin: 'USDT', amount };
};

const subscriptions: Choice = ({ random, state, customers }, now) => {
  const coin = random.pick(['BTC', 'USDT'] as const);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const customer = random.pick(customers);
    const most = spendable(state, customer, coin, now);
    const amount = percent(most, random.pick([30, 60, 100, 100, 104]));
    const smallest = coin === 'BTC' ? 100_000n : 100_000_000n;
    const typed = coin === 'USDT' && amount !== most ? cents(amount) : amount;
    if (typed >= smallest || (typed > 0n && attempt === 9)) return { do: 'subscribe', customer, coin, amount: typed };
  }
  return null;
};

const redemptions: Choice = ({ random, state, customers }) => {
  const coin = random.pick(['BTC', 'USDT'] as const);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const customer = random.pick(customers);
    const most = earningOf(state, customer, coin);
    const amount = percent(most, random.pick([20, 50, 100, 103]));
    const typed = coin === 'USDT' && amount !== most ? cents(amount) : amount;
    if (typed > 0n) return { do: 'redeem', customer, coin, amount: typed };
  }
  return null;
};

const interestRedemptions: Choice = ({ random, state, customers }) => {
  const coin = random.pick(['BTC', 'USDT'] as const);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const customer = random.pick(customers);
    const amount = state.books.available(incomeOf(customer, coin));
    if (amount > 0n) return { do: 'redeem-interest', customer, coin, amount };
  }
  return null;
};

/** From what the source has, rarely more. */
const fundPayments: Choice = ({ random, state }) => {
  const coin = random.pick(['BTC', 'USDT'] as const);
  const from =
    coin === 'BTC' ? 'treasury' : random.pick(['electricity-revenue', 'hosting-revenue', 'treasury'] as const);
  const names = {
    treasury: 'TREASURY',
    'electricity-revenue': 'ELECTRICITY_REVENUE',
    'hosting-revenue': 'HOSTING_REVENUE',
  };
  const amount = percent(state.books.available(houseOf(names[from], coin)), random.pick([5, 10, 30, 95, 101])) + 1n;
  return { do: 'pay-fund', coin, amount, from };
};

const rates: Choice = ({ random }, now) => {
  const from = plusDays(businessDay(now), random.pick([0, 1, 2, 8, 12]));
  const percentage = `${1 + random.below(8)}.${String(random.below(100)).padStart(2, '0')}`;
  return { do: 'rate', coin: random.pick(['BTC', 'USDT'] as const), percent: percentage, from };
};

const fundings: Choice = ({ random }) => ({
  do: 'coins-arrive',
  to: 'FUNDING',
  amount: BigInt(10_000 + random.below(5_000_000)),
  arrival: 0,
});

/** The pool pays some days, a little less or more than they mined; what arrived is matched, or is something else. */
const poolPayments: Choice = (chooser) => {
  const { random, state, arrivals, firstDay } = chooser;
  const standing = [...state.arrivals].find(([, { stands }]) => stands > 0n);
  const coin: MinedCoin = standing ? 'BTC' : random.pick(['BTC', 'BTC', 'ETH', 'DOGE'] as const);
  let from = firstDay;
  while (state.poolPaidDays.has(`${coin} ${from}`)) from = plusDays(from, 1);
  if (state.lastClosed === null || from > state.lastClosed) return null;
  const span = random.below(5);
  const end = plusDays(from, span);
  const to = end > state.lastClosed ? state.lastClosed : end;
  const expected = expectedFor(state, coin, from, to);
  const near = percent(expected, random.pick([100, 100, 100, 97, 103, 60])) + 1n - BigInt(random.below(2));
  if (coin !== 'BTC') return near > 0n ? { do: 'pool-payment', coin, from, to, source: { byHand: near } } : null;
  if (!standing)
    return near > 0n ? { do: 'coins-arrive', to: 'POOL', amount: near, arrival: (arrivals.count += 1) } : null;
  const [arrival] = standing;
  if (random.below(6) > 0) return { do: 'pool-payment', coin, from, to, source: { arrival } };
  const as = random.below(2) === 0 ? 'treasury' : { customer: customerOf(chooser) };
  return { do: 'settle', arrival, as };
};

const imports: Choice = (chooser, now) => {
  const { random, state, machines } = chooser;
  const firstOpen = state.lastClosed === null ? miningDay(now) : plusDays(state.lastClosed, 1);
  const earliest = startOf(firstOpen);
  const added: MachineFacts[] = [];
  // One start a file: a site has one price in it.
  const start = random.pick([now, now - random.below(Math.max(1, now - earliest)), now + random.below(3 * dayLength)]);
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const site = random.pick(sites);
    const no = `M-${machines.length + added.length + 1}`;
    const price = priceOn(state, site, miningDay(start)) ?? '0.05';
    const facts = machineOf(random, { no, owner: random.pick(chooser.customers), start, site, price });
    added.push({ ...facts, end: facts.end === null || facts.end > now ? facts.end : null });
  }
  return { do: 'import-machines', machines: added };
};

const newCustomers: Choice = ({ customers, left }) => ({
  do: 'add-customer',
  customer: customerName(customers.length + left.length + 1),
});

const choices: readonly [weight: number, choice: Choice][] = [
  [14, customerMoves],
  [14, staffMoves],
  [12, deposits],
  [2, chainDeposits],
  [4, promotions],
  [3, payModes],
  [12, terms],
  [4, renewals],
  [4, salesOfDebtors],
  [2, cancelled],
  [3, tariffs],
  [6, outputCorrections],
  [6, electricityCorrections],
  [3, hostingCorrections],
  [8, outages],
  [8, outageCredits],
  [6, subscriptions],
  [5, redemptions],
  [3, interestRedemptions],
  [4, fundPayments],
  [1, rates],
  [2, fundings],
  [5, poolPayments],
  [2, imports],
  [3, newCustomers],
  [4, visits],
  [8, farewells],
  [1, afterwards],
];
const allWeights = choices.reduce((sum, [weight]) => sum + weight, 0);

export function choose(chooser: Chooser, now: number): Action | null {
  let dice = chooser.random.below(allWeights);
  for (const [weight, choice] of choices) {
    if (dice < weight) return choice(chooser, now);
    dice -= weight;
  }
  return null;
}
