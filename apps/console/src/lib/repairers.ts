/** Who works on repair tickets, as the contract has it: the server refuses every other role. */
export const repairers: readonly string[] = ['SUPPORT', 'OPERATIONS', 'ADMIN'];
