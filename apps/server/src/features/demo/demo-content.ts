import { drawPicture, type Scene } from './draw-picture.ts';

/** What the demo shows of content: every sentence is true of the demo itself. */
export interface DemoContent {
  kind: 'banner' | 'notice' | 'popup' | 'forced';
  name: string;
  order: number;
  title?: string;
  text?: string;
  html?: string;
  url?: string;
  picture?: Scene;
}

/** What the audit says of it. */
export const demoContentReason = '演示内容';

export const demoContent: readonly DemoContent[] = [
  {
    kind: 'banner',
    name: 'demo-replay',
    order: 1,
    title: '这里的数据从哪里来：用 2020 年真实行情回放',
    html: [
      '<h2>回放的是真实的 33 天</h2>',
      '<p>演示里的全网难度、出块数、手续费和币价，是 2020 年 2 月 15 日至 3 月 18 日的真实数据，按天回放到今天之前的 33 天。</p>',
      '<ul><li>产出与电费按天结算，每个数字都由上面的数据算出，没有手填。</li><li>客户、机房和矿机编号是虚构的。</li></ul>',
      '<p>在<strong>产出</strong>页点开任意一天，可以在您的浏览器里逐步复算。</p>',
    ].join(''),
    picture: {
      width: 858,
      height: 275,
      vein: '0 64, 11 52, 20 58, 31 42, 42 49, 54 32, 64 40, 77 22, 88 30, 100 12',
      branches: ['54 32, 62 60, 69 67', '77 22, 84 50, 82 76'],
      mark: 7,
    },
  },
  {
    kind: 'notice',
    name: 'daily-close',
    order: 1,
    title: '日结时间',
    text: '每天 14:00 起结算前一日的产出与电费',
    html: '<p>挖矿日按 UTC 计，每天北京时间 14:00 起结算前一日的产出与电费。</p><p>结算完成前，首页显示的是今日预估，以日结为准。</p>',
  },
  {
    kind: 'popup',
    name: 'recompute',
    order: 1,
    title: '每一聪产出，都能自己复算：打开任意一天的产出，手机就地逐步验算',
    html: [
      '<h2>每一聪都有出处</h2>',
      '<p>每天的产出都附有计算依据：区块高度、难度、区块奖励、手续费、您的矿机运行了多少秒、矿池费率。</p>',
      '<ol><li>打开<strong>产出</strong>，选一台 BTC 矿机的一天。</li><li>点“计算依据”。</li><li>您的浏览器会从这些数字重新算出净产出，并与入账金额逐位比对。</li></ol>',
    ].join(''),
    picture: {
      width: 750,
      height: 800,
      vein: '0 60, 13 52, 24 57, 37 44, 50 49, 62 34, 73 40, 86 26, 100 31',
      branches: ['37 44, 45 62, 41 74, 47 86', '62 34, 70 56, 79 63', '86 26, 90 48'],
      mark: 5,
    },
  },
  {
    kind: 'popup',
    name: 'how-bitcoin-works',
    order: 2,
    title: '比特币如何运作',
    url: 'https://bitcoin.org/zh_CN/how-it-works',
    picture: {
      width: 750,
      height: 800,
      vein: '0 54, 14 45, 27 51, 41 36, 55 46, 69 28, 82 40, 100 33',
      branches: ['14 45, 20 64, 15 76', '41 36, 48 58, 43 70, 50 84', '69 28, 78 50'],
      mark: 3,
    },
  },
  {
    kind: 'forced',
    name: 'electricity-rules',
    order: 1,
    html: [
      '<h2>电费不足时会停机</h2>',
      '<p>电费在每天结算时扣除。预付电费和产出都不足以支付时，未付部分记为欠费；24 小时后仍未缴清，矿机在下一次结算时停机。停机期间没有产出，也不产生电费。</p>',
      '<p>充值到账后立即补扣，缴清后矿机恢复运行。请留意首页的电费提醒。</p>',
    ].join(''),
    picture: {
      width: 750,
      height: 240,
      vein: '0 74, 13 60, 25 67, 40 42, 53 50, 65 31, 80 40, 100 12',
      branches: ['40 42, 47 70, 55 76', '65 31, 70 62'],
      mark: 5,
    },
  },
  {
    kind: 'forced',
    name: 'beware-of-fraud',
    order: 2,
    html: [
      '<h2>谨防冒充工作人员</h2>',
      '<p>工作人员不会向您索要登录密码、资金密码或验证码，也不会请您把币转到“安全账户”。</p>',
      '<ul><li>只在本应用内修改密码和提现。</li><li>修改密码、更换设备或使用新地址后，提现会暂停一段时间，以便您发现异常。</li></ul>',
    ].join(''),
  },
];

/** Drawn when it is asked for: the pictures are no files. */
export function pictureOf({ picture }: DemoContent): Buffer | undefined {
  return picture && drawPicture(picture);
}
