import { type Sentence, sentence } from '../../../platform/sentence.ts';
import type { Audience } from './group-messages.store.ts';

/** Whom a message reaches, as the audit log names it. */
export function audienceName({ site, model, tag, customerId }: Audience): Sentence {
  if (customerId !== undefined) return sentence(`customer ${customerId}`, `客户 ${customerId}`);
  if (site !== undefined) return sentence(`site ${site}`, `机房 ${site}`);
  if (model !== undefined) return sentence(`model ${model}`, `机型 ${model}`);
  return tag === undefined ? sentence('all customers', '全部客户') : sentence(`tag ${tag}`, `标签 ${tag}`);
}

const customersGet = (customers: number) => `${customers} ${customers === 1 ? 'customer gets' : 'customers get'}`;

export const wouldGet = (customers: number, { en, zh }: Sentence, text: string): Sentence =>
  sentence(`${customersGet(customers)} (${en}): ${text}`, `发给 ${customers} 位客户（${zh}）：${text}`);
export const got = (customers: number): Sentence =>
  sentence(`${customersGet(customers)} the message`, `已发给 ${customers} 位客户`);
export const gotAlready = ({ en, zh }: Sentence): Sentence =>
  sentence(`${en} has this text already: nothing changed`, `${zh}已收到过这段文字，没有再发`);
export const reachesNone = ({ en, zh }: Sentence): Sentence =>
  sentence(`${en}: there is no customer`, `${zh}：没有客户`);
export const noAudience = ({ en, zh }: Sentence): Sentence => sentence(`there is no ${en}`, `没有${zh}`);
export const noCustomer = (account: string): Sentence =>
  sentence(`there is no customer ${account}`, `没有账号为 ${account} 的客户`);
export const oneAudience = sentence(
  'give one of --site, --model, --tag, --account and --id',
  '机房、机型、标签、客户只能给一个',
);
