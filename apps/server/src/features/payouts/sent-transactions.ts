import type { Queryable } from '../../platform/db/database.ts';
import { readPayments, type SentTransaction, sentPayment } from './payment.repository.ts';
import { readExports, sentExport } from './recovery/exported-payment.repository.ts';

/** All that was signed of a withdrawal, or may have been from a file, each once: only one of them can be mined. */
export async function readSentTransactions(db: Queryable, id: bigint): Promise<SentTransaction[]> {
  const signed = (await readPayments(db, id)).filter(({ txid }) => txid !== null);
  const all = [...signed.map(sentPayment), ...(await readExports(db, id)).map(sentExport)];
  const known = new Map<string, SentTransaction>();
  for (const sent of all) {
    const other = known.get(sent.txid);
    // Looked for from where the earlier of the two could be in a block.
    known.set(sent.txid, other === undefined ? sent : { ...other, ...earlierOf(other, sent) });
  }
  return [...known.values()];
}

function earlierOf(one: SentTransaction, other: SentTransaction): Pick<SentTransaction, 'sinceHeight' | 'builtAt'> {
  return {
    sinceHeight: Math.min(one.sinceHeight, other.sinceHeight),
    builtAt: one.builtAt < other.builtAt ? one.builtAt : other.builtAt,
  };
}
