import { type DbTx, many, statement } from '../db/database.ts';

const unlock = statement(
  'jobs.unlock-left-over',
  `select graphile_worker.force_unlock_workers(array(
     select distinct locked_by from graphile_worker.jobs where locked_by is not null
   ))`,
);

/**
 * Jobs that a killed worker had taken would wait for hours. Only for a worker that knows it is the only one: it must
 * have the claim on this data before it calls this.
 */
export async function releaseLeftOverJobs(dbTx: DbTx): Promise<void> {
  await many(dbTx, unlock);
}
