// The demo's chains: a Bitcoin and an Ethereum node beside the server, and the signer with their keys. They come up when the
// server is ready already; what cannot be had is said in the log, and its network stays closed.
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fundDemoAccount, startDemoAnvil } from './anvil.mjs';
import { fundDemoAddress, startDemoBitcoind } from './demo-bitcoind.mjs';
import { startDemoSigner } from './signer.mjs';

/** The server looks there. */
const fileOf = (dataDir) => join(dataDir, 'demo-nodes.json');

/** Starts what the environment does not name. Nothing here holds up or ends the server; all of it ends with this process. */
export async function startDemoNodes({ dataDir, print = (line) => console.log(line) }) {
  const nodes = {};
  const tell = async (network, node) => {
    nodes[network] = node;
    await writeWhole(fileOf(dataDir), JSON.stringify(nodes));
  };
  const bitcoin = async () => {
    const { url, chain } = await startDemoBitcoind({ dataDir });
    return { url, chain };
  };
  const evm = async () => {
    const { url, chainId, usdtContract } = await startDemoAnvil({ dataDir });
    return { url, chainId, usdtContract };
  };
  let hotAddresses = {};
  const start = async (network, work, fund) => {
    try {
      const node = await work();
      await tell(network, node);
      // Without it payments wait, and say so.
      await fund(node, hotAddresses[network]).catch((error) => print(`  hot ${network} has nothing: ${error.message}`));
    } catch (error) {
      await tell(network, { closed: error.message });
    }
  };
  try {
    ({ hotAddresses } = await startDemoSigner({
      dataDir,
      print: (line) => line.startsWith('hot ') && print(`  ${line}`),
    }));
  } catch (error) {
    await tell('BITCOIN', { closed: error.message });
    await tell('ERC20', { closed: error.message });
    return;
  }
  if (!process.env.EVM_RPC_URL?.trim()) await start('ERC20', evm, fundDemoAccount);
  if (!process.env.BITCOIN_RPC_URL?.trim()) await start('BITCOIN', bitcoin, fundDemoAddress);
}

async function writeWhole(file, content) {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
