import type { ConsoleData, ContentField } from '@lode/contract/console';
import { agreementNames, contentKindNames } from '@lode/contract/staff-names';
import type { ShapeName } from '../../components/shape.tsx';

export type ContentKind = keyof typeof contentKindNames;
type Revision = ConsoleData<'contentRevision'>['revision'];

export const contentKinds = Object.keys(contentKindNames) as ContentKind[];
export const kindName = (kind: ContentKind): string => contentKindNames[kind];
export const agreementOptions = Object.entries(agreementNames).map(([value, label]) => ({ value, label }));

/** An agreement by its own name, other content by what it is published under. */
export const nameText = ({ kind, name }: Pick<Revision, 'kind' | 'name'>): string =>
  kind === 'agreement' ? (agreementNames[name as keyof typeof agreementNames] ?? name) : name;

export const stateNames: Record<Revision['state'], { shape: ShapeName; label: string }> = {
  DRAFT: { shape: 'draft', label: '草稿' },
  AHEAD: { shape: 'wait', label: '待开始' },
  IN_FORCE: { shape: 'ok', label: '显示中' },
  REPLACED: { shape: 'off', label: '已被取代' },
  ENDED: { shape: 'off', label: '已结束' },
  WITHDRAWN: { shape: 'off', label: '已撤下' },
};

const many = (count: number): string => count.toLocaleString('en');

export const fieldNames: Record<ContentField, string> = {
  kind: '种类',
  name: '位置名',
  version: '版本',
  title: '标题',
  text: '文字',
  html: '正文',
  image: '图片',
  url: '链接',
  isForce: '低于这个版本必须更新',
  from: '从',
  to: '到',
  audience: '只给有这个标签的客户',
  order: '次序',
};

