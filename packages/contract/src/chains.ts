/** How long a block takes on the public chains, in seconds: waiting times shown to customers derive from it. */
export const blockSeconds = { BITCOIN: 600, ERC20: 12 } as const;
