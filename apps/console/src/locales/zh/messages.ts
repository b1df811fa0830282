import type { ConsoleData } from '@lode/contract/console';

type Audience = ConsoleData<'groupMessage'>['message']['audience'];

export const audienceNames: Record<Audience['of'], string> = {
  ALL: '全部客户',
  SITE: '机房',
  MODEL: '机型',
  TAG: '标签',
  CUSTOMER: '客户',
};

export const audienceText = ({ of, name }: Audience): string =>
  of === 'ALL' ? audienceNames.ALL : `${audienceNames[of]} ${name}`;

export const messageTexts = {
  title: '群发消息',
  one: '消息',
  back: '群发消息',
  write: '写消息',
  at: '时间',
  by: '提议 / 复核',
  people: (by: string, approvedBy: string | null) => (approvedBy === null ? by : `${by} / ${approvedBy}`),
  to: '发给',
  text: '内容',
  reached: '人数',
  nothing: { title: '还没有发过消息', text: '发给一位客户、一个机房或全部客户的消息会列在这里。' },
  reason: '原因（客户看不到）',
  standing: '到达情况',
  inApp: '消息中心',
  sent: '已交短信或邮件',
  sentNote: '按每位客户自己的选择；没有选的只在消息中心。',
  read: '已读',
  unknown: '较早的消息没有记录到达情况。',
  openCustomer: '看这位客户',
  choose: '发给谁',
  site: '机房',
  model: '机型',
  tag: '标签',
  account: '客户的手机号或邮箱',
  missing: '请填写',
  longest: '最多 300 字，会作为短信或邮件发出',
  preview: '核对',
  submit: '提交复核',
  confirm: '提议发出这条消息',
  effect: (customers: number) => `复核通过后立即发给 ${customers.toLocaleString('en')} 位客户，发出后不能收回。`,
  channels: (sms: number, mail: number) =>
    `其中 ${sms.toLocaleString('en')} 位收短信，${mail.toLocaleString('en')} 位收邮件，其余只在消息中心。`,
  noneReached: '没有这样的客户，请换一个范围。',
  proposed: (id: string) => `已提议，编号 ${id}`,
};
