import { Type } from '@sinclair/typebox';
import { consolePaths, longestImport } from '../console-paths.ts';
import { Count, OneOf } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { name, reason } from './shapes.ts';

/** The command that does the same, by kind of file. */
export const importActions = ['import:customers', 'import:machines'] as const;

const kind = OneOf(['CUSTOMERS', 'MACHINES']);
const file = { kind, text: Type.String({ minLength: 1, maxLength: longestImport }) };
const importing = ['SUPPORT', 'OPERATIONS', 'FINANCE', 'ADMIN'] as const;
/** In JSON a character takes up to six bytes. */
const largestBody = 6 * longestImport;

/** Files of the commands `import:customers` and `import:machines`: whole or not at all. */
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
      /** SHA-256 of the text, which `runImport` is given back. */
      hash: Type.String(),
    }),
    refusals: [],
    summary: 'What a file would bring in, or what is wrong with it; nothing is changed',
  }),
  runImport: route(consolePaths.runImport, {
    access: 'staff',
    roles: importing,
    largestBody,
    input: { ...file, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }), fileName: name, reason },
    data: Type.Object({ imported: Count, alreadyThere: Count }),
    refusals: ['notOperable'],
    summary: 'Brings in the file that was previewed; a second time it changes nothing',
  }),
} as const;
