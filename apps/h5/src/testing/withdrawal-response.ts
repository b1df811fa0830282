import type { Data } from '@lode/contract';

type Withdrawal = Data<'withdrawPage'>['records'][number];

export const addresses = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

export function withdrawal(fields: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id: '18',
    number: 'W20261120-7KQ4M9XZAB',
    coin: 'BTC',
    network: 'BITCOIN',
    address: addresses.BTC,
    amount: '0.05000000',
    fee: '0.00005000',
    received: '0.04995000',
    status: 'WAITING',
    thirdStatus: null,
    offset: null,
    checkRemark: null,
    txid: null,
    outputIndex: null,
    confirmations: 0,
    needed: 3,
    applyTime: '2026-11-20T06:02:11.000Z',
    steps: [{ step: 'APPLIED', time: '2026-11-20T06:02:11.000Z' }],
    eta: '2026-11-20T10:30:00.000Z',
    ...fields,
  };
}
