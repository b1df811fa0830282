import { type Sentence, sentence } from '../../../platform/sentence.ts';
import { timeText } from '../../../platform/staff/names.ts';
import type { ValidatedAddress } from '../request/validate-address.ts';

/** What two people read of the operator's own payments and of where they may go. */
export const noDestination = (name: string): Sentence =>
  sentence(`there is no destination ${name}: see destination:list`, `没有收款地址 ${name}`);
export const otherNetwork = (name: string, network: string, coin: string): Sentence =>
  sentence(
    `${name} is an address of ${network}, where no ${coin} is paid`,
    `${name} 是 ${network} 的地址，不能收 ${coin}`,
  );
export const notInForce = (name: string, from: Date): Sentence =>
  sentence(`${name} is paid from ${from.toISOString()} on`, `${name} 在保护期内，${timeText(from)} 起才能付款`);
export const treasuryHas = (left: string): Sentence => sentence(`treasury has only ${left}`, `自有资金只有 ${left}`);
export const outsideWallets = (payable: string, outside: string): Sentence =>
  sentence(
    `treasury has only ${payable} in the wallets: ${outside} were put in by hand and lie outside them`,
    `自有资金在钱包里只有 ${payable}：另有 ${outside} 是手工存入的，不在钱包里`,
  );

const amountTo = (text: string, destination: string): Sentence =>
  sentence(`${text} of TREASURY to ${destination}`, `自有资金 ${text} 付给 ${destination}`);
export const paymentSummary = (text: string, destination: string, address: string, network: string): Sentence => {
  const to = amountTo(text, destination);
  return sentence(`${to.en}, ${address} on ${network}`, `${to.zh}，地址 ${address}（${network}）`);
};
export const requested = (id: bigint, text: string, destination: string, outcome: Sentence): Sentence => {
  const to = amountTo(text, destination);
  return sentence(`withdrawal ${id}, ${to.en}: ${outcome.en}`, `提现 ${id}，${to.zh}：${outcome.zh}`);
};

export const begun = sentence('its payment begins', '开始付款');
export const endedAs = (phase: 'REJECTED' | 'FAILED'): Sentence =>
  sentence(`it ended as ${phase}`, phase === 'REJECTED' ? '已驳回' : '支付失败');
export const toSign = (id: bigint): Sentence =>
  sentence(
    `withdrawal:propose and withdrawal:approve --id ${id} sign it`,
    `提现 ${id} 还要两人签名：在签名页提议和批准`,
  );
export const notSigned = (refused: Sentence, next: Sentence): Sentence =>
  sentence(`not signed yet (${refused.en}): ${next.en}`, `还没有签名（${refused.zh}）：${next.zh}`);

const addressReasons: Record<Extract<ValidatedAddress, { valid: false }>['reason'], string> = {
  FORMAT: '格式不对',
  CHECKSUM: '校验码不对',
  NETWORK: '属于另一个网络',
  OWN_ADDRESS: '是平台自己的地址',
};
export const cannotBePaid = (address: string, network: string, reason: keyof typeof addressReasons): Sentence =>
  sentence(
    `${address} cannot be paid on ${network}: ${reason}`,
    `${address} 不能在 ${network} 收款：${addressReasons[reason]}`,
  );
export const nameTaken = (name: string): Sentence =>
  sentence(`${name} is a destination already`, `收款地址 ${name} 已存在`);
export const mostDestinations = (most: number): Sentence =>
  sentence(`there are ${most} destinations, which is the most`, `已有 ${most} 个收款地址，不能再加`);
export const aDestination = sentence('a destination', '收款地址');
export const mayPay = (name: string, address: string, network: string): Sentence =>
  sentence(`TREASURY may pay ${name}: ${address} on ${network}`, `自有资金可以付给 ${name}：${address}（${network}）`);
export const added = (name: string, address: string, network: string, from: Date): Sentence =>
  sentence(
    `${name} is ${address} on ${network}, paid from ${from.toISOString()} on`,
    `${name} 是 ${address}（${network}），${timeText(from)} 起可以付款`,
  );
export const destinationName = sentence(
  'lower-case letters, digits and hyphens, beginning with a letter',
  '小写字母、数字和连字符，以字母开头',
);
export const anAddress = sentence('an address', '地址');
