import type { ContentField } from '@lode/contract/console';
import { agreementNames, contentKindNames } from '@lode/contract/staff-names';
import { inClauses, type Sentence, sentence } from '../../platform/sentence.ts';
import { timeText } from '../../platform/staff/names.ts';
import type { ContentKind } from './content.ts';

/** What is wrong with one part of what was written. The English names the part, as files do; the Chinese stands beside its field. */
export interface ContentFault extends Sentence {
  field: ContentField;
}

const fieldNames: Record<ContentField, string> = {
  kind: '种类',
  name: '位置名',
  version: '版本',
  title: '标题',
  text: '文字',
  html: '正文',
  image: '图片',
  url: '链接',
  isForce: '强制更新',
  from: '开始',
  to: '结束',
  audience: '客户标签',
  order: '次序',
};

export const fault = (field: ContentField, en: string, zh: string): ContentFault => ({
  field,
  en: `${field}: ${en}`,
  zh,
});

/** All that is wrong, in one refusal. */
export const faultsOf = (faults: readonly ContentFault[]): Sentence =>
  inClauses(faults.map(({ field, en, zh }) => sentence(en, `${fieldNames[field]}：${zh}`)));

export const contentName = (kind: ContentKind, name: string): Sentence => {
  const own = kind === 'agreement' ? (agreementNames[name as keyof typeof agreementNames] ?? name) : name;
  return sentence(`${kind} ${name}`, `${contentKindNames[kind]} ${own}${own === name ? '' : `（${name}）`}`);
};

// Parts of a form.
export const missing = (field: ContentField, kind: ContentKind): ContentFault =>
  fault(field, `missing in a file of kind ${kind}`, '请填写');
export const notFor = (field: ContentField, kind: ContentKind): ContentFault =>
  fault(field, `not for kind ${kind}`, `${contentKindNames[kind]}没有这一项`);
export const characters = (field: ContentField, longest: number): ContentFault =>
  fault(field, `1 to ${longest} characters`, `1 到 ${longest} 字，不能只有空白`);
export const twoTargets = fault('url', 'it opens its own detail or a site, not both', '详情和链接只能有一个');
export const untitled = fault('title', 'a detail needs one', '有正文就要有标题');
export const nameShape = fault(
  'name',
  'letters a to z, digits and . _ -, at most 48, no other first than a letter or digit',
  '小写字母、数字和 . _ -，最多 48 个，以字母或数字开头',
);
export const agreementKey = (keys: readonly string[]): ContentFault =>
  fault('name', `one of ${keys.join(', ')}`, `只能是 ${keys.join('、')}`);
export const versionNumber = fault(
  'name',
  'the version itself, four single digits: 1.4.2.0',
  '版本号是四个一位数字，例如 1.4.2.0',
);
export const link = (longest: number): ContentFault =>
  fault(
    'url',
    `http:// or https:// and at most ${longest} characters`,
    `以 http:// 或 https:// 开头，最多 ${longest} 字`,
  );
export const hiddenLink = fault(
  'url',
  'no user name or password, and no characters that cannot be seen',
  '不能带用户名或密码，也不能有看不见的字符',
);
export const tag = (longest: number): ContentFault =>
  fault('audience', `a tag has 1 to ${longest} characters`, `标签 1 到 ${longest} 字`);
export const order = (last: number): ContentFault => fault('order', `0 to ${last}`, `0 到 ${last} 的整数`);
export const endsFirst = fault('to', 'it ends before it begins', '结束早于开始');
export const ended = fault('to', 'it has ended already', '结束时间已过');
export const blank = fault('html', 'nothing is left of it to be shown', '过滤后没有可以显示的内容');
export const longHtml = (longest: number): ContentFault =>
  fault('html', `longer than ${longest} characters`, `过滤后最多 ${longest} 字`);
export const unsafe = (why: string): ContentFault => fault('html', why, '标签不合规，没有办法安全显示');
export const versionTaken = (version: string, name: string): ContentFault =>
  fault(
    'version',
    `${version} of ${name} was published before, give another one`,
    `${name} 的版本 ${version} 发布过，请用另一个`,
  );
export const imageFault = ({ en, zh }: Sentence): ContentFault => fault('image', en, zh);
export const notUploaded = fault('image', 'it was not uploaded', '这张图片没有上传过');

// Images.
export const tooLarge = (kilobytes: number): Sentence =>
  sentence(`larger than ${kilobytes} KB`, `超过 ${kilobytes} KB`);
export const noImage = sentence('no whole PNG, JPEG, WebP or GIF', '不是完整的 PNG、JPEG、WebP 或 GIF');
export const sides = (width: number, height: number, longest: number): Sentence =>
  sentence(
    `${width} × ${height}: each side has 1 to ${longest} pixels`,
    `${width} × ${height}：每边 1 到 ${longest} 像素`,
  );
export const turned = sentence(
  'its EXIF says that it is to be turned: save it upright',
  'EXIF 要求旋转：请先转正再保存',
);
export const inseparable = sentence('its parts cannot be separated', '文件结构不完整');

