// Every call of the contract, driven with hostile input; the long form is `npm run simulate -- --only hostile-input`.
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { TestApp } from './app.ts';
import { allCalls, assertCallHolds, assertInputHolds, startHostileApp } from './hostile-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startHostileApp();
});
afterAll(() => app.stop());

describe('hostile input', () => {
  for (const [call, spec] of allCalls) {
    it(`to ${spec.method} ${spec.path} is answered`, () => assertCallHolds(app, call, spec, { numRuns: 100 }));
  }
});

describe('hostile input that is read', () => {
  for (const [call, spec] of allCalls) {
    it(`for ${call} fits its schema, or is refused by the name of a field`, () =>
      assertInputHolds(spec, { numRuns: 900 }));
  }
});
