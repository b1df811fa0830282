export const typedAmountMessages = {
  /** 全部 alone fills in decimals that are not shown elsewhere. */
  precision: (decimals: number, hasMore: boolean) =>
    hasMore ? `最多 ${decimals} 位小数，连同零头请点「全部」` : `最多 ${decimals} 位小数`,
};
