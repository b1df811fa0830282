/**
 * A position, in minor units, and how it changes. The ledger's COIN_UP account holds the sum of the three; what is in
 * transit out is held there. The SQL of the use cases and of the run does the same; the tests hold both side by side.
 */
export interface Position {
  /** May be redeemed. */
  earning: bigint;
  /** Subscribed, and not yet earning. */
  inTransitIn: bigint;
  /** Redeemed, and not yet in the wallet. */
  inTransitOut: bigint;
}

export const emptyPosition: Position = { earning: 0n, inTransitIn: 0n, inTransitOut: 0n };

export type PositionEvent =
  | { event: 'subscribed'; amount: bigint }
  | { event: 'begins-to-earn'; amount: bigint }
  | { event: 'redeemed'; amount: bigint }
  | { event: 'arrived'; amount: bigint };

export function principalOf({ earning, inTransitIn, inTransitOut }: Position): bigint {
  return earning + inTransitIn + inTransitOut;
}

/** The position after an event; null when it cannot happen to it. */
export function moved(position: Position, { event, amount }: PositionEvent): Position | null {
  const { earning, inTransitIn, inTransitOut } = position;
  if (amount <= 0n) return null;
  switch (event) {
    case 'subscribed':
      return { ...position, inTransitIn: inTransitIn + amount };
    case 'begins-to-earn':
      if (inTransitIn < amount) return null;
      return { ...position, inTransitIn: inTransitIn - amount, earning: earning + amount };
    case 'redeemed':
      if (earning < amount) return null;
      return { ...position, earning: earning - amount, inTransitOut: inTransitOut + amount };
    case 'arrived':
      return inTransitOut < amount ? null : { ...position, inTransitOut: inTransitOut - amount };
  }
}
