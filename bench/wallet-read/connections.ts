/** Database connections of either server. */
export const connections = 16;
