/** Numbers on the house branch: where the operator sends its own coins, and where the pool pays. The first one is also the change address. */
export const houseAddressNumbers = { funding: 0, pool: 1 } as const;
