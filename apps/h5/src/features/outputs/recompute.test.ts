// Covers 复算: it uses the evidence alone and detects a change of any field of the evidence and of any booked figure.
import { describe, expect, it } from 'vitest';
import type { Evidence, Output } from './output.ts';
import { isRecomputable, recompute } from './recompute.ts';
import { evidence, output } from './testing/output-responses.ts';

/** The public pool agreement: 1 PH/s for a day at difficulty 21448277761059, 149 blocks of 6.25 with 110.36520932 of fees. */
const agreement: Evidence = {
  firstHeight: null,
  lastHeight: null,
  blocks: 149,
  epochs: [{ difficulty: '21448277761059', seconds: 86_400 }],
  subsidySum: '931.25000000',
  feeSum: '110.36520932',
  poolFeeRate: '0',
  source: 'import',
};

describe('recompute', () => {
  it('matches the golden case of the pool agreement', () => {
    const golden = output({
      hashrate: '1000',
      evidence: agreement,
      gross: '0.00655665',
      poolFee: '0.00000000',
      net: '0.00655665',
    });
    expect(recompute(golden)).toEqual({ agrees: true, net: 655_665n });
  });

  it('matches a day of two difficulties', () => {
    const epochs = [
      { difficulty: '181602719384025', seconds: 50_000 },
      { difficulty: '179000000000000.5', seconds: 36_400 },
    ];
    expect(recompute(output({ evidence: { ...evidence, epochs } })).agrees).toBe(true);
  });

  it.each<[string, Partial<Evidence>]>([
    ['blocks', { blocks: 148 }],
    ['difficulty', { epochs: [{ difficulty: '181602719384025', seconds: 86_399 }] }],
    ['seconds', { epochs: [{ difficulty: '181002719384025', seconds: 86_400 }] }],
    ['subsidies', { subsidySum: '460.37500000' }],
    ['fees', { feeSum: '5.61208347' }],
    ['pool fee rate', { poolFeeRate: '0.05' }],
  ])('detects altered %s', (_, change) => {
    const booked = output();
    expect(recompute(booked).agrees).toBe(true);
    expect(recompute({ ...booked, evidence: { ...evidence, ...change } }).agrees).toBe(false);
  });

  it.each<[string, Partial<Output>]>([
    ['net', { net: '0.00004733' }],
    ['gross', { gross: '0.00004930' }],
    ['pool fee', { poolFee: '0.00000196' }],
    ['hashrate', { hashrate: '142' }],
    ['running seconds', { runningSeconds: 86_399 }],
  ])('detects a booked %s that does not follow from the evidence', (_, change) => {
    expect(recompute({ ...output(), ...change }).agrees).toBe(false);
  });

  it('returns the net of the evidence', () => {
    expect(recompute({ ...output(), net: '0.00009999' })).toEqual({ agrees: false, net: 4732n });
  });

  it('accepts zero for a machine that did not run', () => {
    const idle = { ...evidence, epochs: [{ difficulty: '181602719384025', seconds: 0 }] };
    expect(recompute(output({ evidence: idle }))).toEqual({ agrees: true, net: 0n });
  });
});

describe('isRecomputable', () => {
  it('requires evidence and the unit of the formula', () => {
    expect(isRecomputable(output())).toBe(true);
    expect(isRecomputable(output({ hashrateUnit: 'MH/s' }))).toBe(false);
    expect(isRecomputable(output({ evidence: null }))).toBe(false);
  });
});
