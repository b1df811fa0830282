import { formatAmount } from '@lode/money';
import type { Outstanding, OutstandingKind, Rest } from './leaving.store.ts';

/** What settles each. */
const remedies: Record<OutstandingKind, (subject: string) => string> = {
  BALANCE: (account) =>
    account === 'INCOME_ACCOUNT' || account === 'COIN_UP_ACCOUNT'
      ? `in ${account}: the customer redeems it`
      : `in ${account}: the customer withdraws it`,
  WITHDRAWAL: (id) => `in withdrawal ${id}: it ends first`,
  DEPOSIT: (id) => `in deposit ${id}, not credited yet: it is credited first, or deposit:credit-small`,
  REMOVED_DEPOSIT: (id) =>
    `of deposit ${id}, which a reorganisation removed: deposit:settle or deposit:write-off, or it is mined again`,
  FREEZE: (reason) => `withdrawals are frozen (${reason}): customer:unfreeze`,
  ORDER: (id) => `in COIN UP order ${id}: it arrives first`,
  INTEREST_OWED: () => 'of interest owed: the fund pays it first',
  FEE_OWED: (machine) => `owed for machine ${machine}: it is paid first`,
  MACHINE: (machine) =>
    `machine ${machine} has days that are not closed: its contract ends or moves to another owner (terms:set), and the last day is closed`,
  HOSTING: (subject) => {
    const end = subject.lastIndexOf(' ');
    return `of hosting of machine ${subject.slice(0, end)}: it is charged with the close of ${subject.slice(end + 1)}, and paid first`;
  },
  OUTAGE_CREDIT: (id) => `outage credit ${id} is not finished: it goes on by itself`,
  PROPOSAL: (id) => `proposal ${id} waits: it is approved or rejected`,
};

/** A line for a person: `0.5 BTC in OUTPUT_ACCOUNT: the customer withdraws it`. */
export function textOf({ what, subject, coin, amount }: Outstanding): string {
  const text = remedies[what](subject);
  return coin === null || amount === null ? text : `${formatAmount(amount, coin)} ${coin} ${text}`;
}

export function textOfRest({ account, coin, kind, amount }: Rest): string {
  const text = `${formatAmount(amount, coin)} ${coin} in ${account}`;
  return kind === 'OWN' ? `${text}, to be paid by hand` : `${text}, promotional: it ends with the account`;
}
