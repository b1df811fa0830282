/** As the contract has it: the server refuses every other role. */
export const changers: readonly string[] = ['OPERATIONS', 'FINANCE', 'ADMIN'];
