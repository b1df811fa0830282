import { type Coin, displayExact } from '@lode/money';

/** Coins that reached another address of the house, and that two people have credited to their owner. */
export function creditedNotice(amount: bigint, coin: Coin): string {
  const account = coin === 'USDT' ? '电费账户' : '产出账户';
  return `您转入平台的 ${displayExact(amount, coin)} ${coin} 经人工核实，已计入您的${account}。如有未缴费用，已优先缴清。`;
}
