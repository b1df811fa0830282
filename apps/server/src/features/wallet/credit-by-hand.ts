import { customerAccount, houseAccount, KeyReused, type PostingType, postTransfer } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import { keyOf } from '../../platform/commands/readers.ts';
import { type Database, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import type { LedgerType } from './ledger-records.store.ts';
import { creditText } from './texts.ts';

/** What staff can credit by hand: cash that was taken, and electricity that the house gives. */
export type HandCredit = 'deposit-usdt' | 'deposit-btc' | 'init' | 'feedback';

interface HandCreditKind {
  /** The kind in keys and in the books. */
  name: string;
  coin: 'USDT' | 'BTC';
  from: 'CASH' | 'PROMOTION_EXPENSE';
  to: 'ELE_ACCOUNT' | 'OUTPUT_ACCOUNT';
  type: PostingType & LedgerType;
}

export const handCredits: Record<HandCredit, HandCreditKind> = {
  'deposit-usdt': { name: 'deposit-manual', coin: 'USDT', from: 'CASH', to: 'ELE_ACCOUNT', type: 'ELE_RECHARGE' },
  'deposit-btc': { name: 'deposit-manual', coin: 'BTC', from: 'CASH', to: 'OUTPUT_ACCOUNT', type: 'RECHARGE_BTC' },
  init: { name: 'credit-init', coin: 'USDT', from: 'PROMOTION_EXPENSE', to: 'ELE_ACCOUNT', type: 'ELE_INIT' },
  feedback: {
    name: 'credit-feedback',
    coin: 'USDT',
    from: 'PROMOTION_EXPENSE',
    to: 'ELE_ACCOUNT',
    type: 'DAILY_PROFIT_FEEDBACK',
  },
};

export interface CreditByHandPorts extends Pick<StaffPorts, 'recordAudit'> {
  /** Locks all that paying debts may reach for, at once and in the order of the day close. To be called before a credit. */
  lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  /** Remembers how much of the prepaid balance is promotional credit. */
  readonly raisePromotion: (db: Queryable, customerId: bigint, amount: bigint) => Promise<void>;
  /** Says it to the customer, in the transaction of the credit. */
  readonly noticeCredit: (db: Queryable, notices: readonly { to: string; text: string; at: string }[]) => Promise<void>;
  /** Pays what the customer owes, oldest first, from what is there now. */
  readonly payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<unknown>;
}

export interface CreditRequest {
  kind: HandCredit;
  /** In its one spelling. */
  account: string;
  /** Minor units of the kind's coin. */
  amount: bigint;
  reason: string;
  /** Null: made from the other fields and the business date, so that a command that is repeated does nothing twice. */
  key: string | null;
  /** The command's name for the audit log. */
  action: string;
  authority: Authority;
  now: Date;
}

export type CreditResult =
  | { outcome: 'recorded' | 'already-recorded'; key: string; transferId: bigint }
  | { outcome: 'unknown-account' }
  | { outcome: 'key-used-otherwise'; key: string };

const customerByAccount = query('wallet.customer-by-account', 'select id from customer where account = $1').as<{
  id: bigint;
}>();

/** Credits a customer once per key, and pays at once what is owed; all in one transaction, or nothing. */
export async function creditByHand(
  database: Database,
  ports: CreditByHandPorts,
  request: CreditRequest,
): Promise<CreditResult> {
  const { kind, account, amount, reason, now } = request;
  const { name, coin, from, to, type } = handCredits[kind];
  const day = businessDate(now);
  const key = request.key ?? keyOf([kind, account, amount, reason, day]);
  try {
    return await database.transaction(async (dbTx) => {
      const customer = await maybeOne(dbTx, customerByAccount, [account]);
      if (!customer) return { outcome: 'unknown-account' };
      await ports.lockPayingAccounts(dbTx, [customer.id]);
      const { transferId, replayed } = await postTransfer(dbTx, {
        key: `${name}:${key}`,
        input: { kind, account, amount, reason },
        kind: name,
        businessDate: day,
        postedAt: now,
        postings: [
          { from: houseAccount(from, coin), to: customerAccount(customer.id, to, coin), type, amount, date: day },
        ],
      });
      if (replayed) return { outcome: 'already-recorded', key, transferId };
      // Before the debts: what is given away is what pays first.
      if (from === 'PROMOTION_EXPENSE') await ports.raisePromotion(dbTx, customer.id, amount);
      await ports.payOwed(dbTx, [customer.id], now);
      await ports.noticeCredit(dbTx, [{ to: account, text: creditText(type, amount, coin), at: now.toISOString() }]);
      await ports.recordAudit(dbTx, {
        at: now,
        authority: request.authority,
        action: request.action,
        subject: `customer ${customer.id}`,
        reason,
        detail: { kind, coin, amount: String(amount), key, transferId: String(transferId) },
      });
      return { outcome: 'recorded', key, transferId };
    });
  } catch (error) {
    if (error instanceof KeyReused) return { outcome: 'key-used-otherwise', key };
    throw error;
  }
}
