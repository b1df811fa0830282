import type { AddressKey, Block } from '@lode/chain';
import type { Hex } from 'viem';
import { addressOfKey } from './address.ts';
import {
  blockOf,
  type FullBlock,
  type Receipt,
  receiptOf,
  type TransferLog,
  transactionOf,
  transferOf,
} from './blocks.ts';
import { type JsonRpc, NodeRefusal } from './json-rpc.ts';
import { bytes, fieldsOf, hash, listOf, malformed, quantity, whole, word } from './responses.ts';
import { balanceCall, decimalsCall, transferTopic } from './token.ts';

/** The calls of a node; each checks the form of its response. */
export function evmNode(rpc: JsonRpc) {
  const at = (height: number | 'latest' | 'pending'): string =>
    typeof height === 'number' ? quantityText(height) : height;
  return {
    rpc,

    async identity(): Promise<{ chainId: number; genesis: Hex }> {
      const [chainId, genesis] = await rpc.askAll([
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getBlockByNumber', params: ['0x0', false] },
      ]);
      return { chainId: whole('chain id', chainId), genesis: hash('genesis', fieldsOf('block 0', genesis).hash) };
    },

    async block(height: number | 'latest'): Promise<Block | null> {
      const found = await rpc.ask('eth_getBlockByNumber', at(height), false);
      const block = found === null ? null : blockOf(found);
      if (block && height !== 'latest' && block.height !== height) throw malformed(`block ${height}`, block.height);
      return block;
    },

    async blockByHash(blockHash: string): Promise<Block | null> {
      const found = await rpc.ask('eth_getBlockByHash', blockHash, false);
      const block = found === null ? null : blockOf(found);
      if (block && block.hash !== blockHash) throw malformed(`block ${blockHash}`, block.hash);
      return block;
    },

    async fullBlock(height: number): Promise<FullBlock | null> {
      const found = await rpc.ask('eth_getBlockByNumber', at(height), true);
      if (found === null) return null;
      const fields = fieldsOf('block', found);
      const block = blockOf(found);
      if (block.height !== height) throw malformed(`block ${height}`, block.height);
      return {
        ...block,
        logsBloom: bytes('logs bloom', fields.logsBloom),
        transactions: listOf('transactions', fields.transactions).map(transactionOf),
      };
    },

    /** Every `Transfer` of a contract in one block, by the block's hash: the answer is of that block or an error. */
    async transfers(blockHash: string, contract: AddressKey): Promise<TransferLog[]> {
      const filter = { blockHash, address: addressOfKey(contract), topics: [transferTopic] };
      const logs = listOf('logs', await rpc.ask('eth_getLogs', filter)).flatMap(transferOf);
      for (const log of logs) if (log.blockHash !== blockHash) throw malformed('log of another block', log.blockHash);
      return logs;
    },

    async blockReceipts(height: number): Promise<Receipt[]> {
      return listOf('receipts', await rpc.ask('eth_getBlockReceipts', at(height))).map(receiptOf);
    },

    async receipt(txid: string): Promise<Receipt | null> {
      const found = await rpc.ask('eth_getTransactionReceipt', txid);
      const receipt = found === null ? null : receiptOf(found);
      if (receipt && receipt.txid !== txid) throw malformed(`receipt of ${txid}`, receipt.txid);
      return receipt;
    },

    async isKnown(txid: string): Promise<boolean> {
      const found = await rpc.ask('eth_getTransactionByHash', txid);
      return found !== null && hash('transaction', fieldsOf('transaction', found).hash) === txid;
    },

    async nonce(key: AddressKey, height: number | 'latest' | 'pending'): Promise<number> {
      return whole('nonce', await rpc.ask('eth_getTransactionCount', addressOfKey(key), at(height)));
    },

    async ether(key: AddressKey): Promise<bigint> {
      return quantity('balance', await rpc.ask('eth_getBalance', addressOfKey(key), 'latest'));
    },

    async tokenBalance(token: AddressKey, holder: AddressKey): Promise<bigint> {
      const call = { to: addressOfKey(token), data: balanceCall(holder) };
      return word('token balance', await rpc.ask('eth_call', call, 'latest'));
    },

    /** Null when no contract stands there, or one that has no decimals. */
    async tokenDecimals(token: AddressKey): Promise<number | null> {
      try {
        const found = await rpc.ask('eth_call', { to: addressOfKey(token), data: decimalsCall }, 'latest');
        return found === '0x' ? null : Number(word('decimals', found));
      } catch (error) {
        if (error instanceof NodeRefusal) return null;
        throw error;
      }
    },

    /** USDT and ether of many addresses, all as of one block. */
    async holdings(
      token: AddressKey,
      holders: readonly AddressKey[],
      height: number,
    ): Promise<{ usdt: bigint; wei: bigint }> {
      const answers = await rpc.askAll(
        holders.flatMap((holder) => [
          { method: 'eth_call', params: [{ to: addressOfKey(token), data: balanceCall(holder) }, at(height)] },
          { method: 'eth_getBalance', params: [addressOfKey(holder), at(height)] },
        ]),
      );
      return {
        usdt: answers.reduce<bigint>((sum, answer, i) => (i % 2 === 0 ? sum + word('token balance', answer) : sum), 0n),
        wei: answers.reduce<bigint>((sum, answer, i) => (i % 2 === 1 ? sum + quantity('balance', answer) : sum), 0n),
      };
    },

    async estimateGas(call: { from: AddressKey; to: AddressKey; data: Hex; value: bigint }): Promise<bigint> {
      const { from, to, data, value } = call;
      const parameters = { from: addressOfKey(from), to: addressOfKey(to), data, value: quantityText(value) };
      return quantity('gas', await rpc.ask('eth_estimateGas', parameters));
    },

    /** What the next block's gas costs at least, and the tips that were paid lately: a median one of each of the last blocks. */
    async feeHistory(): Promise<{ nextBaseFee: bigint; tips: bigint[] }> {
      const history = fieldsOf('fee history', await rpc.ask('eth_feeHistory', '0xa', 'latest', [50]));
      const baseFees = listOf('base fees', history.baseFeePerGas).map((fee) => quantity('base fee', fee));
      const rewards = history.reward === undefined || history.reward === null ? [] : listOf('tips', history.reward);
      const nextBaseFee = baseFees.at(-1);
      if (nextBaseFee === undefined) throw malformed('base fees', baseFees.length);
      return { nextBaseFee, tips: rewards.flatMap((tips) => listOf('tips', tips).map((tip) => quantity('tip', tip))) };
    },

    async send(raw: string): Promise<Hex> {
      return hash('sent', await rpc.ask('eth_sendRawTransaction', raw));
    },
  };
}

export type EvmNode = ReturnType<typeof evmNode>;

export function quantityText(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
