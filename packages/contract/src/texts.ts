/** `checkRemark` of a withdrawal that was settled inside the house: what a client shows of it hangs on this very text. */
export const offsetRemark = '划转抵扣';
