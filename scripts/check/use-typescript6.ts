import { createRequire, register } from 'node:module';

/**
 * dependency-cruiser asks for `typescript` and needs the compiler's API, which TypeScript 7 does not have: it would see
 * no module and pass. Load this before it, and it gets TypeScript 6.
 */
const resolveHook = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' ? 'typescript6' : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(resolveHook)}`);

const require = createRequire(import.meta.url);
const commonJs = require('node:module') as { _resolveFilename: (request: string, ...rest: unknown[]) => string };
const original = commonJs._resolveFilename;
commonJs._resolveFilename = (request, ...rest) =>
  original(request.replace(/^typescript(?=$|\/package\.json$)/, 'typescript6'), ...rest);
