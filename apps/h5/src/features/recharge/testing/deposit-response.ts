import type { Deposit } from '../deposit.ts';

export const addresses = {
  USDT: '0xd026d55451F60589e5A4FB7c1B2Fc430e5D7dE3B',
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};

export const deposit = (fields: Partial<Deposit> = {}): Deposit => ({
  id: '1',
  coin: 'USDT',
  network: 'ERC20',
  address: addresses.USDT,
  txid: `0x${'ab'.repeat(32)}`,
  outputIndex: 0,
  amount: '500.000000',
  status: 'CONFIRMING',
  confirmations: 12,
  needed: 30,
  time: '2026-11-20T07:42:00.000Z',
  creditedTime: null,
  ...fields,
});