// Publishing.
export const noContent = (id: string): Sentence => sentence(`there is no content ${id}`, `没有编号 ${id} 的内容`);
export const isWithdrawn = (id: string): Sentence => sentence(`content ${id} is withdrawn`, `内容 ${id} 已撤下`);
export const publishedAlready = (id: string): Sentence =>
  sentence(`published already as ${id}: nothing changed`, `已发布过，编号 ${id}，没有改动`);
export const noRevisionId = sentence('--id is the number that content:list shows', '编号是内容列表里的数字');
export const draftFirst = sentence(
  'a file is published under two names at once: save it as a draft and propose its id',
  '文件须两人同时发布：请先存成草稿，再按编号提议',
);
export const tooManyLinks = sentence(
  'its links are more than a second person can read: leave some out',
  '链接太多，复核人读不完：请减少一些',
);
export const otherBeside = sentence(
  'what it would replace, or what follows it, has changed since it was proposed: propose it again',
  '提议之后，它要取代的或之后取代它的内容变了，请重新提议',
);

const time = (at: Date): string => at.toISOString();

/** What the second person reads of a revision that would be published. */
export function publishes(revision: {
  id: string;
  kind: ContentKind;
  name: string;
  version: string | null;
  title: string | null;
  /** Addresses that its link and its text lead to. */
  links: readonly string[];
  isForce: boolean;
  from: Date | null;
  to: Date | null;
  tag: string | null;
  order: number;
  replaces: string;
  /** Published already, and to replace it. */
  followers: string;
  hash: string;
}): Sentence {
  const {
    id,
    kind,
    name,
    version,
    title,
    links,
    isForce,
    from,
    to,
    tag: audience,
    order: at,
    replaces,
    followers,
    hash,
  } = revision;
  const what = contentName(kind, name);
  const parts = [
    sentence(`publishes ${what.en} as revision ${id}`, `发布${what.zh}，编号 ${id}`),
    ...(version === null ? [] : [sentence(`version ${version}`, `版本 ${version}`)]),
    ...(title === null ? [] : [sentence(`titled ${JSON.stringify(title)}`, `标题 ${JSON.stringify(title)}`)]),
    ...(links.length === 0 ? [] : [sentence(`leads to ${links.join(' ')}`, `链接到 ${links.join(' ')}`)]),
    ...(isForce ? [sentence('customers below it must update', '低于它的客户必须更新')] : []),
    from === null
      ? sentence('shown from the approval on', '批准时开始显示')
      : sentence(`shown from ${time(from)}, not before the approval`, `从 ${timeText(from)} 起显示，不早于批准`),
    to === null
      ? sentence('until it is replaced', '直到被取代')
      : sentence(`until ${time(to)}`, `到 ${timeText(to)} 为止`),
    audience === null
      ? sentence('to all customers', '给全部客户')
      : sentence(`to customers with the tag ${audience}`, `只给有标签 ${audience} 的客户`),
    ...(at === 0 ? [] : [sentence(`order ${at}`, `次序 ${at}`)]),
    replaces === ''
      ? sentence('replaces nothing', '不取代别的')
      : sentence(`replaces revision ${replaces} when it starts`, `开始时取代编号 ${replaces}`),
    ...(followers === ''
      ? []
      : [sentence(`replaced later by revision ${followers}`, `之后由已排好的编号 ${followers} 取代`)]),
    sentence(`hash ${hash}`, `内容哈希 ${hash}`),
  ];
  return inClauses(parts);
}

export const published = (id: string, startsAt: Date, removed: readonly string[]): Sentence => {
  const out = removed.length === 0 ? '' : removed.join(' ');
  return sentence(
    `published: ${id}, shown from ${time(startsAt)}${out && `, without ${out}`}`,
    `已发布，编号 ${id}，从 ${timeText(startsAt)} 起显示${out && `，去掉了 ${out}`}`,
  );
};

// Taking back.
export const withdraws = (kind: ContentKind, name: string, ids: string): Sentence => {
  const { en, zh } = contentName(kind, name);
  return sentence(
    `takes back ${en} at once: revisions ${ids}; an older one does not return`,
    `立即撤下${zh}：编号 ${ids}；更早的不会回来`,
  );
};
export const withdrawn = (kind: ContentKind, name: string, ids: string): Sentence => {
  const { en, zh } = contentName(kind, name);
  return sentence(`withdrawn: ${en} (${ids})`, `已撤下${zh}（${ids}）`);
};
export const withdrawnAlready = (kind: ContentKind, name: string): Sentence => {
  const { en, zh } = contentName(kind, name);
  return sentence(`${en} is withdrawn already: nothing changed`, `${zh}早已撤下，没有改动`);
};
export const agreementStays = (kind: ContentKind, name: string): Sentence => {
  const { en, zh } = contentName(kind, name);
  return sentence(`${en} is in force: publish another version`, `${zh}正在生效，不能撤下：请发布新的版本`);
};
export const nothingPublished = (kind: ContentKind, name: string): Sentence => {
  const { en, zh } = contentName(kind, name);
  return sentence(`nothing is published as ${en}`, `没有已发布的${zh}`);
};
export const otherRevisions = (now: string, before: string): Sentence =>
  sentence(
    `now it would take back ${now}, not ${before}: propose it again`,
    `现在会撤下的是 ${now}，不是 ${before}：请重新提议`,
  );
