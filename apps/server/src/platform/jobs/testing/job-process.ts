/** A worker of its own that takes a job and never finishes it: what a kill test kills. DATABASE_URL: the application's login. */
import pino from 'pino';
import { startJobRunner } from '../jobs.ts';

await startJobRunner({
  databaseUrl: process.env.DATABASE_URL ?? '',
  jobs: {
    outlive: () => {
      process.stdout.write('taken\n');
      return new Promise(() => undefined);
    },
  },
  log: pino({ level: 'silent' }),
});
