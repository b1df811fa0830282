import { divCeil, divFloor } from '@lode/money';
import type { DueElectricity, DueHosting } from './opening-balances.ts';

/** What one customer can pay with. */
export interface AvailableBalance {
  outputFirst: boolean;
  /** Part of the prepaid money that pays electricity only. */
  promotion: bigint;
  ele: bigint;
  /** By coin. */
  output: Map<string, bigint>;
}

/** One line that the ledger should have. */
export interface Payment {
  customerId: bigint;
  machineId: bigint;
  machineNo: string;
  date: string;
  coin: string;
  from: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT';
  to: 'ELECTRICITY_REVENUE' | 'HOSTING_REVENUE';
  type: string;
  amount: bigint;
}

/** Micro-USDT for one coin, by `priceKey`. */
export type Prices = ReadonlyMap<string, bigint>;
export const priceKey = (coin: string, date: string) => `${coin} ${date}`;

const unitsOfCoin = 100_000_000n;

/**
 * One customer's payments as a person would calculate them: charge by charge, oldest first, each from what the account
 * then has. It knows nothing of the running sums by which they are posted. Reduces `balance` by each payment.
 */
export function* payElectricity(
  balance: AvailableBalance,
  due: readonly DueElectricity[],
  prices: Prices,
): Generator<Payment> {
  for (const charge of due.toSorted(inOrder)) {
    const { customerId, machineId, machineNo, date, coin } = charge;
    let owed = charge.amount;
    const common = { customerId, machineId, machineNo, date, to: 'ELECTRICITY_REVENUE' } as const;
    const typeIn = (paidIn: string) => (charge.adjustmentId === null ? `ELE_CONSUME_${paidIn}` : 'ADJUST_ELE');
    const steps = balance.outputFirst ? (['output', 'ele'] as const) : (['ele', 'output'] as const);
    for (const step of steps) {
      if (owed === 0n) break;
      if (step === 'ele') {
        const amount = least(balance.ele, owed);
        balance.ele -= amount;
        balance.promotion -= least(balance.promotion, amount);
        owed -= amount;
        yield { ...common, coin: 'USDT', from: 'ELE_ACCOUNT', type: typeIn('USDT'), amount };
        continue;
      }
      const price = prices.get(priceKey(coin, charge.priceDate));
      const has = balance.output.get(coin) ?? 0n;
      if (price === undefined || has === 0n) continue;
      const wanted = divFloor(owed * unitsOfCoin, price);
      const amount = least(wanted, has);
      balance.output.set(coin, has - amount);
      owed -= amount === wanted ? owed : least(owed, divCeil(amount * price, unitsOfCoin));
      yield { ...common, coin, from: 'OUTPUT_ACCOUNT', type: typeIn(coin), amount };
    }
  }
}

/** Hosting comes after electricity, oldest month first, from prepaid money that is no promotion. */
export function* payHosting(balance: AvailableBalance, due: readonly DueHosting[]): Generator<Payment> {
  for (const { customerId, machineId, machineNo, month, amount: owed } of due.toSorted(byMonth)) {
    const available = balance.ele - balance.promotion;
    const amount = least(available > 0n ? available : 0n, owed);
    balance.ele -= amount;
    const common = { customerId, machineId, machineNo, date: lastDayOf(month), coin: 'USDT' } as const;
    yield { ...common, from: 'ELE_ACCOUNT', to: 'HOSTING_REVENUE', type: 'HOSTING_FEE', amount };
  }
}

function inOrder(a: DueElectricity, b: DueElectricity): number {
  return (
    compare(a.date, b.date) ||
    compare(a.machineNo, b.machineNo) ||
    compare(a.machineId, b.machineId) ||
    compare(a.adjustmentId ?? 0n, b.adjustmentId ?? 0n)
  );
}

function byMonth(a: DueHosting, b: DueHosting): number {
  return compare(a.month, b.month) || compare(a.machineId, b.machineId);
}

function compare<T extends string | bigint>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
