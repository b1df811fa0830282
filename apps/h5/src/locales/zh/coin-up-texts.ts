/** A text in sections: each has its heading and its paragraphs. */
export interface TextSection {
  title: string;
  paragraphs: readonly string[];
}

/** 本金与收益如何隔离: what the customer can rely on, and what not. */
export const safetyIntro = '您的本金、您的收益和平台的钱，记在各自的账户里，互不挪用。';

export const safetySections: readonly TextSection[] = [
  {
    title: '本金单独记账',
    paragraphs: [
      '每位客户的 COIN UP 本金记在本人名下的 COIN UP 账户，逐笔对应转入与转出。平台不用客户本金支付收益，也不用一位客户的本金支付另一位客户的转出。',
    ],
  },
  {
    title: '收益来自收益基金',
    paragraphs: [
      '每日收益只从平台的收益基金支付。基金由平台出资，每次注资须两人复核并留下记录；基金余额不会低于零。',
      '基金不足以支付某一币种某一天的全部收益时，当天对所有人都不发放，记为待发放，并暂停转入；基金补足后按日期先后自动补发，每一天只发一次。',
    ],
  },
  {
    title: '每日核对',
    paragraphs: [
      '每个计息日结束后，系统核对：本金合计等于所有持仓之和，当日收益等于逐笔计算之和，到账等于应到账之和。有一处不符，当日不结账。',
      '已结的日子不再改动，更正只会作为新的一笔记在之后的日子。',
    ],
  },
  {
    title: '转出不受限制',
    paragraphs: ['计息中的本金可随时转出，次日到账。暂停转入或收益待发放期间，转出照常。'],
  },
  {
    title: '风险提示',
    paragraphs: [
      '参考年化会调整，不构成对未来收益的承诺。收益能否按日发放，取决于收益基金；COIN UP 不是银行存款，不受存款保险保护。',
      'BTC 价格波动可能使本金折合 USDT 的价值下降。转入 USDT 会减少可用电费，电费耗尽矿机会停机。',
    ],
  },
];

export const agreementVersion = '2026-01';
export const agreementIntro = '请在转入前完整阅读。转入即表示您同意以下条款。';

export const agreementSections: readonly TextSection[] = [
  {
    title: '一、服务内容',
    paragraphs: [
      'COIN UP（活期增币）是面向本平台客户的活期增值服务，支持 BTC 与 USDT。BTC 从产出账户转入，USDT 从电费账户转入；赠送的电费额度不能转入。',
    ],
  },
  {
    title: '二、转入申购',
    paragraphs: [
      '转入日为 T 日（北京时间，0 点换日）。转入立即扣款，T+1 日起息，T+2 日首次发放收益。每次转入不低于页面公布的最低数量。',
      'USDT 最多输入 2 位小数，BTC 最多 8 位小数；选择“全部”时可转入全部余额。',
    ],
  },
  {
    title: '三、计息与发放',
    paragraphs: [
      '每日收益 = 全天计息的本金 × 当日年化 ÷ 365，按各币种最小单位计，不足部分累积到次日。',
      '收益每日发放到收益账户，每笔收益注明所用年化，可随时转出，立即到账。',
    ],
  },
  {
    title: '四、转出赎回',
    paragraphs: [
      '转出的本金当日不计息，T+1 日到账：BTC 到产出账户，USDT 到电费账户。在途的本金不能转出。到账后如有欠费，将先行支付。',
    ],
  },
  {
    title: '五、年化调整',
    paragraphs: ['年化由平台设定并在页面公布，自生效日 0 点起执行；下调至少提前 7 日公告。已发放的收益不受影响。'],
  },
  {
    title: '六、收益基金',
    paragraphs: [
      '收益由平台的收益基金支付，不使用客户本金。基金不足时，收益记为待发放，补足后按日期先后补发，期间暂停转入，转出不受影响。',
    ],
  },
  {
    title: '七、安全',
    paragraphs: ['转入与转出须输入资金密码。请勿将资金密码告诉任何人，平台工作人员不会向您索取。'],
  },
  {
    title: '八、风险',
    paragraphs: ['参考年化不构成收益承诺。数字资产价格波动较大，请根据自身情况决定是否参与。'],
  },
];
