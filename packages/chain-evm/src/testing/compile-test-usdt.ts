import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';

const contractSource = join(import.meta.dirname, 'test-usdt.sol');
/** What the compiler made of them. */
export const compiledContracts = join(import.meta.dirname, 'test-usdt.json');

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

/** What stands in `test-usdt.json`: solc makes the same bytes of the contracts on every machine. */
export function compileTestUsdt(): Record<string, string> {
  const input = {
    language: 'Solidity',
    sources: { 'test-usdt.sol': { content: readFileSync(contractSource, 'utf8') } },
    settings: {
      evmVersion: 'shanghai',
      optimizer: { enabled: true, runs: 200 },
      // A hash of the source's comments in the code would change it with every word.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const problems = output.errors?.map(({ formattedMessage }) => formattedMessage) ?? [];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const contracts = Object.entries(output.contracts['test-usdt.sol'] ?? {});
  return {
    compiler: solc.version(),
    ...Object.fromEntries(contracts.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`])),
  };
}
