import { bitcoinFaucet } from '@lode/chain-bitcoin';
import { evmFaucet } from '@lode/chain-evm';
import type { FastifyInstance } from 'fastify';
import { type ChainNodes, networks } from '../../platform/chains/chain-nodes.ts';
import { type Database, maybeOne } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { okEnvelope, sendRefusal } from '../../platform/http/answers.ts';
import { badInput, notFound } from '../../platform/http/refusal.ts';
import { isFromThisMachine } from '../../platform/http/this-machine.ts';

/** What it pays: 0.01 BTC, 500 USDT. */
const amounts = { BITCOIN: 1_000_000n, ERC20: 500_000_000n };

const given = query(
  'deposits.given-address',
  'select address from deposit_address where network = $1 and address = $2',
).as<{ address: string }>();

/**
 * Money out of nothing for the demo: pays to a customer's deposit address, on a node that the demo has started for itself. To
 * a caller from another machine, and without such a node, it does not exist.
 */
export function faucetRoutes(fastify: FastifyInstance, database: Database, nodes: ChainNodes): void {
  fastify.post('/dev/faucet', async (request, reply) => {
    if (!isFromThisMachine(request)) return sendRefusal(reply, notFound());
    const { json = [] } = (request.body ?? {}) as { json?: [string, unknown][] };
    const fields = Object.fromEntries(json);
    const network = networks.find((name) => name === fields.network);
    if (!network) return sendRefusal(reply, badInput('network'));
    const { address } = fields;
    if (typeof address !== 'string' || address.length > 128) return sendRefusal(reply, badInput('address'));
    const node = await nodes.demoNode(network);
    if (!node) return sendRefusal(reply, notFound());
    if (!(await maybeOne(database, given, [network, address]))) return sendRefusal(reply, badInput('address'));
    const txid =
      node.usdtContract === null
        ? await bitcoinFaucet(node.url).send(address, amounts.BITCOIN)
        : await evmFaucet(node.url, node.usdtContract).usdt(address, amounts.ERC20);
    reply.header('cache-control', 'no-store');
    return okEnvelope({ txid });
  });
}
