// Covers the rows of the evidence, from chain data to the booked output.
import { describe, expect, it } from 'vitest';
import { evidenceSteps } from './evidence-steps.ts';
import { evidence, output } from './testing/output-responses.ts';

const resultsOf = (booked = output(), given = evidence) =>
  Object.fromEntries(evidenceSteps(booked, given).map(({ name, result }) => [name, result]));

describe('evidenceSteps', () => {
  it('has a row with a figure per step of the formula', () => {
    expect(resultsOf()).toEqual({
      当日区块: '147 块',
      期望块数: '0.00001561890726',
      '补贴产出 PPS': '0.00004880908520',
      手续费收入系数: '1.01003990',
      毛产出: '0.00004929',
      矿池费: '−0.00000197',
      '净产出（舍至 1 聪）': '0.00004732 BTC',
    });
  });

  it('lists the inputs of each step', () => {
    const inputs = evidenceSteps(output(), evidence).flatMap((step) => step.inputs);
    expect(inputs).toContain('高度 976,118 – 976,264');
    expect(inputs).toContain('141 TH/s × 86,400 s ÷（难度 × 2³²）');
    expect(inputs).toContain('难度 181,602,719,384,025');
    expect(inputs).toContain('期望块数 × 区块补贴 3.125 BTC');
    expect(inputs).toContain('(459.37500000 + 4.61208347) ÷ 459.37500000');
  });

  it('lists every difficulty of the day', () => {
    const epochs = [
      { difficulty: '181602719384025', seconds: 50_000 },
      { difficulty: '179000000000000', seconds: 36_400 },
    ];
    const given = { ...evidence, epochs };
    const expected = evidenceSteps(output({ evidence: given }), given)[1];
    expect(expected?.inputs).toHaveLength(4);
    expect(expected?.inputs[2]).toContain('36,400 s');
  });

  it('states that imported days have no block heights', () => {
    const imported = { ...evidence, firstHeight: null, lastHeight: null };
    expect(evidenceSteps(output(), imported)[0]?.inputs).toEqual(['当日的全网数据没有区块高度']);
  });

  it('does not divide by zero', () => {
    const empty = { ...evidence, blocks: 0, subsidySum: '0.00000000', feeSum: '0.00000000', epochs: [] };
    expect(evidenceSteps(output(), empty)).toHaveLength(7);
  });
});
