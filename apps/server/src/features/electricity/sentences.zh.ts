import { type Coin, formatAmount } from '@lode/money';
import { inClauses, type Sentence, sentence, signed } from '../../platform/sentence.ts';
import { accountName } from '../../platform/staff/names.ts';
import type { Adjusted } from './adjust-charge.ts';
import type { AdjustEffect, Move } from './adjust-effect.ts';

/** What two people read of the correction of an output, of electricity or of hosting; or why there is none. */
const kinds = { output: '产出', electricity: '电费', hosting: '托管费' };
const periods = { day: '当天', month: '当月' };
type Period = keyof typeof periods;
type Kind = Adjusted | 'hosting';

const usdt = (amount: bigint) => `${formatAmount(amount, 'USDT')} USDT`;

export const corrected = (kind: Kind, machine: string, date: string, by: string): Sentence =>
  sentence(
    `${kind} of machine ${machine} ${kind === 'hosting' ? 'in' : 'on'} ${date} by ${by}`,
    `矿机 ${machine} 在 ${date} 的${kinds[kind]}更正 ${signed(by).zh}`,
  );

export function effect({ charged, becameCharge, waived, moves, owedAfter }: AdjustEffect): Sentence {
  const named = (amounts: readonly Move[]): Sentence => {
    const texts = amounts.map(({ account, coin, amount }) => {
      const text = `${formatAmount(amount < 0n ? -amount : amount, coin)} ${coin}`;
      return sentence(`${text} ${account}`, `${accountName(account)} ${text}`);
    });
    return sentence(texts.map(({ en }) => en).join(', '), texts.map(({ zh }) => zh).join('、'));
  };
  const taken = named(moves.filter(({ amount }) => amount < 0n));
  const given = named(moves.filter(({ amount }) => amount > 0n));
  return inClauses([
    ...(charged === null ? [] : [sentence(`its own charge is ${usdt(charged)}`, `本身的费用是 ${usdt(charged)}`)]),
    sentence(
      `${usdt(becameCharge)} became a charge, ${usdt(waived)} less is owed`,
      `${usdt(becameCharge)} 成为新费用，欠费减少 ${usdt(waived)}`,
    ),
    ...(taken.en === '' ? [] : [sentence(`taken from the customer: ${taken.en}`, `从客户扣除：${taken.zh}`)]),
    ...(given.en === '' ? [] : [sentence(`given to the customer: ${given.en}`, `给客户：${given.zh}`)]),
    ...(moves.length === 0 ? [sentence('no account moves', '账户没有变动')] : []),
    sentence(`the customer owes ${usdt(owedAfter)} afterwards`, `之后客户欠 ${usdt(owedAfter)}`),
  ]);
}

export const already = (what: Sentence): Sentence => sentence(`already adjusted: ${what.en}`, `已更正过：${what.zh}`);
export const alreadyWithKey = (what: Sentence, key: string): Sentence =>
  sentence(`${already(what).en}, key ${key}`, `${already(what).zh}，键 ${key}`);
export const adjusted = (what: Sentence, of: Sentence, key: string): Sentence =>
  sentence(`adjusted: ${what.en}; ${of.en}; key ${key}`, `已更正：${what.zh}；${of.zh}；键 ${key}`);

export const debitBound = (
  { atMost, charged }: { atMost: bigint; charged: bigint },
  { times, always, period }: { times: bigint; always: bigint; period: Period },
): Sentence =>
  sentence(
    `one correction charges at most ${usdt(atMost)}: ${times} times that ${period}'s own charge of ${usdt(charged)}, or ${usdt(always)} where that is more`,
    `一次更正最多收 ${usdt(atMost)}：${periods[period]}费用 ${usdt(charged)} 的 ${times} 倍，或 ${usdt(always)}，取较大的`,
  );
export const moreThanCharged = (kind: Kind, atMost: string): Sentence =>
  kind === 'hosting'
    ? sentence(
        `only ${atMost} of that month's hosting can be given back or taken off`,
        `当月托管费最多退回或减免 ${atMost}`,
      )
    : sentence(
        `only ${atMost} of that day's electricity can be given back or taken off`,
        `当天电费最多退回或减免 ${atMost}`,
      );
export const moreThanMined = (machine: string, atMost: string, date: string): Sentence =>
  sentence(
    `machine ${machine} mined only ${atMost} on ${date}, corrections included`,
    `矿机 ${machine} 在 ${date} 只产出 ${atMost}，已含更正`,
  );
export const moreThanRevenue = (kind: Kind, left: string): Sentence =>
  kind === 'hosting'
    ? sentence(`HOSTING_REVENUE has only ${left}: give back when it has more`, `托管费收入只有 ${left}：等有更多时再退`)
    : sentence(
        `ELECTRICITY_REVENUE has only ${left}: the rest was paid out of it, give back when it has more`,
        `电费收入只有 ${left}：其余已付出，等有更多时再退`,
      );
export const severalCustomers = (customers: readonly bigint[]): Sentence =>
  sentence(
    `the machine changed hands in the month: give --customer ${customers.join(' or ')}`,
    `矿机当月换过归属：请给出客户 ${customers.join(' 或 ')}`,
  );
export const notCharged = sentence(
  'no hosting of the machine is charged for that month',
  '当月没有收过这台矿机的托管费',
);
export const customerLeft = sentence(
  'the customer has left, with everything settled: nothing of it is corrected any more',
  '客户已销户，全部结清：不再更正',
);
export const dayOpen = (date: string): Sentence =>
  sentence(`${date} is not closed: its close will take what is right`, `${date} 还没有日结：日结时会按正确的计`);
export const dayElsewhere = (date: string, month: string): Sentence =>
  sentence(
    `${date} is kept elsewhere with the days of ${month.slice(0, 7)}: they have to be attached before they are corrected`,
    `${date} 的记录随 ${month.slice(0, 7)} 已归档：接回后才能更正`,
  );
export const priceMissing = (coin: Coin, date: string): Sentence =>
  sentence(`the price of ${coin} of ${date} is missing: import it first`, `缺 ${coin} 在 ${date} 的参考价：先导入`);

export const chargedInUsdt = sentence(
  'electricity and hosting that were too little are charged in USDT',
  '少收的电费和托管费以 USDT 补收',
);
export const minedCoinOnly = sentence(
  '--coin is BTC, ETH or DOGE; electricity may be USDT too',
  '产出的币是 BTC、ETH 或 DOGE；电费也可以是 USDT',
);
