import { type Sentence, sentence } from '../../../platform/sentence.ts';

/** What two people read of a payment that does not go on; or why nothing is done. */
export const noWithdrawal = (id: string | bigint): Sentence =>
  sentence(`there is no withdrawal ${id}`, `没有提现 ${id}`);
export const changedMeanwhile = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} changed meanwhile`, `提现 ${id} 刚刚变了，请刷新后再看`);
export const neitherNor = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} is neither broadcast nor waiting for a signature`, `提现 ${id} 没有广播，也不在等签名`);
export const notBroadcast = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} is not broadcast`, `提现 ${id} 没有广播`);
export const signedMore = (id: bigint): Sentence =>
  sentence(
    `the signer has signed more of withdrawal ${id} than was stored here: run the command again`,
    `签名机为提现 ${id} 签过的比这里存的多：请再做一次`,
  );
export const canBePaid = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} can still be paid`, `提现 ${id} 还能付出`);
export const inputMissing = (
  id: bigint,
  { outpoints, blocks, txid }: { outpoints: readonly string[]; blocks: number; txid: string },
): Sentence =>
  sentence(
    `withdrawal ${id} cannot be paid now: an input of ${outpoints.join(', ')} is in no block since ${blocks} blocks. If it is mined again, ${txid} can be mined after its amount was returned: it would be paid twice. To accept that risk: --although-gone ${txid}`,
    `提现 ${id} 现在付不出：输入 ${outpoints.join('、')} 已有 ${blocks} 个区块不在链上。若它再被打包，退回之后 ${txid} 仍可能上链，就会付两次。愿意承担就给出 ${txid}`,
  );
export const noSigner = sentence('there is no signer to ask what was signed', '没有签名机可问签过什么');
export const paidByExport = (id: bigint, txid: string): Sentence =>
  sentence(`withdrawal ${id} is being paid by the exported ${txid}`, `提现 ${id} 正由导出签名的 ${txid} 付出`);
export const down = (message: string): Sentence => sentence(message, `节点或签名机现在没有答复（${message}）`);

// What failing would do.
export const returning = (number: string, amount: string, customerId: bigint | null): Sentence =>
  sentence(
    `${number}: ${amount} returns to ${customerId === null ? 'treasury' : `customer ${customerId}`}`,
    `${number}：${amount} 退回${customerId === null ? '自有资金' : `客户 ${customerId}`}`,
  );
export const spentByOthers = ({ en, zh }: Sentence): Sentence =>
  sentence(
    `${en}: what it spends was spent by others, it can never be mined`,
    `${zh}：它的输入已被别的交易花掉，不可能再上链`,
  );
export const couldBeMined = ({ en, zh }: Sentence, txid: string): Sentence =>
  sentence(
    `${en}, although ${txid} could still be mined: then it is paid twice`,
    `${zh}，但 ${txid} 仍可能上链：那时就付了两次`,
  );
export const reverted = sentence('its call failed by the word of a node', '一个节点说它的调用失败了');
export const withoutTransfer = sentence(
  'it succeeded, and no transfer of the amount to the receiver is in its receipt',
  '它成功了，但回执里没有把这个金额转给收款人的记录',
);
export const inBlockUnpaid = ({ en, zh }: Sentence, txid: string, first: Sentence, second: Sentence): Sentence =>
  sentence(
    `${en}. ${txid} is in a final block: ${first.en}; ${second.en}. Look up elsewhere what its receiver got before you approve`,
    `${zh}。${txid} 已在最终确认的区块里：${first.zh}；${second.zh}。批准前先在别处查清收款人收到多少`,
  );
export const cannotHaveFailed = (id: bigint, txid: string): Sentence =>
  sentence(
    `withdrawal ${id}: ${txid} is in a block, and on BITCOIN that pays what was signed. The node is wrong: ask another one`,
    `提现 ${id}：${txid} 已在区块里，BITCOIN 上就是照签名付出了。节点说的不对，请查别的节点`,
  );
export const paidBySecond = (id: bigint, txid: string): Sentence =>
  sentence(
    `withdrawal ${id}: the second node has ${txid} as paid. One of the two nodes is wrong`,
    `提现 ${id}：第二节点说 ${txid} 已付出。两个节点有一个不对`,
  );
export const notSoAtSecond = (id: bigint, why: Sentence): Sentence =>
  sentence(
    `withdrawal ${id} is not returned by what one node says: ${why.en}`,
    `提现 ${id} 不凭一个节点说的退回：${why.zh}`,
  );
export const failedAtBoth = (id: bigint, txid: string): Sentence =>
  sentence(
    `withdrawal ${id}: both nodes say that ${txid} failed in its block. Its amount returns by itself`,
    `提现 ${id}：两个节点都说 ${txid} 在区块里失败了，金额会自动退回`,
  );
export const notUnproven = (id: bigint): Sentence =>
  sentence(
    `no final payment of withdrawal ${id} lacks its transfer: it goes on by itself, or see withdrawal:fail`,
    `提现 ${id} 没有「已最终确认而未见付出」的付款：会自动继续，或者改用作废`,
  );
