/** A signer that stops before each response, when the journal line is on disk. Tests start and kill it. */
import { loadConfig } from '../config.ts';
import { serve } from '../serve.ts';

await serve(loadConfig(process.env), {
  log: () => undefined,
  afterJournal() {
    process.stdout.write('at after-journal\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
process.stdout.write('signer is ready\n');
