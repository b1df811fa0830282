// Proves that a sentence whose Chinese lacks a value or a figure of its English is found, and that equal ones pass.
import { expect, it } from 'vitest';
import { repoOf } from './rule.ts';
import { sentencesRule } from './sentences.ts';

const problems = (source: string) =>
  sentencesRule.check(repoOf({ 'apps/server/src/a.zh.ts': source })).map(({ problem }) => problem);

it('catches a value, a figure and a language that are left out', () => {
  expect(problems('sentence(`${amount} of ${name}`, `${name} 的提现`)')).toEqual(['the Chinese lacks amount']);
  expect(problems("sentence('held for 72 h', '限制 27 小时')")).toEqual(['the Chinese lacks the figure 72']);
  expect(problems("sentence('nothing changes', 'nothing changes')")).toEqual(['the Chinese is none']);
});

it('lets times, names and parts be said in the manner of each language', () => {
  for (const source of [
    'sentence(`held until ${until.toISOString()}`, `限制到 ${timeText(until)}`)',
    'sentence(`${of.en}: ${isAll ? `all ${count}` : count}`, `${of.zh}：${isAll ? `全部 ${count}` : count} 台`)',
    'sentence(`it is ${phase}`, `这笔提现${names[phase]}`)',
    'sentence(parts.map(({ en }) => en).join(", "), parts.map(({ zh }) => zh).join("、"))',
    "sentence('', '')",
  ])
    expect(problems(source), source).toEqual([]);
});
