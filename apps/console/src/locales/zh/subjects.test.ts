import { expect, it } from 'vitest';
import { subjectOfText, subjectText } from './subjects.ts';

it.each([
  ['withdrawal 18', '提现 18'],
  ['support thread 7', '提问 7'],
  ['cold wallet 2', '冷钱包 2'],
  ['repair ticket 9', '维修工单 9'],
  ['audit log', '审计日志'],
  ['BITCOIN', 'BITCOIN'],
])('%s is read, and searched for, as %s', (kept, shown) => {
  expect(subjectText(kept)).toBe(shown);
  expect(subjectOfText(shown)).toBe(kept);
  expect(subjectOfText(kept)).toBe(kept);
});
