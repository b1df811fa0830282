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
export interface ChargePayment {
  customerId: bigint;
  machineId: bigint;
  machineNo: string;
  date: string;
  coin: string;
  from: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT';
  to: 'ELECTRICITY_REVENUE' | 'HOSTING_REVENUE';
  type: string;
  amount: bigint;
  /** The part of the amount that is promotional credit. */
  promotion: bigint;
}

/** Micro-USDT for one coin, by `priceKey`. */
export type Prices = ReadonlyMap<string, bigint>;
export const priceKey = (coin: string, date: string) => `${coin} ${date}`;

const unitsOfCoin = 100_000_000n;

/**
 * One customer's payments as a person would calculate them: charge by charge, oldest first, each from what the account
 * then has. It shares nothing with the function that pays them in the database. Reduces `balance` by each payment.
 */
export function* payElectricity(
  balance: AvailableBalance,
  due: readonly DueElectricity[],
  prices: Prices,
): Generator<ChargePayment> {
  for (const charge of due.length > 1 ? due.toSorted(inOrder) : due) {
    if (balance.ele === 0n && !hasOutput(balance)) return;
    const { customerId, machineId, machineNo, date, coin } = charge;
    let owed = charge.amount;
    const common = { customerId, machineId, machineNo, date, to: 'ELECTRICITY_REVENUE' } as const;
    const typeIn = (paidIn: string) => (charge.adjustmentId === null ? `ELE_CONSUME_${paidIn}` : 'ADJUST_ELE');
    for (const paidIn of payersInOrder(coin, balance.outputFirst)) {
      if (owed === 0n) break;
      if (paidIn === 'USDT') {
        if (balance.ele === 0n) continue;
        const amount = least(balance.ele, owed);
        balance.ele -= amount;
        const promotion = least(balance.promotion, amount);
        balance.promotion -= promotion;
        owed -= amount;
        yield { ...common, coin: 'USDT', from: 'ELE_ACCOUNT', type: typeIn('USDT'), amount, promotion };
        continue;
      }
      const { amount, covered } = payFromOutput(balance, owed, paidIn, { prices, date: charge.priceDate });
      owed -= covered;
      if (amount === 0n) continue;
      yield { ...common, coin: paidIn, from: 'OUTPUT_ACCOUNT', type: typeIn(paidIn), amount, promotion: 0n };
    }
  }
}

/** What OUTPUT has in a coin, as far as it is owed: units rounded down, what a last part covers rounded up. */
function payFromOutput(
  balance: AvailableBalance,
  owed: bigint,
  coin: string,
  { prices, date }: { prices: Prices; date: string },
) {
  const has = balance.output.get(coin) ?? 0n;
  const price = has === 0n ? undefined : prices.get(priceKey(coin, date));
  if (price === undefined) return { amount: 0n, covered: 0n };
  const wanted = divFloor(owed * unitsOfCoin, price);
  const amount = least(wanted, has);
  balance.output.set(coin, has - amount);
  return { amount, covered: amount === wanted ? owed : least(owed, divCeil(amount * price, unitsOfCoin)) };
}

/** What OUTPUT pays with: the coin that the machine mines, then the others in a fixed order. */
const coinsInOrder = (mined: string) => [...new Set([mined, 'BTC', 'ETH', 'DOGE'])];

const knownPayers = new Map<string, readonly string[]>();

/** The same with the prepaid account before or after it. Thousands of charges have one of a few orders. */
function payersInOrder(mined: string, outputFirst: boolean): readonly string[] {
  const key = `${outputFirst} ${mined}`;
  const known = knownPayers.get(key);
  if (known) return known;
  const coins = coinsInOrder(mined);
  const payers = outputFirst ? [...coins, 'USDT'] : ['USDT', ...coins];
  knownPayers.set(key, payers);
  return payers;
}

function hasOutput({ output }: AvailableBalance): boolean {
  for (const amount of output.values()) if (amount > 0n) return true;
  return false;
}

/** Hosting comes after electricity, oldest first: prepaid money that is no promotion, then outputs, whatever the pay mode. */
export function* payHosting(
  balance: AvailableBalance,
  due: readonly DueHosting[],
  prices: Prices,
): Generator<ChargePayment> {
  for (const { customerId, machineId, machineNo, date, coin, amount: owed } of due.toSorted(byDate)) {
    const available = balance.ele - balance.promotion;
    const prepaid = least(available > 0n ? available : 0n, owed);
    balance.ele -= prepaid;
    let rest = owed - prepaid;
    const common = { customerId, machineId, machineNo, date, type: 'HOSTING_FEE', promotion: 0n } as const;
    yield { ...common, coin: 'USDT', from: 'ELE_ACCOUNT', to: 'HOSTING_REVENUE', amount: prepaid };
    for (const paidIn of coinsInOrder(coin)) {
      if (rest === 0n) break;
      const { amount, covered } = payFromOutput(balance, rest, paidIn, { prices, date });
      rest -= covered;
      yield { ...common, coin: paidIn, from: 'OUTPUT_ACCOUNT', to: 'HOSTING_REVENUE', amount };
    }
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

function byDate(a: DueHosting, b: DueHosting): number {
  return compare(a.date, b.date) || compare(a.machineNo, b.machineNo) || compare(a.id, b.id);
}

function compare<T extends string | bigint>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
