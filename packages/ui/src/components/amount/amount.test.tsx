// Covers the format of amounts: truncated, signed, one accessible name, and unreadable while hidden.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { HiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { Amount } from './amount.tsx';
import { amountParts } from './amount-parts.ts';

afterEach(cleanup);

describe('amountParts', () => {
  it('truncates to two decimals for USDT and eight for the others [rule:amount-precision] [constant:amount-precision]', () => {
    expect(amountParts(38_813_529_999n, 'USDT', false).digits).toBe('38,813.52');
    expect(amountParts(2_319_999n, 'USDT', false).digits).toBe('2.31');
    for (const coin of ['BTC', 'ETH', 'DOGE'] as const) {
      expect(amountParts(120_388_412_055_310_000n, coin, false).digits).toBe('1,203,884,120.55310000');
    }
  });

  it('separates the leading zeros of amounts below 0.01', () => {
    expect(amountParts(4732n, 'BTC', true)).toEqual({ sign: '+', zeros: '0.0000', digits: '4732' });
    expect(amountParts(0n, 'BTC', true)).toEqual({ sign: '', zeros: '0.00000000', digits: '' });
    expect(amountParts(1_216_718n, 'BTC', false)).toEqual({ sign: '', zeros: '', digits: '0.01216718' });
    expect(amountParts(10_000_000n, 'BTC', false)).toEqual({ sign: '', zeros: '', digits: '0.10000000' });
  });

  it('leaves cents alone, and shows no sign on zero', () => {
    expect(amountParts(0n, 'USDT', true)).toEqual({ sign: '', zeros: '', digits: '0.00' });
    expect(amountParts(4999n, 'USDT', true)).toEqual({ sign: '', zeros: '', digits: '0.00' });
  });

  it('never shows a debit smaller than it is, with its sign or without', () => {
    expect(amountParts(-2_310_001n, 'USDT', false)).toEqual({ sign: '−', zeros: '', digits: '2.32' });
    expect(amountParts(-1n, 'USDT', false)).toEqual({ sign: '−', zeros: '', digits: '0.01' });
    expect(amountParts(-2_310_000n, 'USDT', false).digits).toBe('2.31');
    expect(amountParts(2_310_001n, 'USDT', false, 'debit')).toEqual({ sign: '', zeros: '', digits: '2.32' });
    expect(amountParts(0n, 'USDT', false, 'debit').digits).toBe('0.00');
  });

  it('keeps every digit on request', () => {
    expect(amountParts(-2_310_001n, 'USDT', false, 'exact')).toEqual({ sign: '−', zeros: '', digits: '2.310001' });
    expect(amountParts(38_813_529_999n, 'USDT', false, 'exact').digits).toBe('38,813.529999');
    expect(amountParts(2_300_000n, 'USDT', false, 'exact').digits).toBe('2.30');
    expect(amountParts(2_301_000n, 'USDT', false, 'exact').digits).toBe('2.301000');
    expect(amountParts(100n, 'BTC', false, 'exact')).toEqual({ sign: '', zeros: '0.00000', digits: '100' });
  });

  it('keeps every digit of the largest amount', () => {
    const { digits } = amountParts(2n ** 63n - 1n, 'BTC', false);
    expect(digits).toBe('92,233,720,368.54775807');
  });
});

describe('Amount', () => {
  const text = () => screen.getByRole('img').textContent;
  const name = () => screen.getByRole('img').getAttribute('aria-label');

  it('has one accessible name, equal to the visible text', () => {
    render(<Amount value="-0.00004732" coin="BTC" />);
    expect(name()).toBe('−0.00004732 BTC');
    expect(text()).toBe('−0.00004732 BTC');
  });

  it('accepts minor units and wire text', () => {
    const { rerender } = render(<Amount value={214_860_000n} coin="USDT" />);
    expect(text()).toBe('214.86 USDT');
    rerender(<Amount value="214.860000" coin="USDT" unit={null} />);
    expect(text()).toBe('214.86');
  });

  it('colours a direction, always with its sign', () => {
    const { rerender } = render(<Amount value="37.410000" coin="USDT" direction />);
    expect(text()).toBe('+37.41 USDT');
    expect(screen.getByRole('img').className).toContain('up');
    rerender(<Amount value="-2.310000" coin="USDT" direction />);
    expect(text()).toBe('−2.31 USDT');
    expect(screen.getByRole('img').className).toContain('down');
    rerender(<Amount value="0.000000" coin="USDT" direction />);
    expect(text()).toBe('0.00 USDT');
    expect(screen.getByRole('img').className).not.toMatch(/\b(up|down)\b/);
  });

  it('shrinks instead of wrapping', () => {
    const { rerender } = render(<Amount value="38813.520000" coin="USDT" size="display" />);
    expect(screen.getByRole('img').style.getPropertyValue('--fit')).toBe('');
    rerender(<Amount value={2n ** 63n - 1n} coin="BTC" size="display" />);
    const fit = screen.getByRole('img').style.getPropertyValue('--fit');
    expect(Number(fit)).toBeLessThan(0.6);
  });

  it('names an approximation in its accessible name', () => {
    render(<Amount value="0.32936775" coin="BTC" approx />);
    expect(text()).toBe('≈ 0.32936775 BTC');
    expect(name()).toBe('约0.32936775 BTC');
  });

  it('is unreadable while hidden, except prices', () => {
    render(
      <HiddenAmounts hidden>
        <Amount value="38813.520000" coin="USDT" direction />
        <Amount value="117842.500000" coin="USDT" hideable={false} />
      </HiddenAmounts>,
    );
    const [hidden, price] = screen.getAllByRole('img');
    expect(hidden?.textContent).toBe('•••• USDT');
    expect(hidden?.getAttribute('aria-label')).toBe('金额已隐藏');
    expect(hidden?.outerHTML).not.toMatch(/38|\+|up/);
    expect(price?.textContent).toBe('117,842.50 USDT');
  });

  it('throws on an invalid amount', () => {
    expect(() => render(<Amount value="1e5" coin="BTC" />)).toThrow('malformed');
    expect(() => render(<Amount value="0.000000001" coin="BTC" />)).toThrow('too-many-decimals');
  });
});
