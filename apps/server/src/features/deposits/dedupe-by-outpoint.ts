/** One payment per outpoint and coin, the last one listed: a node may list the same output more than once in one response. */
export function dedupeByOutpoint<P extends { txid: string; index: number; coin: string }>(payments: readonly P[]): P[] {
  return [
    ...new Map(payments.map((payment) => [`${payment.txid}:${payment.index}:${payment.coin}`, payment])).values(),
  ];
}
