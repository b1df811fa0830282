/**
 * The reference of commands and environment variables, from the declarations that the code reads them by.
 *
 *     npm run operations               writes docs/operations.md
 *     npm run operations -- --check    changes nothing; exit 1 when the page is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { declaredCatalogue } from '../apps/server/src/commands.ts';
import { messageVariables } from '../apps/server/src/features/messages/message-config.ts';
import { screeningVariables } from '../apps/server/src/features/payouts/screening/kyt-config.ts';
import { priceVariables } from '../apps/server/src/features/prices/price-config.ts';
import { chainVariables } from '../apps/server/src/platform/chains/chain-config.ts';
import { serverVariables } from '../apps/server/src/platform/config/config.ts';
import { signerCalls } from '../apps/signer/src/command-line.ts';
import { signerVariables } from '../apps/signer/src/variables.ts';
import { root } from './check/repository.ts';
import { operationsPage } from './operations/page.ts';

/** Read by the scripts of this repository alone, which run before anything is compiled. */
const toolVariables = {
  VITE_CLIENT_VERSION: { default: '1.0.0.0', summary: 'version of the client that is built: four single digits' },
  BITCOIND: { otherwise: 'fetched with apt on Debian', summary: 'the Bitcoin node program of the demo and the tests' },
  ANVIL: { otherwise: 'the one that npm installs', summary: 'the Ethereum node program of the demo and the tests' },
  DEMO_BLOCK_SECONDS: { default: '15', summary: "seconds between two blocks of the demo's Bitcoin node" },
  TEST_DATABASE_URL: { otherwise: 'an embedded PostgreSQL', summary: 'a server in which the tests create databases' },
};

const pageFile = `${root}/docs/operations.md`;
const page = operationsPage(declaredCatalogue(), signerCalls, {
  Server: serverVariables,
  Messages: messageVariables,
  'Prices and screening': { ...priceVariables, ...screeningVariables },
  'Chain nodes': chainVariables,
  Signer: signerVariables,
  'Building and testing': toolVariables,
});

if (!process.argv.includes('--check')) writeFileSync(pageFile, page);
else if (readFileSync(pageFile, 'utf8') !== page) {
  process.stderr.write('docs/operations.md is stale: npm run operations\n');
  process.exitCode = 1;
}
