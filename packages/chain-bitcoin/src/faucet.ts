import { formatAmount } from '@lode/money';
import { JsonRpc } from './json-rpc.ts';
import { textOf } from './responses.ts';

/** Test coins from the wallet of a development node. */
export interface BitcoinFaucet {
  /** Returns the txid; unconfirmed until the next block. */
  send(address: string, satoshi: bigint): Promise<string>;
}

/** For demo and tests. */
export function bitcoinFaucet(url: string): BitcoinFaucet {
  const rpc = new JsonRpc({ url, timeoutMs: 15_000 });
  return {
    async send(address, satoshi) {
      const txid = await rpc.call('sendtoaddress', [address, formatAmount(satoshi, 'BTC')]);
      return textOf('sendtoaddress', txid, /^[0-9a-f]{64}$/);
    },
  };
}
