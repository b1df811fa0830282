import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainAdapter } from '@lode/chain';
import { hashOf, ScriptedBlocks, type ScriptedTx } from '@lode/chain/testing';
import { addressOfKey } from '../address.ts';
import { evmAdapter } from '../evm-adapter.ts';
import { evmKeys } from '../keys.ts';
import { quantityText } from '../node.ts';
import { transferTopic } from '../token.ts';

const chainId = 31_337;
const usdt = 'dac17f958d2ee523a2206206994597c13d831ec7';
const payer = 'ab'.repeat(20);
const word = (value: number | bigint | string) => `0x${value.toString(16).padStart(64, '0')}`;

type ScriptedBlock = NonNullable<ReturnType<ScriptedBlocks['at']>>;

/** An Ethereum node with scripted blocks, read by the product's adapter. */
export interface ScriptedEvm {
  chain: ChainAdapter;
  blocks: ScriptedBlocks;
  /** A call of the token by an outside account, with a `Transfer` for each output. */
  transfer(name: string, outputs: ScriptedTx['outputs']): ScriptedTx;
  /** Overrides the node's response; throwing means no response. */
  respond: (method: string, truth: unknown, params: readonly unknown[]) => unknown;
  close(): void;
}

/** The node answers over HTTP as any does, so that nothing of the adapter is left out. */
export async function startScriptedEvm(seed = 'scripted'): Promise<ScriptedEvm> {
  const blocks = new ScriptedBlocks(seed, '0x');
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      try {
        const answers = [asked].flat().map(({ id, method, params }) => {
          const result = script.respond(method, answerTo(blocks, method, params), params);
          return { jsonrpc: '2.0', id, result };
        });
        response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
      } catch {
        response.writeHead(503).end('out of order');
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const script: ScriptedEvm = {
    chain: evmAdapter({
      rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      chainId,
      usdtContract: addressOfKey(usdt),
      extendedPublicKey: evmKeys(new Uint8Array(64).fill(7)).extendedPublicKey,
      timeoutMs: 20_000,
    }),
    blocks,
    transfer: (name, outputs) => ({ txid: `0x${hashOf(name, outputs)}`, inputs: [name], outputs, fee: 0n }),
    respond: (_method, truth) => truth,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return script;
}

interface Call {
  id: number;
  method: string;
  params: unknown[];
}

function answerTo(blocks: ScriptedBlocks, method: string, params: unknown[]): unknown {
  const [first, second] = params;
  const at = (height: unknown) => blocks.at(height === 'latest' ? blocks.tip.height : Number(height));
  switch (method) {
    case 'eth_chainId':
      return quantityText(chainId);
    case 'eth_getBlockByNumber':
      return blockAnswer(at(first));
    case 'eth_getBlockByHash':
      return blockAnswer(blocks.find(String(first)));
    case 'eth_getLogs': {
      const found = blocks.find((first as { blockHash: string }).blockHash);
      return found ? receiptsOf(found).flatMap(({ logs }) => logs) : [];
    }
    case 'eth_getBlockReceipts': {
      const found = at(first);
      return found && receiptsOf(found);
    }
    case 'eth_call': {
      const { data } = first as { data: string };
      // The one call without an argument asks for the decimals.
      return data.length === 10 ? word(6) : word(heldBy(blocks, data.slice(-40), Number(second)));
    }
    case 'eth_getBalance':
      return '0x0';
    default:
      throw new Error(`the script has no ${method}`);
  }
}

function blockAnswer(found: ScriptedBlock | null) {
  if (found === null) return null;
  const { height, hash, parentHash, time } = found.block;
  return {
    number: quantityText(height),
    hash,
    parentHash,
    timestamp: quantityText(time),
    // A filter of ones matches everything; that of an empty block nothing.
    logsBloom: `0x${(found.txs.length > 0 ? 'ff' : '00').repeat(256)}`,
    transactions: found.txs.map(({ txid }, nonce) => ({
      hash: txid,
      from: addressOfKey(payer),
      nonce: quantityText(nonce),
      to: addressOfKey(usdt),
      value: '0x0',
    })),
  };
}

function receiptsOf({ block, txs }: ScriptedBlock) {
  let logIndex = 0;
  return txs.map(({ txid, outputs }) => ({
    transactionHash: txid,
    blockHash: block.hash,
    blockNumber: quantityText(block.height),
    status: '0x1',
    gasUsed: '0xc350',
    effectiveGasPrice: '0x3b9aca00',
    logs: outputs.map(({ key, amount }) => ({
      address: addressOfKey(usdt),
      topics: [transferTopic, word(payer), word(key)],
      data: word(amount),
      blockHash: block.hash,
      transactionHash: txid,
      logIndex: quantityText(logIndex++),
    })),
  }));
}

function heldBy(blocks: ScriptedBlocks, key: string, height: number): bigint {
  return blocks
    .transactions()
    .filter(({ block }) => block.height <= height)
    .flatMap(({ tx }) => tx.outputs)
    .reduce((sum, output) => (output.key === key ? sum + output.amount : sum), 0n);
}
