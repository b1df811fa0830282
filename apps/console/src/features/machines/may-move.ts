/** As the contract has it: the server refuses every other role. */
export const changers: readonly string[] = ['OPERATIONS', 'FINANCE', 'ADMIN'];

/** Who may propose terms, prices and outages; another approves them. */
export const termsProposers: readonly string[] = ['OPERATIONS', 'FINANCE'];
