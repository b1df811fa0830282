import { withdrawalPhaseNames } from '@lode/contract/staff-names';
import type { Refusal } from '@lode/signing';
import { type Sentence, sentence } from '../../../platform/sentence.ts';
import type { Withdrawal } from '../payout-ports.ts';

// Why it is not taken off the online signer, or not given back.
export const overAlready = sentence('it is over', '这笔提现已结束');
export const bitcoinOnly = sentence(
  'only payments on BITCOIN are signed offline',
  '只有 BITCOIN 上的付款可以离线签名：ERC20 上后面的付款都要排在它后面等',
);
export const autoApproved = sentence(
  'the rule has approved it, and a file carries two names',
  '它是按规则自动批准的；离线签名要两个人的批准',
);
export const askedOnline = sentence(
  'the signer on the wire was asked, and may have signed it',
  '联机的签名机已收到这笔付款，可能已经签了：不能再改为离线签名',
);
export const notOffline = sentence('it is not signed offline', '它不是离线签名的');
export const importedAlready = sentence('its signature was imported', '它的签名已经导入');

// What was done.
export const takenOffline = (id: bigint): Sentence =>
  sentence(
    `withdrawal ${id} is signed offline: export it when it is at APPROVAL_TO_BE_SIGNED`,
    `提现 ${id} 改为离线签名：等到「待签名」时下载签名请求`,
  );
export const takenOnline = (id: bigint): Sentence =>
  sentence(`withdrawal ${id} is signed by the signer on the wire again`, `提现 ${id} 改回联机签名`);
export const wouldBeOnline = (number: string, files: number): Sentence =>
  sentence(
    `${number} is signed by the signer on the wire again; its files, ${files} of them, were not signed and none is left`,
    `${number} 改回联机签名；它的 ${files} 个导出文件都没有签过，也都没有留下`,
  );
export const exported = (id: bigint, attempt: number): Sentence =>
  sentence(
    `withdrawal ${id}, attempt ${attempt}: exported; nothing else asks for its signature`,
    `提现 ${id} 第 ${attempt + 1} 次付款的签名请求已导出；除此之外没有别处请求签它`,
  );
export const signed = (id: bigint, txid: string): Sentence =>
  sentence(`withdrawal ${id} is signed as ${txid}, and is sent now`, `提现 ${id} 已签名，交易 ${txid} 现在广播`);

// What a file waits for.
export const offlineFirst = sentence(
  'it is not signed offline: withdrawal:offline first',
  '它不是离线签名的：先改为离线签名',
);
export const waitsForNoSignature = (status: string, phase: Withdrawal['phase']): Sentence => {
  const state = { en: status, zh: withdrawalPhaseNames[phase] };
  return sentence(`it waits for no signature: ${state.en}`, `它现在不等签名：${state.zh}`);
};
export const endedByTwo = sentence('two people have ended it', '两个人已经把它作废');
export const notBuilt = sentence(
  'its payment is not built yet: try again in a moment',
  '它的付款还没有建好：稍后会自己显示',
);
export const notApproved = sentence('two people have not signed an approval of it', '还没有两个人签署的批准');
const partNames = { receiver: '收款地址', amount: '金额', coin: '币种' } as const;
export const differs = (part: keyof typeof partNames): Sentence =>
  sentence(
    `the ${part} is not what was asked for: nothing leaves`,
    `付款的${partNames[part]}与申请或批准的不同：什么都不导出。停下后台，查清谁改了它`,
  );
export const chainDown = (network: string, why: string): Sentence =>
  sentence(`${network} is down: ${why}`, `${network} 的节点现在没有答复（${why}）`);
export const noTxid = sentence('its txid is not known before it is signed', '签名之前不知道它的 txid');
export const booksStop = (message: string, coin: string): Sentence =>
  sentence(message, `${coin} 的账没有核对清楚，现在一笔都不签不付：先看「健康」与「对账」（${message}）`);
export const blocked = ({ id, customerId }: Pick<Withdrawal, 'id' | 'customerId'>): Sentence =>
  customerId === null
    ? sentence(
        `withdrawal ${id} waits: its destination was removed`,
        `提现 ${id} 的收款地址已从付款名单移除：签名不导入`,
      )
    : sentence(
        `withdrawal ${id} waits: its customer is disabled or frozen`,
        `提现 ${id} 的客户已停用，或提现已冻结：解除之前签名不导入`,
      );

// What is wrong with the signer's response.
export const notResponse = (message: string): Sentence =>
  sentence(
    message,
    `这不是签名机写出的结果文件（${message}）。请上传 sign-file 的 --out 那个文件，不是签名请求，也没有改过`,
  );
export const foreignResponse = sentence(
  'this file answers another request',
  '这个文件是别的签名请求的结果：可能属于另一笔提现，或这笔付款后来重建过。请下载现在的签名请求，重新签',
);
export const notItsSignature = (message: string): Sentence =>
  sentence(
    `it is no signature of this payment: ${message}`,
    `文件里的签名不是这笔付款的，没有导入（${message}）。请用现在的签名请求重新签`,
  );
const refusalNames: Record<Refusal, string> = {
  MALFORMED: '看不懂请求',
  NETWORK: '没有设好这条链',
  APPROVALS: '缺少两个人有效的批准',
  EXPIRED: '批准已过期',
  AUTO_APPROVAL_POLICY: '不在自动批准的范围',
  TRANSACTION: '交易与请求不符',
  INPUTS: '输入不是自己的',
  DESTINATION: '不允许付到这类地址',
  GENERATION: '要付到旧种子的地址',
  FEE: '网络费超过上限',
  PAYMENT_LIMIT: '超过单笔上限',
  DAY_LIMIT: '超过当日上限',
  SIGNED_DIFFERENTLY: '这笔付款已用别的输入或金额签过',
  OUTPOINT_RESERVED: '输入已属于别的付款',
  ABANDONED: '这笔付款在签名机上已放弃',
};
export const signerRefused = (refused: Refusal, detail: string): Sentence =>
  sentence(
    `the signer refused it: ${refused}, ${detail}. What will never be signed is ended by withdrawal:fail`,
    `签名机拒签：${refusalNames[refused]}（${detail}）。永远不会签的，在「卡住的付款」里提议作废`,
  );
