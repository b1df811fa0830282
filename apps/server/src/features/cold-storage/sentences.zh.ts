import type { RefillFlaw } from '@lode/chain-bitcoin';
import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What two people read of a cold wallet and of a refill from it; or why there is none. */
export const recordedAlready = sentence('this wallet is recorded already', '这个冷钱包已登记');
export const hasCoins = sentence(
  'there are coins at its addresses already: record a wallet that has never been used',
  '它的地址上已有币：请登记从未用过的钱包',
);
export const unusable = (message: string): Sentence => sentence(message, `不能使用：${message}`);
export const aWallet = sentence('a cold wallet', '冷钱包');
export const aRefill = sentence('a refill', '从冷钱包补充');
export const addressTaken = sentence('an address of this wallet is recorded already', '这个钱包有地址已登记');
export const refusedByDatabase = (message: string): Sentence => sentence(message, `数据库拒绝：${message}`);
export const walletHas = (network: string, first: readonly string[], isOne: boolean): Sentence =>
  sentence(
    `the cold wallet of ${network} has ${isOne ? `the address ${first.join()}` : `the addresses ${first.join(', ')}, …`}`,
    `${network} 的冷钱包地址：${first.join('、')}${isOne ? '' : '……'}`,
  );
export const walletReceives = (network: string, version: number): Sentence =>
  sentence(
    `version ${version} of the cold wallet of ${network} receives from now on`,
    `${network} 冷钱包的第 ${version} 版从现在起收款`,
  );
export const descriptor = sentence('a descriptor with its checksum, or an address', '带校验码的描述符，或地址');

// Refills.
export const bitcoinClosed = sentence('BITCOIN is not open', 'BITCOIN 没有开放');
export const noWallet = (version: number | null): Sentence =>
  version === null
    ? sentence('no cold wallet of BITCOIN is recorded', '没有登记 BITCOIN 的冷钱包')
    : sentence(`no cold wallet of BITCOIN has version ${version}`, `BITCOIN 的冷钱包没有第 ${version} 版`);
export const underWay = sentence(
  'a refill is under way: submit or cancel it first',
  '有一笔补充还在进行：先提交或取消它',
);
export const tooLittle = (amount: string): Sentence =>
  sentence(
    `cold storage has too little that is final for ${amount} and the fee`,
    `冷钱包里已确认的不够 ${amount} 加手续费`,
  );
export const feeTooHigh = (fee: string): Sentence =>
  sentence(
    `the network fee would be ${fee}, more than a hundredth of the amount`,
    `网络手续费会是 ${fee}，超过金额的百分之一`,
  );
export const notAsProposed = (txid: string): Sentence =>
  sentence(
    `cold storage is not what it was: ${txid} was proposed, propose it anew`,
    `冷钱包已有变化：提议的是 ${txid}，请重新提议`,
  );
export const changeTaken = sentence(
  'another transfer has taken the address of its change: propose it anew',
  '找零地址已被另一笔划转占用：请重新提议',
);
export const inputsTaken = sentence(
  'a refill is under way, or its inputs are reserved',
  '有一笔补充还在进行，或它的输入已被占用',
);
export const refill = (amount: string, fee: string, txid: string): Sentence =>
  sentence(
    `${amount} from cold storage to the hot wallet, fee ${fee}, transaction ${txid}`,
    `从冷钱包补充 ${amount} 到热钱包，手续费 ${fee}，交易 ${txid}`,
  );
export const refillRecorded = (subject: string, amount: string, fee: string, txid: string): Sentence =>
  sentence(
    `${subject}: ${amount} to the hot wallet, fee ${fee}, transaction ${txid}`,
    `${subject}：补充 ${amount} 到热钱包，手续费 ${fee}，交易 ${txid}`,
  );

// A refill that its holders sign.
export const noneUnderWay = sentence('there is no refill under way', '没有进行中的补充，或已换成另一笔：请刷新后再看');
export const refillOver = sentence('the refill is over', '这笔补充已结束');
export const refillExported = (txid: string | null): Sentence =>
  sentence(`the file has the transaction ${txid}`, `文件里是交易 ${txid}`);
export const unusableFile = (flaw: RefillFlaw): Sentence => {
  switch (flaw.kind) {
    case 'NO_PSBT':
      return sentence(
        'a file is no PSBT in base64',
        '有一个文件不是 base64 的 PSBT：请用持有人的钱包导出为 base64 文本',
      );
    case 'OTHER_TRANSACTION':
      return sentence(
        'a file holds another transaction than the proposed one',
        '有一个文件是别的交易，不是提议的这一笔：绝不要再签它；重新下载 PSBT 再签',
      );
    case 'TOO_MUCH':
      return sentence(
        'a file holds more than holders put into it',
        '有一个文件里的内容比持有人会放进去的多：请用持有人的钱包重新导出',
      );
    case 'SIGNATURES_MISSING': {
      const { input, given, needed } = flaw;
      return sentence(
        `input ${input} has ${given} of ${needed} signatures of holders`,
        `输入 ${input} 上的签名不够：有 ${given} 个，要 ${needed} 个不同持有人的`,
      );
    }
    default:
      return flaw satisfies never;
  }
};
const signedAs = (subject: string, txid: string | null): Sentence =>
  sentence(`${subject} is signed, transaction ${txid}`, `${subject} 已签名，交易 ${txid}`);
export const isBroadcast = (subject: string, txid: string | null): Sentence => {
  const { en, zh } = signedAs(subject, txid);
  return sentence(`${en}, and is broadcast`, `${zh}，已广播`);
};
export const nodeIsDown = (subject: string, txid: string | null): Sentence => {
  const { en, zh } = signedAs(subject, txid);
  return sentence(`${en}; it is broadcast when the node is back`, `${zh}；节点回来后广播`);
};
export const triedAgain = (subject: string, txid: string | null, reason: string): Sentence => {
  const { en, zh } = signedAs(subject, txid);
  return sentence(
    `${en}; it is tried again, the node said: ${reason}`,
    `${zh}；还没有广播出去，会再试，节点说：${reason}`,
  );
};
export const isCancelled = (subject: string, isSigned: boolean): Sentence =>
  isSigned
    ? sentence(
        `${subject} is cancelled; it was signed, and can confirm until another transaction spends its inputs`,
        `${subject} 已取消；它签过，别的交易花掉它的输入之前仍可能确认，会继续跟踪`,
      )
    : sentence(`${subject} is cancelled; destroy its files`, `${subject} 已取消；请销毁它的文件`);
