import { type Sentence, sentence } from '../../platform/sentence.ts';
import { timeText } from '../../platform/staff/names.ts';

/** What the staff reads of a customer's name, tags, sessions and contact. */
export const detailsText = ({ nickname, tags }: { nickname: string; tags: readonly string[] }): Sentence =>
  sentence(
    `"${nickname}" with ${tags.length === 0 ? 'no tags' : `the tags ${tags.join(', ')}`}`,
    `「${nickname}」，${tags.length === 0 ? '没有标签' : `标签 ${tags.join('、')}`}`,
  );
export const isAlready = (id: bigint, is: Sentence): Sentence =>
  sentence(`customer ${id} is ${is.en} already: nothing changed`, `客户 ${id} 已是${is.zh}：没有变化`);
export const was = (id: bigint, before: Sentence, is: Sentence): Sentence =>
  sentence(`customer ${id} was ${before.en}, is ${is.en}`, `客户 ${id} 原为${before.zh}，现为${is.zh}`);
export const notAccount = (typed: string): Sentence =>
  sentence(
    `account "${typed}" is neither a mainland phone number nor an e-mail address`,
    `账号「${typed}」不是大陆手机号，也不是邮箱`,
  );
export const nicknameTooLong = (longest: number): Sentence =>
  sentence(`nickname is longer than ${longest} characters`, `名称超过 ${longest} 个字`);
export const nicknameUnsafe = sentence(
  'nickname has a control character or a mark of direction in it',
  '名称里有控制字符或方向符号',
);
export const mostTags = (most: number): Sentence => sentence(`more than ${most} tags`, `标签超过 ${most} 个`);
export const badTag = (tag: string): Sentence =>
  sentence(
    `tag "${tag}" is not made of up to 32 letters, digits, _ and -`,
    `标签「${tag}」应由最多 32 个字母、数字、_ 和 - 组成`,
  );
/** Of a file of customers. */
export const accountOf = (account: string): Sentence => sentence(account, `账号 ${account}`);
export const thereOtherwise = (account: string): Sentence =>
  sentence(
    `${account} is there already with another nickname or other tags`,
    `账号 ${account} 已存在，名称或标签与文件里的不同：导入不会修改已有客户`,
  );

export const sessionsEnded = (id: bigint, ended: number): Sentence =>
  sentence(
    `customer ${id}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended`,
    `客户 ${id}：${ended} 个登录状态已结束`,
  );
export const statusUnchanged = (id: string, status: 'ACTIVE' | 'DISABLED'): Sentence =>
  status === 'DISABLED'
    ? sentence(`customer ${id} is disabled already`, `客户 ${id} 已停用`)
    : sentence(`customer ${id} is not disabled`, `客户 ${id} 没有停用`);

export const wrongCode = sentence(
  'the code is wrong, used, or older than 10 minutes; after five wrong guesses a new one is needed',
  '验证码不对、已用过，或超过 10 分钟；错五次后要重新发送',
);
export const notContact = (typed: string): Sentence =>
  sentence(
    `"${typed}" is neither a mainland phone number nor an e-mail address`,
    `「${typed}」不是大陆手机号，也不是邮箱`,
  );
export const hasContact = (id: bigint, to: string): Sentence =>
  sentence(`customer ${id} has the contact ${to} already`, `客户 ${id} 的登录账号已是 ${to}`);
export const inUse = (to: string): Sentence =>
  sentence(`another customer has the contact ${to}`, `另一位客户的登录账号是 ${to}`);
export const tooManyCodes = (recipient: string, freeAt: Date): Sentence =>
  sentence(
    `too many codes for ${recipient}: try again at ${freeAt.toISOString()}`,
    `发给 ${recipient} 的验证码过多：${timeText(freeAt)} 之后再试`,
  );
export const codesSent = (recipients: readonly string[], minutes: number): Sentence =>
  sentence(
    `codes are on their way to ${recipients.join(' and ')}, good for ${minutes} minutes`,
    `验证码已发往 ${recipients.join(' 和 ')}，${minutes} 分钟内有效`,
  );
export const contactIs = (id: bigint, to: string, from: string): Sentence =>
  sentence(`customer ${id} has the contact ${to} instead of ${from}`, `客户 ${id} 的登录账号由 ${from} 换为 ${to}`);
export const proved = (to: string, id: bigint): Sentence =>
  sentence(
    `${to} is proved: for a day customer:contact-replace may make it the contact of customer ${id}`,
    `${to} 已验证：一天内可以提议把它换为客户 ${id} 的登录账号`,
  );
export const notProved = (to: string): Sentence =>
  sentence(
    `${to} is not proved by a code of the last 24 hours: customer:contact-code --lost, then customer:contact-prove`,
    `${to} 在 24 小时内没有通过验证码验证：先向它发送验证码，再验证`,
  );
export const replacement = (
  { id, nickname, account }: { id: bigint; nickname: string; account: string },
  to: string,
): Sentence =>
  sentence(
    `customer ${id} "${nickname}" has lost ${account} and gets ${to}; withdrawals are held for 72 h`,
    `客户 ${id}「${nickname}」丢失了 ${account}，换为 ${to}；提现限制 72 小时`,
  );
export const replaced = (id: bigint, to: string, from: string, until: Date): Sentence =>
  sentence(
    `${contactIs(id, to, from).en}; withdrawals held until ${until.toISOString()}`,
    `${contactIs(id, to, from).zh}；提现限制到 ${timeText(until)}`,
  );
