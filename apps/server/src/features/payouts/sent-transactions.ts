import type { Queryable } from '../../platform/db/database.ts';
import { readPayments, type SentTransaction, sentPayment } from './payment.repository.ts';
import { readExports, sentExport } from './recovery/exported-payment.repository.ts';

/** All that was signed of a withdrawal, or may have been from a file, each once: only one of them can be mined. */
export async function readSentTransactions(db: Queryable, id: bigint): Promise<SentTransaction[]> {
  const signed = (await readPayments(db, id)).filter(({ txid }) => txid !== null);
  const all = [...signed.map(sentPayment), ...(await readExports(db, id)).map(sentExport)];
  return all.filter(({ txid }, at) => all.findIndex((one) => one.txid === txid) === at);
}
