import { formatAmount } from '@lode/money';
import { JsonRpc } from './json-rpc.ts';
import { textOf } from './responses.ts';

/** Money out of nothing, from the wallet of a development node that mines for itself. */
export interface BitcoinFaucet {
  /** Gives the txid; it waits for the next block. */
  send(address: string, satoshi: bigint): Promise<string>;
}

/** For demo and tests. A node of the public chain has no wallet of ours, and refuses. */
export function bitcoinFaucet(url: string): BitcoinFaucet {
  const rpc = new JsonRpc({ url, timeoutMs: 15_000 });
  return {
    async send(address, satoshi) {
      const txid = await rpc.call('sendtoaddress', [address, formatAmount(satoshi, 'BTC')]);
      return textOf('sendtoaddress', txid, /^[0-9a-f]{64}$/);
    },
  };
}
