import { coins } from '@lode/money';
import { groupDigits } from './group-digits.ts';

/** Decimals of the wire that a person is not shown. */
const hiddenDecimals: Record<string, number> = { USDT: 4 };

/** Rounded once and downwards, as customers see it: `shownAmount('6.559999', 'USDT') === '6.55'`, `-2.311000` is `-2.32`. */
export function shownAmount(value: string, coin: string): string {
  const hidden = hiddenDecimals[coin] ?? 0;
  const point = value.indexOf('.');
  if (hidden === 0 || point < 0) return value;
  const decimals = value.length - point - 1 - hidden;
  if (decimals < 1) return value;
  const units = BigInt(value.replace('.', ''));
  const step = 10n ** BigInt(hidden);
  const floor = (units - (((units % step) + step) % step)) / step;
  const digits = String(floor < 0n ? -floor : floor).padStart(decimals + 1, '0');
  return `${floor < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What is owed or taken, as customers see it: never shown smaller than it is. `shownDebit('7.255001', 'USDT') === '7.26'`. */
export function shownDebit(value: string, coin: string): string {
  const shown = shownAmount(value.startsWith('-') ? value.slice(1) : `-${value}`, coin);
  return shown.startsWith('-') ? shown.slice(1) : /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** Every digit of the wire without the zeros that end it: of USDT, which alone has six decimals there, two stay, as people write it. */
export const exactAmount = (value: string): string =>
  /\.\d{6}$/.test(value) ? value.replace(/(\.\d\d\d*?)0+$/, '$1') : value;

/** An amount inside of a text: `amountText('100000.000000') === '100,000.00'`. */
export const amountText = (value: string): string => groupDigits(exactAmount(value)).replace('-', '−');

/** With its unit: `moneyText('-7.835520', 'USDT') === '−7.83552 USDT'`. */
export const moneyText = (value: string, coin: string): string => `${amountText(value)} ${coin}`;

const inText = new RegExp(`(?<![\\d.,])([-−]?)(\\d+\\.\\d+) (?=(?:${coins.join('|')})(?![A-Za-z]))`, 'g');

/** What the server wrote, its amounts as the console writes them: `moneyInText('付 1000.000000 USDT') === '付 1,000.00 USDT'`. */
export const moneyInText = (text: string): string =>
  text.replace(inText, (_all, sign: string, value: string) => `${sign && '−'}${amountText(value)} `);
