/** How long a block takes on the public chains, in seconds: what a customer is told of waiting is counted with it. */
export const blockSeconds = { BITCOIN: 600, ERC20: 12 } as const;
