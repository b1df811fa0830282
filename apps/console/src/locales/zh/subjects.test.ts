import { expect, it } from 'vitest';
import { subjectOfText, subjectText } from './subjects.ts';

it.each([
  ['withdrawal 18', '提现 18'],
  ['support thread 7', '提问 7'],
  ['cold wallet 2', '冷钱包 2'],
  ['repair ticket 9', '维修工单 9'],
  ['audit log', '审计日志'],
  ['setting withdraw.rule.BTC', '参数 免人工复核的范围 · BTC'],
  ['setting support.faq', '参数 常见问题'],
  ['content notice/beware-of-fraud', '内容 通知条 beware-of-fraud'],
  ['suspense:settle', '说明到账归属'],
  ['generation 2 of the keys', '密钥 2'],
  ['12 machines', '12 台矿机'],
  ['BITCOIN', 'BITCOIN'],
])('%s is read, and searched for, as %s', (kept, shown) => {
  expect(subjectText(kept)).toBe(shown);
  expect(subjectOfText(shown)).toBe(kept);
  expect(subjectOfText(kept)).toBe(kept);
});
