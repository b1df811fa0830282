import { formatAmount } from '@lode/money';
import { inClauses, type Sentence, sentence } from '../../platform/sentence.ts';
import { accountName } from '../../platform/staff/names.ts';
import type { Leaver, Outstanding, OutstandingKind, Rest } from './leaving.store.ts';

/** What settles each. */
const remedies: Record<OutstandingKind, (subject: string) => Sentence> = {
  BALANCE: (account) =>
    account === 'INCOME_ACCOUNT' || account === 'COIN_UP_ACCOUNT'
      ? sentence(`in ${account}: the customer redeems it`, `在${accountName(account)}：由客户赎回`)
      : sentence(`in ${account}: the customer withdraws it`, `在${accountName(account)}：由客户提现`),
  WITHDRAWAL: (id) => sentence(`in withdrawal ${id}: it ends first`, `在提现 ${id} 中：先等它结束`),
  DEPOSIT: (id) =>
    sentence(
      `in deposit ${id}, not credited yet: it is credited first, or deposit:credit-small`,
      `在充值 ${id} 中，还没有入账：先入账，或按小额入账`,
    ),
  REMOVED_DEPOSIT: (id) =>
    sentence(
      `of deposit ${id}, which a reorganisation removed: deposit:settle or deposit:write-off, or it is mined again`,
      `属于被链重组移除的充值 ${id}：先撤回或核销，或等它重新上链`,
    ),
  FREEZE: (reason) =>
    sentence(`withdrawals are frozen (${reason}): customer:unfreeze`, `提现已冻结（${reason}）：先解冻`),
  ORDER: (id) => sentence(`in COIN UP order ${id}: it arrives first`, `在 COIN UP 订单 ${id} 中：先等到账`),
  INTEREST_OWED: () => sentence('of interest owed: the fund pays it first', '待付利息：先由利息基金付清'),
  FEE_OWED: (machine) => sentence(`owed for machine ${machine}: it is paid first`, `矿机 ${machine} 的欠费：先付清`),
  MACHINE: (machine) =>
    sentence(
      `machine ${machine} has days that are not closed: its contract ends or moves to another owner (terms:set), and the last day is closed`,
      `矿机 ${machine} 还有未日结的日子：先让合约到期或转给别人（合同条款），并日结最后一天`,
    ),
  HOSTING: (subject) => {
    const end = subject.lastIndexOf(' ');
    const [machine, day] = [subject.slice(0, end), subject.slice(end + 1)];
    return sentence(
      `of hosting of machine ${machine}: it is charged with the close of ${day}, and paid first`,
      `矿机 ${machine} 的托管费：随 ${day} 的日结收取，先付清`,
    );
  },
  OUTAGE_CREDIT: (id) =>
    sentence(`outage credit ${id} is not finished: it goes on by itself`, `停机补偿 ${id} 还没有完成：会自动继续`),
  PROPOSAL: (id) => sentence(`proposal ${id} waits: it is approved or rejected`, `变更 ${id} 在等复核：先批准或驳回`),
};

/** A line for a person: `0.5 BTC in OUTPUT_ACCOUNT: the customer withdraws it`. */
export function outstanding({ what, subject, coin, amount }: Outstanding): Sentence {
  const remedy = remedies[what](subject);
  if (coin === null || amount === null) return remedy;
  const text = `${formatAmount(amount, coin)} ${coin}`;
  return sentence(`${text} ${remedy.en}`, `${text} ${remedy.zh}`);
}

export function rest({ account, coin, kind, amount }: Rest): Sentence {
  const text = `${formatAmount(amount, coin)} ${coin}`;
  return kind === 'OWN'
    ? sentence(`${text} in ${account}, to be paid by hand`, `${accountName(account)} ${text}，线下付清`)
    : sentence(
        `${text} in ${account}, promotional: it ends with the account`,
        `${accountName(account)} ${text}，赠送余额：随账户结束`,
      );
}

const who = ({ id, nickname, account }: Leaver): Sentence =>
  sentence(`customer ${id} "${nickname}" ${account}`, `客户 ${id}「${nickname}」${account}`);

export const leftAlready = (id: bigint): Sentence => sentence(`customer ${id} has left already`, `客户 ${id} 已销户`);

export function cannotLeaveYet(leaver: Leaver, named: readonly Outstanding[], more: number): Sentence {
  const [name, lines] = [who(leaver), inClauses(named.map(outstanding))];
  return sentence(
    `${name.en} cannot leave yet: ${lines.en}${more > 0 ? `; and ${more} more: customer:standing` : ''}`,
    `${name.zh} 还不能销户：${lines.zh}${more > 0 ? `；另有 ${more} 项` : ''}`,
  );
}

export function receiptMissing(leaver: Leaver, own: readonly Rest[]): Sentence {
  const [name, lines] = [who(leaver), inClauses(own.map(rest))];
  return sentence(
    `${name.en}: ${lines.en}; pay it and name the receipt: --receipt`,
    `${name.zh}：${lines.zh}；先付清，再写明付款凭证`,
  );
}

export function receiptNeedless(leaver: Leaver): Sentence {
  const name = who(leaver);
  return sentence(
    `${name.en} has nothing to pay by hand: leave --receipt out`,
    `${name.zh} 没有要线下付的余款：不要填付款凭证`,
  );
}

export function leavesForGood(leaver: Leaver, rests: readonly Rest[], receipt: string | null): Sentence {
  const name = who(leaver);
  const remainder = rests.length === 0 ? sentence('nothing stands', '没有余款') : inClauses(rests.map(rest));
  return sentence(
    `${name.en} leaves for good: ${remainder.en}${receipt === null ? '' : ` (paid: ${receipt})`}`,
    `${name.zh} 永久销户：${remainder.zh}${receipt === null ? '' : `（付款凭证：${receipt}）`}`,
  );
}
