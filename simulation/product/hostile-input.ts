/** R10: malformed inputs of every call, made from its own schema. Nine in ten are read only, one goes through HTTP. */
import {
  allCalls,
  assertCallHolds,
  assertInputHolds,
  startHostileApp,
} from '../../apps/server/src/testing/hostile-calls.ts';
import type { Context, Options } from './proofs.ts';

export async function simulateHostileInput({ seed, sizes }: Options, { prove, onEnd }: Context): Promise<void> {
  const { inputsPerCall } = sizes;
  const app = await startHostileApp();
  onEnd(() => app.stop());
  await prove(`R10: ${inputsPerCall} hostile inputs of each of ${allCalls.length} calls are answered`, async () => {
    for (const [call, spec] of allCalls) {
      await named(call, () => assertCallHolds(app, call, spec, { numRuns: inputsPerCall, seed }));
    }
  });
  const reads = 9 * inputsPerCall;
  await prove(`R10: ${reads} hostile inputs of each call fit its schema, or a field is named`, async () => {
    for (const [call, spec] of allCalls) {
      await named(call, async () => assertInputHolds(spec, { numRuns: reads, seed }));
    }
  });
}

async function named(call: string, work: () => Promise<void>): Promise<void> {
  await work().catch((cause) => {
    throw new Error(`${call}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
}
