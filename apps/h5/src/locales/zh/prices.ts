export const priceMessages = {
  basis: (prices: string, name: string) => `折合按${name} ${prices}`,
  by: (name: string) => `按${name}`,
  stale: (time: string) => `（${time} 的币价）`,
  unpriced: (coins: string) => `另有 ${coins} 未计价`,
  none: '暂无币价',
  now: '现价',
  /** A replay shows the prices of its own days. */
  replayed: '演示币价',
};
