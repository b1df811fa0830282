import { formatAmount, ledgerScale } from '@lode/money';
import { type Sentence, sentence } from '../../platform/sentence.ts';
import type { Kept, Pending } from './key-rotation.repository.ts';
import type { Left } from './left-at-earlier-keys.ts';

/** What two people read of a new generation of keys, and of what keeps an earlier one from being retired. */
export const noGeneration = (generation: number): Sentence =>
  sentence(
    `the signer has no generation ${generation} of the seed: seed:rotate makes it`,
    `签名机没有第 ${generation} 代种子：先用 seed:rotate 生成`,
  );
export const otherFingerprint = (generation: number, shown: string): Sentence =>
  sentence(
    `generation ${generation} at the signer has the fingerprint ${shown}, another one`,
    `签名机上第 ${generation} 代的指纹是 ${shown}，与给出的不同`,
  );
export const newKeys = sentence('new keys need a second person', '启用新密钥要有第二人复核');
export const retirement = sentence('a retirement needs a second person', '停用密钥要有第二人复核');
export const generationIs = (generation: number, fingerprint: string): Sentence =>
  sentence(`generation ${generation} of the keys is ${fingerprint}`, `第 ${generation} 代密钥的指纹是 ${fingerprint}`);
export const receives = (generation: number): Sentence =>
  sentence(
    `generation ${generation} receives as soon as two approvers have signed it at the signer`,
    `两位复核在签名机签过之后，第 ${generation} 代开始收款`,
  );
export const begunAlready = sentence('this generation was begun already', '这一代已经启用');
export const retiredAlready = sentence('this generation was retired already', '这一代已经停用');
export const refusedByDatabase = (message: string): Sentence => sentence(message, `数据库拒绝：${message}`);
export const nothingLeft = (generation: number): Sentence =>
  sentence(`nothing is left at the keys of generation ${generation}`, `第 ${generation} 代密钥上没有余额`);
export const retired = (generation: number): Sentence =>
  sentence(
    `generation ${generation} is retired; its addresses stay watched`,
    `第 ${generation} 代已停用；它的地址继续监听`,
  );
export const fingerprint = sentence('64 hexadecimal digits', '64 位十六进制数');

// Hindrances.
export const notEarlier = (generation: number): Sentence =>
  sentence(`generation ${generation} is no earlier one`, `第 ${generation} 代不是更早的一代`);
export const pending = ({ moves, deposits, refills }: Pending): Sentence =>
  sentence(
    `${moves} moves, ${deposits} deposits and ${refills} refills`,
    `${moves} 笔转移、${deposits} 笔充值、${refills} 笔补充`,
  );
export const underWay = (of: Pending): Sentence => {
  const named = pending(of);
  return sentence(`${named.en} are under way`, `${named.zh}还在进行`);
};
/** What is below the scale of the books is shown in the smallest unit. */
export function left({ coin, atomic, decimals, addresses }: Left): Sentence {
  const scale = 10n ** BigInt(Math.max(0, decimals - ledgerScale(coin)));
  const sum = atomic === 0n || atomic >= scale ? `${formatAmount(atomic / scale, coin)} ${coin}` : `${atomic} wei`;
  return sentence(`${sum} at ${addresses} addresses`, `${addresses} 个地址上有 ${sum}`);
}
export const leftOf = (network: string, of: Left, generation: number, parts: readonly Sentence[]): Sentence => {
  const sum = left(of);
  return sentence(
    `${network}: ${sum.en} of generation ${generation} are left${parts.map(({ en }) => `, of them ${en}`).join('')}`,
    `${network}：第 ${generation} 代的${sum.zh}${parts.map(({ zh }) => `，其中${zh}`).join('')}`,
  );
};
export const noMove = (amount: string, outputs: number): Sentence =>
  sentence(
    `${amount} in ${outputs} outputs that no move spends: below its fee, or the next round begins one`,
    `${outputs} 个输出的 ${amount} 没有转移：低于手续费，或等下一轮`,
  );
const bitcoin = (amount: bigint): string => `${formatAmount(amount, 'BTC')} BTC`;
/** The largest first. */
export const kept = (all: readonly Kept[]): Sentence =>
  sentence(
    `${bitcoin(all[0]?.amountOfAll ?? 0n)} that are kept for withdrawals: ${all.map(({ id, amount }) => `${id} (${bitcoin(amount)})`).join(', ')}; withdrawal:fail frees what waits for a file`,
    `${bitcoin(all[0]?.amountOfAll ?? 0n)} 留给提现：${all.map(({ id, amount }) => `${id}（${bitcoin(amount)}）`).join('、')}；其中在等文件的可作废后释放`,
  );
