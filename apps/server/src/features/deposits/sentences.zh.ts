import { inList, type Sentence, sentence } from '../../platform/sentence.ts';
import { accountName } from '../../platform/staff/names.ts';

/** What two people read of a deposit that a reorganisation removed; or why nothing is done. */
export const noDeposit = (id: string | bigint): Sentence => sentence(`there is no deposit ${id}`, `没有充值 ${id}`);
export const neverCredited = (id: bigint): Sentence =>
  sentence(`deposit ${id} was never credited: there is nothing to claw back`, `充值 ${id} 没有入账过：没有可追回的`);
export const inBlock = (id: bigint): Sentence =>
  sentence(`deposit ${id} is in a block: there is nothing to claw back`, `充值 ${id} 在区块里：没有可追回的`);
export const lacksNothing = (id: bigint): Sentence =>
  sentence(`deposit ${id} lacks nothing any more`, `充值 ${id} 已经处理完`);

export const writtenOffAlready = (amount: string, id: bigint, key: string): Sentence =>
  sentence(
    `already written off: ${amount} of deposit ${id}, key ${key}`,
    `已核销过：充值 ${id} 的 ${amount}，键 ${key}`,
  );
export const lacksOnly = (id: bigint, lacking: string): Sentence =>
  sentence(`deposit ${id} lacks only ${lacking}`, `充值 ${id} 只差 ${lacking}`);
export const hasToTake = (customerId: bigint, own: string, id: bigint): Sentence =>
  sentence(
    `customer ${customerId} has ${own} to take: deposit:settle --id ${id} --available comes first`,
    `客户 ${customerId} 还有 ${own} 可追回：先追回充值 ${id}`,
  );
export const inTransit = (amount: string, what: 'WITHDRAWAL' | 'ORDER', id: string): Sentence =>
  what === 'WITHDRAWAL'
    ? sentence(`${amount} in withdrawal ${id}`, `提现 ${id} 中的 ${amount}`)
    : sentence(`${amount} in COIN UP order ${id}`, `COIN UP 订单 ${id} 中的 ${amount}`);
export const hasInTransit = (customerId: bigint, parts: readonly Sentence[]): Sentence => {
  const named = inList(parts);
  return sentence(
    `customer ${customerId} has ${named.en}: that ends first, and what comes back is taken by deposit:settle`,
    `客户 ${customerId} 有${named.zh}：先等它结束，退回的部分由充值追回取走`,
  );
};
export const treasuryShort = (left: string, amount: string): Sentence =>
  sentence(
    `treasury has only ${left} of ${amount}: nothing was written off`,
    `自有资金只有 ${left}，需要 ${amount}：没有核销`,
  );
export const held = (amount: string, account: string): Sentence =>
  sentence(`${amount} in ${account}`, `${accountName(account)}有 ${amount}`);
export const writeOff = (
  {
    id,
    customerId,
    amount,
    lacking,
    rest,
  }: { id: bigint; customerId: bigint; amount: string; lacking: string; rest: string | null },
  holdings: readonly Sentence[],
): Sentence => {
  const has = holdings.length === 0 ? sentence('nothing', '没有余额') : inList(holdings);
  return sentence(
    `deposit ${id} of customer ${customerId}: ${amount} of ${lacking} written off against treasury, ${rest === null ? 'the freeze ends' : `${rest} still lacking`}; the customer has ${has.en}`,
    `客户 ${customerId} 的充值 ${id}：所差 ${lacking} 中的 ${amount} 由自有资金核销，${rest === null ? '冻结解除' : `还差 ${rest}`}；客户现有：${has.zh}`,
  );
};
export const otherFreeze = (summary: Sentence): Sentence =>
  sentence(`${summary.en}; another freeze of the customer stands`, `${summary.zh}；客户另有冻结，没有解除`);
export const oneOfAmountAndAll = sentence('give --amount or --all, one of them', '金额与全部要给出其中一个');

// Clawing back.
export const nothingToTake = (customerId: bigint): Sentence =>
  sentence(`customer ${customerId} has nothing to take`, `客户 ${customerId} 没有可追回的余额`);
export const tooLittleToTake = (
  customerId: bigint,
  { own, less, id }: { own: string; less: string; id: bigint },
): Sentence =>
  sentence(
    `customer ${customerId} has ${own} to take, ${less} less than deposit ${id}: nothing was taken`,
    `客户 ${customerId} 只有 ${own} 可追回，比充值 ${id} 少 ${less}：没有追回`,
  );
export const taken = (
  id: bigint,
  { amount, customerId, rest }: { amount: string; customerId: bigint; rest: string | null },
): Sentence =>
  sentence(
    `deposit ${id}: ${amount} taken from customer ${customerId}${rest === null ? '' : `, ${rest} still lacking`}`,
    `充值 ${id}：从客户 ${customerId} 追回 ${amount}${rest === null ? '' : `，还差 ${rest}`}`,
  );

// Crediting what is below the minimum.
export const nothingToCredit = (customerId: bigint): Sentence =>
  sentence(
    `customer ${customerId} has no final deposit that is not credited`,
    `客户 ${customerId} 没有已最终确认而未入账的充值`,
  );
export const depositsOf = (count: number, sum: string): Sentence =>
  sentence(`${count} deposits, ${sum}`, `${count} 笔，共 ${sum}`);
export const credited = (customerId: bigint, parts: readonly Sentence[]): Sentence =>
  sentence(
    `customer ${customerId} is credited with ${parts.map(({ en }) => en).join(' and ')}, below the minimum`,
    `给客户 ${customerId} 入账低于最低数量的充值：${parts.map(({ zh }) => zh).join('；')}`,
  );
export const areCredited = (count: number, customerId: bigint): Sentence =>
  sentence(`${count} deposits of customer ${customerId} are credited`, `已给客户 ${customerId} 入账 ${count} 笔充值`);
