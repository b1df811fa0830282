import { Type } from '@sinclair/typebox';
import { consolePaths, longestImport } from '../console-paths.ts';
import { Count, MinedCoin, OneOf } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { fileName, reason } from './shapes.ts';

/** The command that does the same, by kind of file. */
export const importActions = [
  'import:customers',
  'import:machines',
  'import:network-days',
  'import:prices',
  'import:rates',
  'import:pool-report',
  'import:deny-list',
] as const;

const file = {
  kind: OneOf(['CUSTOMERS', 'MACHINES', 'NETWORK_DAYS', 'PRICES', 'RATES', 'POOL_REPORT', 'DENY_LIST']),
  /** Of network days, whose lines name none; BTC where it is not said. */
  coin: Type.Optional(MinedCoin),
  text: Type.String({ minLength: 1, maxLength: longestImport }),
};
/** Each kind asks for the roles of its command. */
const importing = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN'] as const;
/** In JSON a character takes up to six bytes. */
const largestBody = 6 * longestImport;

/** Files of these commands: whole or not at all. */
export const importRoutes = {
  previewImport: route(consolePaths.previewImport, {
    access: 'staff',
    roles: importing,
    largestBody,
    input: file,
    data: Type.Object({
      lines: Count,
      fresh: Count,
      /** There with the same values. */
      alreadyThere: Count,
      /** The first two hundred, by line; the header is line 1. */
      errors: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
      moreErrors: Count,
      /** As the file calls them; none where something is wrong. */
      columns: Type.Array(Type.String(), { maxItems: 20 }),
      /** The first that are new, as they come in: a cell for each column, accounts as customers see their own. */
      rows: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String(), { maxItems: 20 }) }), {
        maxItems: 20,
      }),
      /** Sites, each with its tariff, and models that the file creates: a slip of a name makes one. */
      added: Type.Array(
        Type.Object({
          kind: OneOf(['SITE', 'MODEL']),
          name: Type.String(),
          /** That names it first. */
          line: Type.Integer(),
          /** Rows with it. */
          count: Count,
          /** The price of a site; coin, hashrate and power of a model. */
          facts: Type.String(),
        }),
        { maxItems: 50 },
      ),
      moreAdded: Count,
      /** Times are written as dates alone: they are read as 00:00 UTC. */
      hasDatesAlone: Type.Boolean(),
      /** SHA-256 of the text, which `runImport` is given back. */
      hash: Type.String(),
    }),
    refusals: ['notOperable'],
    summary: 'What a file would bring in, or what is wrong with it; nothing is changed, and it stands in the audit log',
  }),
  runImport: route(consolePaths.runImport, {
    access: 'staff',
    roles: importing,
    largestBody,
    input: { ...file, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }), fileName, reason },
    data: Type.Object({ imported: Count, alreadyThere: Count }),
    refusals: ['notOperable'],
    summary: 'Brings in the file that was previewed; a second time it changes nothing',
  }),
} as const;
