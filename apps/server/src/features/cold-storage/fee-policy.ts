/** The network may take a hundredth of a transfer; where it asks for more, the coins stay where they are. */
export const largestFeePart = 100;

/** The largest network fee of a transfer of bitcoin, into cold storage or back. */
export const largestFeeOf = (amount: bigint): bigint => amount / BigInt(largestFeePart);
