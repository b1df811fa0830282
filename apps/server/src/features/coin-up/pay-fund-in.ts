import {
  type HouseAccount,
  houseAccount,
  InsufficientFunds,
  KeyReused,
  postTransfer,
  readBalances,
} from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import { lockPayable } from '../../platform/house-account/revenue.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import { fundDebts, lockFund } from './run/fund.ts';
import { type PayDeps, payFunded } from './run/pay-interest.ts';
import type { SavingsCoin } from './savings-coin.ts';

/** Where the fund's money may come from: none of them goes below zero, and revenue pays only what is covered by coins. */
export const fundSources = {
  treasury: 'TREASURY',
  'electricity-revenue': 'ELECTRICITY_REVENUE',
  'hosting-revenue': 'HOSTING_REVENUE',
  'withdrawal-fee-revenue': 'WITHDRAWAL_FEE_REVENUE',
} as const satisfies Record<string, HouseAccount>;
export type FundSource = (typeof fundSources)[keyof typeof fundSources];

export interface FundPayment {
  coin: SavingsCoin;
  amount: bigint;
  from: FundSource;
  reason: string;
  key: string;
  authority: Authority;
  now: Date;
}

export type FundPaymentResult =
  | { outcome: 'paid-in' | 'already-paid-in' }
  | { outcome: 'source-too-small'; left: bigint }
  /** The source has it, but coins that the house holds beyond all that it owes are less. */
  | { outcome: 'not-covered'; left: bigint }
  | { outcome: 'key-used-otherwise' };

/** Pays into INTEREST_FUND, in the open, as a transfer of its own; what is owed is paid from it first, at once. */
export async function payFundIn(
  deps: PayDeps & Pick<StaffPorts, 'recordAudit'>,
  { coin, amount, from, reason, key, authority, now }: FundPayment,
): Promise<FundPaymentResult> {
  const source = houseAccount(from, coin);
  const date = businessDate(now);
  let result: FundPaymentResult;
  try {
    result = await deps.database.transaction(async (dbTx): Promise<FundPaymentResult> => {
      // Before the fund's account: deciding a day locks them in this order.
      await lockFund(dbTx);
      const { balance, covered } =
        from === 'TREASURY' ? { balance: amount, covered: amount } : await lockPayable(dbTx, from, coin);
      const { transferId, replayed } = await postTransfer(dbTx, {
        key: `coin-up-fund:${key}`,
        input: { coin, amount, from, reason },
        kind: 'coin-up-fund',
        businessDate: date,
        postedAt: now,
        postings: [{ from: source, to: houseAccount('INTEREST_FUND', coin), type: 'FUND_PAID_IN', amount, date }],
      });
      if (replayed) return { outcome: 'already-paid-in' };
      if (balance < amount) throw new Refused({ outcome: 'source-too-small', left: balance });
      if (covered < amount) throw new Refused({ outcome: 'not-covered', left: covered });
      await fundDebts(dbTx, now);
      await deps.recordAudit(dbTx, {
        at: now,
        authority,
        action: 'coin-up:fund',
        subject: `INTEREST_FUND ${coin}`,
        reason,
        detail: { amount: String(amount), from, key, transferId: String(transferId) },
      });
      return { outcome: 'paid-in' };
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    // The ledger itself keeps the balance of TREASURY.
    if (error instanceof InsufficientFunds && error.account === source) {
      const balance = (await readBalances(deps.database, [source])).get(source);
      return { outcome: 'source-too-small', left: balance?.available ?? 0n };
    }
    if (error instanceof KeyReused) return { outcome: 'key-used-otherwise' };
    throw error;
  }
  await payFunded(deps, now);
  return result;
}

/** Rolls the posting back: a repeated command must find its first time before it finds the source empty. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly result: FundPaymentResult;
  constructor(result: FundPaymentResult) {
    super(`the fund is not paid: ${result.outcome}`);
    this.result = result;
  }
}