export const contentTexts = {
  title: '内容',
  all: '全部',
  kinds: '种类',
  views: '范围',
  viewOptions: [
    { value: 'NOW', label: '显示中' },
    { value: 'AHEAD', label: '待开始' },
    { value: 'DRAFT', label: '草稿' },
    { value: 'PAST', label: '已过去' },
    { value: 'ALL', label: '全部' },
  ],
  write: '新建内容',
  writeKind: (kind: ContentKind) => `新建${contentKindNames[kind]}`,
  state: '状态',
  kind: '种类',
  what: '内容',
  schedule: '时间',
  audience: '发给',
  everyone: '全部客户',
  tag: (tag: string) => `标签 ${tag}`,
  confirmed: '已确认',
  people: '发布 / 复核',
  author: (by: string) => `${by} 写`,
  pair: (by: string, approvedBy: string) => `${by} / ${approvedBy}`,
  product: '随产品',
  from: (at: string) => `${at} 起`,
  until: (from: string, to: string) => `${from} 至 ${to}`,
  atApproval: '批准时起',
  nothing: {
    NOW: { title: '现在没有在显示的', text: '发布并到了开始时间的内容会列在这里。' },
    AHEAD: { title: '没有排好的内容', text: '已经批准、还没到开始时间的内容会列在这里。' },
    DRAFT: { title: '没有草稿', text: '写好存下、还没发布的内容会列在这里。' },
    PAST: { title: '没有过去的内容', text: '被取代、已结束或撤下的版本会留在这里。' },
    ALL: { title: '还没有内容', text: '从「新建内容」开始。' },
  },
  appVersions: (newest: string | null, least: string | null) =>
    newest === null
      ? '还没有发布过应用版本。'
      : `最新 ${newest}；${least === null ? '没有强制更新。' : `低于 ${least} 必须更新。`}`,
  contact: '客服联系方式与外部网站名单在',
  settings: '参数设置',

  one: '内容版本',
  back: '内容',
  number: (id: string) => `编号 ${id}`,
  name: '位置名',
  version: '版本',
  order: '次序',
  link: '链接',
  forced: '强制更新',
  mandatory: '是，低于它必须更新',
  optional: '否',
  created: '写于',
  published: '发布',
  approved: '复核',
  withdrawn: '撤下',
  at: (by: string, at: string) => `${by}，${at}`,
  hash: '内容哈希',
  customers: (count: number) => `${many(count)} 位`,
  another: '以此再写一版',
  propose: '提交发布',
  proposeTitle: '提交发布，等另一人复核',
  proposeEffect: '复核人看到同样的预览；批准后按时间显示给客户，位置名相同的旧版随即被取代。',
  withdraw: '撤下',
  withdrawTitle: '撤下，等另一人复核',
  withdrawEffect: '批准后立即不再显示，排好的也一并撤下；更早的版本不会自己回来。已有的确认记录保留。',
  agreementStays: '生效中的协议不能撤下，只能由新版本取代。',
  replacesNow: (id: string) => `现在显示的是编号 ${id}`,
  revisions: '这个位置的各版',
  revisionsAtMost: '只列最近 50 版。',
  confirmations: '客户确认',
  standing: (confirmed: number, customers: number, missing: number) =>
    `已确认 ${many(confirmed)} 位；应确认的 ${many(customers)} 位客户中还差 ${many(missing)} 位。`,
  standingOfOther: (confirmed: number) => `已确认 ${many(confirmed)} 位。现在没有在显示，不再等客户确认。`,
  confirmationViews: [
    { value: 'CONFIRMED', label: '已确认' },
    { value: 'MISSING', label: '还没确认' },
  ],
  customer: '客户',
  customerNo: (id: string) => `客户 ${id}`,
  account: '账号',
  nickname: '昵称',
  confirmedAt: '确认时间',
  find: '完整账号或客户编号',
  noneConfirmed: { title: '还没有人确认', text: '客户在手机上确认后会列在这里。' },
  noneMissing: { title: '都确认了', text: '没有还没确认的客户。' },
  noneFound: { title: '没有找到', text: '这位客户不在这一栏，或账号不完整。' },

  phone: '手机上的样子',
  look: '外观',
  looks: [
    { value: 'light' as const, label: '浅色' },
    { value: 'dark' as const, label: '深色' },
    { value: 'vip' as const, label: 'VIP' },
  ],
  width: '宽度',
  page: '页面',
  pages: [
    { value: 'HOME' as const, label: '首页' },
    { value: 'DETAIL' as const, label: '详情' },
  ],
  notShown: '填完必要的内容，这里就是客户手机上的样子。',

  newOf: (kind: ContentKind) => `写${contentKindNames[kind]}`,
  save: '存草稿并核对',
  saved: '已存成草稿',
  savedAlready: '同样的草稿已经存过',
  removed: (tags: string) => `不安全的标签不会发布，已去掉：${tags}`,
  reaches: (count: number) => `现在有 ${many(count)} 位客户`,
  nameHint: '位置名相同的新版取代旧版',
  versionHint: '四个一位数字，例如 1.4.2.0',
  versionOfText: '客户确认的是这个版本，文字变了就要换一个',
  fromHint: '北京时间；留空为批准时，不会更早',
  toHint: '北京时间；留空为直到被取代',
  audienceHint: '留空为全部客户',
  orderHint: '0 到 999，小的在前',
  urlHint: '点图片打开的网站；和正文只能有一个',
  htmlHint: '标题、段落、列表、表格、链接、图片；其余的会去掉',
  textHint: { notice: '首页上的一行，最多 500 字', agreement: '段落之间空一行；几行的段落，第一行是小标题' },
  imageSize: { banner: '686 × 220', popup: '600 × 720', forced: '600 × 192' } as Partial<Record<ContentKind, string>>,
  imageHint: (size: string) => `PNG、JPEG、WebP 或 GIF，最大 1 MB；建议 ${size} 或其两倍。拍摄地点等信息会去掉。`,
  choose: '选图片',
  change: '换一张',
  clear: '不用图片',
  tooLarge: '图片超过 1 MB',
  chosen: (width: number, height: number) => `${width} × ${height}`,
  marks: '格式',
  bold: '加粗',
  heading: '小标题',
  paragraph: '段落',
  bullet: '列表',
  address: '链接',
  image: '插图',
  leaveTitle: '离开这个表单？',
  leaveEffect: '写的内容还没有存成草稿，离开就没有了。',
  leave: '离开',
  stay: '继续写',
  wrong: '还有要改的地方，见各栏下面的说明。',
  noKind: '没有这个种类',
  noKindText: '从内容列表里选一个种类新建。',
};
