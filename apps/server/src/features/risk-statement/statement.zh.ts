import { createHash } from 'node:crypto';

/** A text that customers agree to. Another text is another version: who confirmed the old one is asked again. */
export interface Statement {
  version: string;
  effectiveFrom: Date;
  title: string;
  /** Plain text, paragraphs parted by empty lines. */
  content: string;
}

export const riskStatement: Statement = {
  version: '2026-01',
  effectiveFrom: new Date('2026-01-01T00:00:00+08:00'),
  title: '风险声明',
  content: [
    '请在首次进行资金操作（转入、转出 COIN UP，提现）之前完整阅读本声明。确认即表示您已理解并愿意承担以下风险。',
    '一、价格风险\n比特币等数字资产的价格波动剧烈，可能在短时间内大幅下跌。页面上的美元估值仅供参考，不构成任何承诺。',
    '二、产出风险\n矿机的产出取决于全网算力、难度、区块奖励与手续费，会随时变化。预计产出、回本周期均为估算，历史产出不代表未来产出。',
    '三、电费与停机\n电费每日从您的账户扣除。余额不足且仍有欠费时，矿机会停机，停机期间没有产出。转出资金前请确认剩余余额足以支付电费。',
    '四、COIN UP\n转入的本金自次一业务日起计息，转出的本金于次一业务日到账。年化收益率可能调整，调整前会公示，以每日实际结算为准。本产品不是银行存款，不受存款保险保护。',
    '五、链上转账\n提现一经上链即无法撤回。请反复核对币种、网络与收款地址；填写错误造成的损失无法追回。区块链拥堵、分叉或重组可能使到账延迟。',
    '六、账户安全\n请妥善保管登录密码、资金密码与验证码，工作人员不会向您索要。修改密码、更换设备或使用新地址后，提现会暂停一段时间，以便您发现并阻止他人的操作。',
    '七、合规\n请确认您所在地区的法律允许您使用本产品，并自行承担由此产生的税务义务。',
  ].join('\n\n'),
};

/** Over everything that is shown, so that a changed word shows in what was confirmed. */
export function contentHash({ version, title, content }: Statement): Buffer {
  return createHash('sha256').update([version, title, content].join('\n\n')).digest();
}
