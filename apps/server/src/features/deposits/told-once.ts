/** The same output is one payment, however often a node tells of it in one answer; what it said last counts. */
export function toldOnce<P extends { txid: string; index: number; coin: string }>(payments: readonly P[]): P[] {
  return [
    ...new Map(payments.map((payment) => [`${payment.txid}:${payment.index}:${payment.coin}`, payment])).values(),
  ];
}