export const countsAsPaid = (number: string, amount: string): Sentence =>
  sentence(`${number}: ${amount} is recorded as paid`, `${number}：${amount} 记为已付出`);
export const isPaidNow = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} is recorded as paid`, `提现 ${id} 已记为付出`);
export const onceEnded = ({ en, zh }: Sentence, exported: string | null): Sentence => {
  const ended = sentence(
    `${en} if the signer has signed nothing of it, which ends there`,
    `${zh}，前提是签名机没有签过它；签名机从此不再签`,
  );
  return exported === null
    ? ended
    : sentence(
        `${ended.en}, and once another payment has spent the inputs of the exported ${exported}`,
        `${ended.zh}，并且要等别的付款花掉导出的 ${exported} 的输入`,
      );
};

/** More than these are counted. */
const mostNamed = 10;
/** One transaction pays several withdrawals: what becomes of one becomes of all. */
export const withOthers = ({ en, zh }: Sentence, others: readonly bigint[]): Sentence => {
  if (others.length === 0) return { en, zh };
  const named = others.slice(0, mostNamed);
  const isCut = others.length > named.length;
  return sentence(
    `${en}. The same holds for the ${others.length} others of its transaction: ${named.join(', ')}${isCut ? ' …' : ''}`,
    `${zh}。同一笔交易里的另外 ${others.length} 笔提现一起处理：${named.join('、')}${isCut ? '等' : ''}`,
  );
};

// What was done. The hint names the command that releases what is kept.
const release = (id: bigint): Sentence =>
  sentence(
    `; to release its unused inputs: abandon it at the signer, then withdrawal:free --id ${id}`,
    `；要释放提现 ${id} 没用掉的输入，先在签名机上放弃它，再点「释放输入」`,
  );
export const hasFailed = (
  id: bigint,
  { once, keepsInputs }: { once: Sentence | null; keepsInputs: boolean },
): Sentence =>
  sentence(
    `withdrawal ${id} has failed and its amount is returned${once?.en ?? ''}${keepsInputs ? release(id).en : ''}`,
    `提现 ${id} 已作废，金额已退回${once?.zh ?? ''}${keepsInputs ? release(id).zh : ''}`,
  );
/** Also the alert's message. */
export const rechecked = (id: bigint, txid: string): Sentence =>
  sentence(
    `withdrawal ${id} was returned while its inputs are in no block: ${txid} is rechecked, and an alert is raised if it is mined`,
    `提现 ${id} 在输入不在链上时退回：${txid} 会继续复查，上链就报警`,
  );
export const returnedWithoutInputs = (id: bigint, txid: string): Sentence => {
  const [{ en, zh }, hint] = [rechecked(id, txid), release(id)];
  return sentence(`${en}. Its amount is returned${hint.en}`, `${zh}。金额已退回${hint.zh}`);
};
export const signedOnce = sentence(
  ' (it was signed once and abandoned at the signer)',
  '（签过一次，已在签名机上放弃）',
);
export const isStoredNow = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} was signed: it is stored and broadcast now`, `提现 ${id} 已经签过：现在存下并广播`);
export const inputsOfAnother = (id: bigint): Sentence =>
  sentence(
    `withdrawal ${id} was signed, and its inputs belong to another payment: run the command again when that one is final`,
    `提现 ${id} 已经签过，而它的输入属于另一笔付款：等那一笔最终确认后再做一次`,
  );
export const endsByItself = (id: bigint, exported: string): Sentence =>
  sentence(
    `withdrawal ${id} is not signed any more. ${exported} was exported: the amount is returned automatically once another payment has spent its inputs`,
    `提现 ${id} 不再签名。${exported} 已导出：等别的付款花掉它的输入后，金额自动退回`,
  );

// Releasing what a payment keeps.
export const notOver = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} is no payment on BITCOIN that is over`, `提现 ${id} 不是已结束的 BITCOIN 付款`);
export const notFinal = (id: bigint): Sentence =>
  sentence(
    `withdrawal ${id} is in no final block any more: it frees nothing until it stands again`,
    `提现 ${id} 已不在最终确认的区块里：重新确认前不释放`,
  );
export const keepsNothing = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} keeps nothing`, `提现 ${id} 没有占用输入`);
export const abandonFirst = (paymentId: string): Sentence =>
  sentence(
    `abandon it at the signer first: release --payment ${paymentId} --reason …`,
    `先在签名机上放弃它：release --payment ${paymentId} --reason …`,
  );
export const notGone = (txid: string): Sentence =>
  sentence(`${txid} is not lost: it is in a block, or waits for one`, `${txid} 还在：已在区块里，或在等区块`);
export const freed = (outpoints: readonly string[]): Sentence =>
  outpoints.length === 0
    ? sentence('everything it would spend is spent', '它要花的都已花掉')
    : sentence(`free again: ${outpoints.join(', ')}`, `已释放：${outpoints.join('、')}`);
