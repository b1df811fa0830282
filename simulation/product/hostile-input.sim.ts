/** R10: the fuzz test of every call, as large as `npm run simulate` wants it. Nine in ten inputs are read only, one goes through HTTP. */
import { sizes } from './sizes.ts';

process.env.FUZZ_RUNS = String(sizes.inputsPerCall);
await import('../../apps/server/src/testing/contract-fuzz.test.ts');
