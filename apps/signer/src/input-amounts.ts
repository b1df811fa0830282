import { decodeTransaction } from '@lode/chain-bitcoin';
import type { History } from './history.ts';

/** Of one input: what the first request that named it claimed, and what the transaction that made it says. */
export interface WrongAmount {
  /** `txid:index`. */
  output: string;
  claimed: string;
  amount: string;
}

/** Raw transactions in hex, one after the other. Throws for a text that is none. */
export function parseTransactions(text: string): string[] {
  const transactions = text.split(/\s+/).filter((one) => one !== '');
  if (transactions.length === 0) throw new Error('it holds no transaction');
  for (const one of transactions) decode(one);
  return transactions;
}

/**
 * The amounts that the journal has wrongly. Nothing is believed: the txid is the hash of the bytes, so they say
 * one amount only, from any hand. A signature over the wrong one is worthless, and stays so.
 */
export function wrongAmounts(transactions: readonly string[], history: Pick<History, 'amountOf'>): WrongAmount[] {
  return transactions.map(decode).flatMap(({ txid, outputs }) =>
    outputs.flatMap(({ amount }, index) => {
      const output = `${txid}:${index}`;
      const claimed = history.amountOf(output);
      return claimed === undefined || claimed === `${amount}` ? [] : [{ output, claimed, amount: `${amount}` }];
    }),
  );
}

function decode(hex: string): ReturnType<typeof decodeTransaction> {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) throw new Error('a raw transaction is hex');
  return decodeTransaction(Buffer.from(hex, 'hex'));
}
