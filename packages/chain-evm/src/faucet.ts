import { type JsonRpc, jsonRpc } from './json-rpc.ts';
import { quantityText } from './node.ts';
import { encodeIssue } from './token.ts';

/** Test coins on a development node whose first account owns the test USDT. */
export interface EvmFaucet {
  /** Test USDT in micro-USDT. Returns the txid; unconfirmed until the next block. */
  usdt(address: string, amount: bigint): Promise<string>;
  ether(address: string, wei: bigint): Promise<string>;
}

/** For demo and tests. A public node has no account and refuses. */
export function evmFaucet(rpcUrl: string, usdtContract: string): EvmFaucet {
  const rpc = jsonRpc({ url: rpcUrl, timeoutMs: 15_000, maxBytes: 1024 * 1024 });
  // The node assigns concurrent transactions the same nonce and refuses one of them.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<string>): Promise<string> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    usdt: (address, amount) => inTurn(() => send(rpc, { to: usdtContract, data: encodeIssue(address, amount) })),
    ether: (address, wei) => inTurn(() => send(rpc, { to: address, value: quantityText(wei) })),
  };
}

async function send(rpc: JsonRpc, transaction: { to: string; data?: string; value?: string }): Promise<string> {
  const accounts = await rpc.ask('eth_accounts');
  const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof from !== 'string') throw new Error('this node has no account to pay from');
  return (await rpc.ask('eth_sendTransaction', { from, ...transaction })) as string;
}
