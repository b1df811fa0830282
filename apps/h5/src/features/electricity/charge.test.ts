// Covers the detail of a charge: fee from energy and price, conversion at the day's rate, part or whole.
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../lib/account-of.ts';
import { ledgerRecord } from '../../testing/responses.ts';
import { chargeOf } from './charge.ts';

describe('chargeOf', () => {
  it('multiplies energy by price [route:electric_detail]', () => {
    expect(chargeOf(ledgerRecord())).toEqual({ fee: 6_552_000n, paid: 6_552_000n, isWhole: true });
  });

  it('uses the booked figure where the printed energy is truncated', () => {
    expect(chargeOf(ledgerRecord({ kwh: '83.999999' }))).toEqual({ fee: 6_552_000n, paid: 6_552_000n, isWhole: true });
  });

  it('recognises a partial payment', () => {
    expect(chargeOf(ledgerRecord({ amount: '-2.000000' }))).toEqual({
      fee: 6_552_000n,
      paid: 2_000_000n,
      isWhole: false,
    });
  });

  it('converts a payment from output at the rate of the day [entity:ledger-type.ELE_CONSUME_BTC]', () => {
    const fromOutput = { type: 'ELE_CONSUME_BTC', coin: 'BTC', rate: '117842.3' } as const;
    const whole = chargeOf(ledgerRecord({ ...fromOutput, amount: '-0.00005559' }));
    expect(whole).toEqual({ fee: 6_552_000n, paid: 6_550_853n, isWhole: true });
    const part = chargeOf(ledgerRecord({ ...fromOutput, amount: '-0.00005000' }));
    expect(part).toEqual({ fee: 6_552_000n, paid: 5_892_115n, isWhole: false });
  });

  it('is null for other records', () => {
    expect(chargeOf(ledgerRecord({ type: 'ELE_RECHARGE', kwh: null, price: null }))).toBeNull();
  });
});

describe('accountOf', () => {
  it('maps BTC to the output account and USDT to the electricity account [entity:account-of-coin]', () => {
    expect(accountOf(ledgerRecord())).toBe('ELE_ACCOUNT');
    expect(accountOf(ledgerRecord({ coin: 'BTC' }))).toBe('OUTPUT_ACCOUNT');
  });
});
