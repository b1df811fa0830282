/** What every customer of a bench withdraws; the address is of BIP 173's vectors, on the test network. */
export const payment = {
  coin: 'BTC',
  network: 'BITCOIN',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  amount: '0.001',
} as const;
