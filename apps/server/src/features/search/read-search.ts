import { normaliseAccount } from '@lode/contract';
import { DecimalError, parseAmount } from '@lode/money';

type PaidCoin = 'BTC' | 'USDT';

/** All that a text may mean; what it cannot mean is null. */
export interface SearchTerms {
  account: string | null;
  id: bigint | null;
  /** `T-323` as the console shows it, or its digits. */
  transferId: bigint | null;
  /** The digits that a phone number ends with, from the last one back. */
  reversedEnd: string | null;
  machineNo: string | null;
  /** Also machines whose numbers only begin so. */
  isBeginning: boolean;
  txids: string[] | null;
  withdrawalNumber: string | null;
  amount: { coin: PaidCoin; units: bigint } | null;
}

const largestId = 2n ** 63n - 1n;
const shortestEnd = 4;
const longestPhone = 11;
const shortestBeginning = 3;
const longestMachineNo = 64;

export function readSearch(typed: string): SearchTerms {
  const text = typed.trim();
  const digits = /^\d+$/.test(text) ? text : null;
  const isEnd = digits !== null && digits.length >= shortestEnd && digits.length <= longestPhone;
  return {
    account: normaliseAccount(text),
    id: idOf(text),
    transferId: idOf(text.replace(/^T-?/i, '')),
    reversedEnd: isEnd ? [...digits].toReversed().join('') : null,
    machineNo: text.length <= longestMachineNo ? text : null,
    isBeginning: text.length >= shortestBeginning,
    txids: txidsOf(text),
    withdrawalNumber: withdrawalNumberOf(text),
    amount: amountOf(text),
  };
}

const idOf = (text: string): bigint | null =>
  /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= largestId ? BigInt(text) : null;

/** With and without `0x`, as each network writes its own. */
function txidsOf(text: string): string[] | null {
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  return hex === undefined ? null : [hex, `0x${hex}`];
}

function withdrawalNumberOf(text: string): string | null {
  const parts = /^W(\d{8})-?([0-9A-HJKMNP-TV-Z]{10})$/i.exec(text);
  return parts && `W${parts[1]}-${parts[2]}`.toUpperCase();
}

/** `0.05 BTC`, `1,000usdt`: without a coin an amount could be any. */
function amountOf(text: string): SearchTerms['amount'] {
  const [, number, name] = /^([\d,]+(?:\.\d+)?)\s*(BTC|USDT)$/i.exec(text) ?? [];
  if (number === undefined || name === undefined) return null;
  const coin = name.toUpperCase() as PaidCoin;
  try {
    return { coin, units: parseAmount(number.replaceAll(',', ''), coin) };
  } catch (error) {
    if (error instanceof DecimalError) return null;
    throw error;
  }
}
