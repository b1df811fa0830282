import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** The folders that boundaries are drawn between, read from the disk so that a new package or slice is checked at once. */
export interface Folders {
  packages: readonly string[];
  apps: readonly string[];
  serverSlices: readonly string[];
  clientSlices: readonly { app: string; slice: string }[];
}

/** What each package may use of the others. A package that is not listed may use nothing: adding one is a decision. */
const packageUses: Record<string, readonly string[]> = {
  money: [],
  contract: ['money'],
  ledger: ['money'],
  mining: ['money'],
  chain: ['money'],
  'chain-bitcoin': ['chain', 'money'],
  'chain-evm': ['chain', 'money'],
  signing: [],
  ui: ['money'],
};

const clients = ['h5', 'console'];
const clientUses = ['contract', 'money', 'mining', 'ui'];
const signerUses = ['chain', 'chain-bitcoin', 'chain-evm', 'money', 'signing'];
/** The server may use every package but the clients' components. */
const clientOnly = ['ui'];

type Rule = IRegularForbiddenRuleType;

function forbid(name: string, comment: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, comment, severity: 'error', from, to };
}

const oneOf = (names: readonly string[]): string => `(?:${names.join('|') || '$^'})`;

/** Which way things point, as dependency-cruiser rules made from the folder list. */
export function boundaryRules(folders: Folders): Rule[] {
  const { packages, apps, serverSlices, clientSlices } = folders;
  return [
    ...packages.map((name) =>
      forbid(
        `package-${name}`,
        `${name} may use: ${packageUses[name]?.join(', ') || 'no other package'}`,
        { path: `^packages/${name}/` },
        { path: `^packages/(?!${oneOf([name, ...(packageUses[name] ?? [])])}/)` },
      ),
    ),
    forbid('packages-below-apps', 'a package never imports an app', { path: '^packages/' }, { path: '^apps/' }),
    ...apps.map((app) =>
      forbid(
        `app-${app}-alone`,
        'apps never import each other',
        { path: `^apps/${app}/` },
        { path: `^apps/(?!${app}/)` },
      ),
    ),
    forbid(
      'client-uses',
      `clients import only ${clientUses.join(', ')}`,
      { path: `^apps/${oneOf(clients)}/` },
      { path: `^packages/(?!${oneOf(clientUses)}/)` },
    ),
    forbid(
      'client-without-schemas',
      "the schema library stays out of a client's bundle: import types from @lode/contract",
      { path: `^(apps/${oneOf(clients)}|packages/ui)/` },
      { path: '^packages/contract/src/schemas/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-without-components',
      'no component on the server',
      { path: '^apps/server/' },
      { path: `^packages/${oneOf(clientOnly)}/` },
    ),
    forbid(
      'signer-uses',
      `the signer imports only ${signerUses.join(', ')}: whatever it runs stands beside the keys`,
      { path: '^apps/signer/' },
      { path: `^packages/(?!${oneOf(signerUses)}/)` },
    ),
    forbid(
      'keys-in-signer',
      'only the signer has the private side of a chain',
      { path: '^(apps|packages)/', pathNot: '^(apps/signer|packages/chain-[^/]+)/|\\.test\\.tsx?$|/testing/' },
      { path: '^packages/chain-[^/]+/src/keys' },
    ),
    forbid(
      'root-of-packages',
      'a package is used through its exports, never by a path into it',
      { path: '^((?:apps|packages)/[^/]+)/' },
      { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
    ),
    ...serverSlices.map((slice) =>
      forbid(
        `slice-${slice}-alone`,
        'slices meet in app.ts through named ports, never by importing each other',
        { path: `^apps/server/src/features/${slice}/` },
        { path: `^apps/server/src/features/(?!${slice}/)` },
      ),
    ),
    ...clientSlices.map(({ app, slice }) =>
      forbid(
        `${app}-slice-${slice}-alone`,
        'screens of different slices share through components and lib',
        { path: `^apps/${app}/src/features/${slice}/` },
        { path: `^apps/${app}/src/features/(?!${slice}/)` },
      ),
    ),
    forbid(
      'platform-below-features',
      'the platform knows nothing of the business',
      { path: '^apps/server/src/platform/' },
      { path: '^apps/server/src/features/' },
    ),
    forbid(
      'client-shared-below-features',
      'shared parts know no screen',
      { path: '^apps/[^/]+/src/(components|lib|theme|locales)/' },
      { path: '^apps/[^/]+/src/(features|app)/' },
    ),
    forbid(
      'no-test-in-product',
      'what ships never imports test helpers',
      { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      { path: '\\.test\\.tsx?$|/testing/' },
    ),
    forbid(
      'product-without-tools',
      'what ships never imports from bench, e2e, scripts or simulation',
      { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      { path: '^(bench|e2e|scripts|simulation)/' },
    ),
    forbid(
      'auditor-alone',
      'the auditor of random days shares no code with the product',
      { path: '^simulation/days/auditor/' },
      { pathNot: '^simulation/days/(auditor/|events\\.ts$)' },
    ),
    forbid('no-circles', 'two modules that need each other are one', {}, { circular: true }),
    forbid('no-unresolved', 'every import leads somewhere', {}, { couldNotResolve: true }),
  ];
}
