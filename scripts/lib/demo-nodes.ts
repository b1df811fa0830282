// The demo's chains: a Bitcoin and an Ethereum node beside the server, and the signer with their keys. They start after the server
// is ready; a node that cannot start leaves its network closed, with the reason.
import { join } from 'node:path';
import { fundDemoAccount, startDemoAnvil } from './anvil.ts';
import { fundDemoAddress, startDemoBitcoind } from './demo-bitcoind.ts';
import { writeWhole } from './demo-node.ts';
import { startDemoSigner } from './signer.ts';

/** The server looks there. */
const fileOf = (dataDir: string) => join(dataDir, 'demo-nodes.json');

type Network = 'BITCOIN' | 'ERC20';

interface DemoNodesOptions {
  dataDir: string;
  print?: (line: string) => void;
}

/** Starts the nodes that the environment does not name. Never delays or ends the server; they end with this process. */
export async function startDemoNodes({
  dataDir,
  print = (line) => console.log(line),
}: DemoNodesOptions): Promise<void> {
  const nodes: Partial<Record<Network, object>> = {};
  const publish = async (network: Network, node: object) => {
    nodes[network] = node;
    await writeWhole(fileOf(dataDir), JSON.stringify(nodes));
  };
  const bitcoin = async () => {
    // Journeys, which wait for blocks, have them sooner.
    const blockSeconds = Number(process.env.DEMO_BLOCK_SECONDS) || undefined;
    const { url, chain } = await startDemoBitcoind({ dataDir, blockSeconds });
    return { url, chain };
  };
  const evm = async () => {
    const { url, chainId, usdtContract } = await startDemoAnvil({ dataDir });
    return { url, chainId, usdtContract };
  };
  let hotAddresses: Record<string, string> = {};
  const start = async <Node extends object>(
    network: Network,
    work: () => Promise<Node>,
    fund: (node: Node, address: string) => Promise<void>,
  ) => {
    try {
      const node = await work();
      await publish(network, node);
      // Without money in the hot wallet payments wait and report it.
      await fund(node, hotAddresses[network] ?? '').catch((error: unknown) =>
        print(`  hot ${network} has nothing: ${messageOf(error)}`),
      );
    } catch (error) {
      await publish(network, { closed: messageOf(error) });
    }
  };
  try {
    ({ hotAddresses } = await startDemoSigner({
      dataDir,
      environment: { SIGNER_PAGE_PORT: process.env.SIGNER_PAGE_PORT?.trim() || '8082' },
      print(line) {
        if (line.startsWith('hot ')) print(`  ${line}`);
        if (line.startsWith('page ')) print(`  approvals  ${line.slice('page '.length)}`);
      },
    }));
  } catch (error) {
    await publish('BITCOIN', { closed: messageOf(error) });
    await publish('ERC20', { closed: messageOf(error) });
    return;
  }
  if (!isGiven('EVM_RPC_URL')) await start('ERC20', evm, fundDemoAccount);
  if (!isGiven('BITCOIN_RPC_URL')) await start('BITCOIN', bitcoin, fundDemoAddress);
}

const isGiven = (name: string) => Boolean(process.env[name]?.trim() || process.env[`${name}_FILE`]?.trim());

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
