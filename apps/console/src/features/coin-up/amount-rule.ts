import { DecimalError, formatAmount, parseAmount } from '@lode/money';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import type { SavingsCoin } from './coin-up-data.ts';

const decimals: Record<SavingsCoin, number> = { BTC: 8, USDT: 6 };

/** Above zero, with the decimals of the coin. */
export const amountRule = (coin: SavingsCoin) => ({
  required: true,
  pattern: new RegExp(`^\\s*(?=.*[1-9])\\d{1,12}(\\.\\d{1,${decimals[coin]}})?\\s*$`),
  message: texts.notAmount,
});

/** With every decimal of the coin; what no ledger holds stays as it was typed, and the server refuses it. */
export function wholeAmount(typed: string, coin: SavingsCoin): string {
  const amount = typed.trim();
  try {
    return formatAmount(parseAmount(amount, coin), coin);
  } catch (error) {
    if (error instanceof DecimalError) return amount;
    throw error;
  }
}
