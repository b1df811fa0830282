import type { DbTx } from '../../../platform/db/database.ts';
import type { RuleKey, StoredBounds } from '../review/auto-approval-policy.ts';
import type { WithdrawCoin } from './coins.ts';

type TermKey = `withdraw.${'min' | 'max' | 'day' | 'fee'}.${WithdrawCoin}`;

const keys = [
  'withdraw.min.BTC',
  'withdraw.min.USDT',
  'withdraw.max.BTC',
  'withdraw.max.USDT',
  'withdraw.day.BTC',
  'withdraw.day.USDT',
  'withdraw.fee.BTC',
  'withdraw.fee.USDT',
  'withdraw.rule.BTC',
  'withdraw.rule.USDT',
] as const satisfies (TermKey | RuleKey)[];

export interface TermsPorts {
  settingsAt(
    dbTx: DbTx,
    wanted: typeof keys,
    at: Date,
  ): Promise<Record<TermKey, string> & Record<RuleKey, StoredBounds | null>>;
}

/** What is asked of one withdrawal, and of all of a business day; amounts in full scale. */
export interface WithdrawTerms {
  min: string;
  max: string;
  perDay: string;
  fee: string;
  /** What is approved without people; null where nothing is. */
  rule: StoredBounds | null;
}

/** The settings in force at a time. */
export async function withdrawTermsAt(
  dbTx: DbTx,
  ports: TermsPorts,
  coin: WithdrawCoin,
  at: Date,
): Promise<WithdrawTerms> {
  const stored = await ports.settingsAt(dbTx, keys, at);
  return {
    min: stored[`withdraw.min.${coin}`],
    max: stored[`withdraw.max.${coin}`],
    perDay: stored[`withdraw.day.${coin}`],
    fee: stored[`withdraw.fee.${coin}`],
    rule: stored[`withdraw.rule.${coin}`],
  };
}
