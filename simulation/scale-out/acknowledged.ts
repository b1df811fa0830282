/** Compares acknowledged writes with what the database holds. Pure: the control gives it a loss of its own. */

/** A request that was answered with success. */
export interface Acknowledged {
  customerId: string;
  requestId: string;
  /** Of the order that the answer names. */
  orderId: string;
  /** Satoshi. */
  amount: bigint;
}

/** What the database holds. */
export interface Held {
  /** Stored answers of requests. */
  requests: readonly { customerId: string; requestId: string; orderId: string | null }[];
  /** Orders of savings. */
  orders: readonly { id: string; customerId: string; amount: bigint }[];
  /** Keys of the ledger's transfers; each holds the customer and the `requestId`. */
  transferKeys: readonly string[];
  /** Satoshi in each customer's savings. */
  savings: ReadonlyMap<string, bigint>;
}

export const transferKey = (customerId: string, requestId: string) =>
  `coin-up:coinUpSubscribe ${customerId} ${requestId}`;

/** Every acknowledged write must be there once, and nothing that no request asked for. */
export function compare(acknowledged: readonly Acknowledged[], held: Held): string[] {
  const differences: string[] = [];
  const nameOf = (one: { customerId: string; requestId: string }) => `${one.customerId} ${one.requestId}`;
  const requests = new Map(held.requests.map((request) => [nameOf(request), request]));
  const orders = new Map(held.orders.map((order) => [order.id, order]));
  const keys = countOf(held.transferKeys);
  for (const one of acknowledged) {
    const name = nameOf(one);
    const request = requests.get(name);
    const order = orders.get(one.orderId);
    const transfers = keys.get(transferKey(one.customerId, one.requestId)) ?? 0;
    if (!request) differences.push(`${name}: acknowledged, and its answer is lost`);
    else if (request.orderId !== one.orderId) {
      differences.push(`${name}: acknowledged as order ${one.orderId}, kept as ${request.orderId}`);
    }
    if (order?.customerId !== one.customerId || order.amount !== one.amount) {
      differences.push(`${name}: acknowledged order ${one.orderId} is lost or another one`);
    }
    if (transfers !== 1) differences.push(`${name}: ${transfers} transfers`);
  }
  const answered = new Set(held.requests.map(({ orderId }) => orderId));
  for (const { id } of held.orders)
    if (!answered.has(id)) differences.push(`order ${id}: no request has it as its answer`);
  const counts = [held.requests.length, held.orders.length, held.transferKeys.length];
  if (new Set(counts).size > 1) {
    differences.push(`${counts[0]} answers, ${counts[1]} orders and ${counts[2]} transfers`);
  }
  const ordered = new Map<string, bigint>();
  for (const { customerId, amount } of held.orders) {
    ordered.set(customerId, (ordered.get(customerId) ?? 0n) + amount);
  }
  for (const [customerId, amount] of held.savings) {
    const expected = ordered.get(customerId) ?? 0n;
    if (amount !== expected) differences.push(`customer ${customerId}: savings ${amount}, orders ${expected}`);
  }
  return differences;
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
