/** What the demo's customers do with COIN UP: day of the demo's history, decimal amounts. The last day is today. */
export interface DemoSavings {
  account: string;
  deposits: { beforeDay: number; coin: 'BTC' | 'USDT'; amount: string; reason: string }[];
  orders: { onDay: number; call: 'subscribe' | 'redeem' | 'redeem-interest'; coin: 'BTC' | 'USDT'; amount: string }[];
}

/** What the operator puts into its treasury, and from there into the fund before anybody saves. */
export const demoFund = {
  treasury: { BTC: '1.00000000', USDT: '10000.000000' },
  amounts: { BTC: '0.10000000', USDT: '1000.000000' },
  reason: '利息基金首次注资',
  openingReason: '开通活期增币',
} as const;
export type DemoFund = typeof demoFund;

export const demoSavings: DemoSavings[] = [
  {
    account: '13800000001',
    deposits: [
      { beforeDay: 0, coin: 'USDT', amount: '3000', reason: '柜台收款 0011' },
      { beforeDay: 0, coin: 'BTC', amount: '0.05', reason: '柜台收币 0001' },
    ],
    orders: [
      { onDay: 2, call: 'subscribe', coin: 'USDT', amount: '1500' },
      { onDay: 3, call: 'subscribe', coin: 'BTC', amount: '0.03' },
      { onDay: 12, call: 'subscribe', coin: 'USDT', amount: '500' },
      { onDay: 20, call: 'redeem', coin: 'USDT', amount: '300' },
      { onDay: 25, call: 'redeem', coin: 'BTC', amount: '0.005' },
      { onDay: 28, call: 'redeem-interest', coin: 'USDT', amount: '2' },
      { onDay: 33, call: 'subscribe', coin: 'USDT', amount: '200' },
      { onDay: 33, call: 'redeem', coin: 'BTC', amount: '0.002' },
    ],
  },
  {
    account: '13800000002',
    deposits: [
      { beforeDay: 0, coin: 'USDT', amount: '1200', reason: '柜台收款 0012' },
      { beforeDay: 0, coin: 'BTC', amount: '0.08', reason: '柜台收币 0002' },
    ],
    orders: [
      { onDay: 1, call: 'subscribe', coin: 'BTC', amount: '0.04' },
      { onDay: 5, call: 'subscribe', coin: 'USDT', amount: '800' },
      { onDay: 18, call: 'redeem', coin: 'USDT', amount: '150' },
    ],
  },
];
