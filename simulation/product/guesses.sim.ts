/** R12: 10,000 guesses of a funds password at once, and requests for one-time codes, as many as `npm run simulate` wants. */
import { sizes } from './sizes.ts';

process.env.CODE_REQUESTS = String(sizes.codeRequests);
await import('../../apps/server/src/features/funds-password/guess-limit.test.ts');
await import('../../apps/server/src/features/identity/one-time-code.test.ts');
