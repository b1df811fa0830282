/** The signer, whose every answer is lost: it stands still when the journal's line is on the disk. Started by tests, which kill it. */
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
