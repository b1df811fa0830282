/** What the customer reads when a withdrawal was settled inside the house. */
export const offsetRemark = '划转抵扣';
