import { type Sentence, sentence } from '../sentence.ts';

/** Why a customer is frozen. The row keeps the English: `freezeReason` says it to who reads Chinese. */
export const depositRemoved = (id: string): Sentence =>
  sentence(`deposit ${id} was credited and is in no block any more`, `充值 ${id} 已入账，后来不在任何区块里了`);
export const reportedEvent = (id: string, kind: string): Sentence =>
  sentence(
    `the customer reported event ${id} (${kind}) as not their own`,
    `客户说安全事件 ${id}（${kind}）不是自己做的`,
  );

/** What is kept of a freeze, in both languages; a reason in other words than these is as it was written. */
export function freezeReason(kept: string): Sentence {
  const [, deposit] = /^deposit (\d+) was credited and is in no block/.exec(kept) ?? [];
  if (deposit !== undefined) return depositRemoved(deposit);
  const [, event, kind] = /^the customer reported event (\d+) \((.*)\) as not their own$/.exec(kept) ?? [];
  return event === undefined || kind === undefined ? sentence(kept, kept) : reportedEvent(event, kind);
}
