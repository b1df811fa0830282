import type { Transaction } from '../../../platform/db/database.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import { dayEpochs } from './day-epochs.ts';
import { digestOf } from './digest.ts';
import type { NetworkDay } from './fpps-terms.ts';
import type { MiningBatchResult } from './mining-batch-result.ts';
import { planForBatches } from './plan-for-batches.ts';
import { tieOutHosting } from './tie-out-hosting.ts';
import { tieOutMachines } from './tie-out-machines.ts';
import { tieOutPayments } from './tie-out-payments.ts';
import { tieOutReports } from './tie-out-reports.ts';

/**
 * What a batch should have posted, computed again from the inputs alone: status log, machines, tariffs, network day,
 * pool report. It shares no SQL with the queries that posted; amounts come from the formulas of the mining package.
 */
export async function tieOutMining(
  dbTx: Transaction,
  batch: { date: string; network: NetworkDay; range: CustomerRange; posted: MiningBatchResult },
): Promise<TieOut> {
  const { date, network, range, posted } = batch;
  const epochs = dayEpochs(date, network.epochs);
  const { outputTransfer, electricityTransfer } = posted;
  await planForBatches(dbTx);
  const parts = [
    await tieOutMachines(dbTx, { date, network, epochs, range, outputTransfer, electricityTransfer }),
    await tieOutReports(dbTx, { date, range, transferId: outputTransfer }),
    await tieOutHosting(dbTx, { date, range }),
    await tieOutPayments(dbTx, posted),
  ];
  const { digest, changed } = await digestOf(dbTx, { date, range, transferIds: transfersOf(posted) }, posted);
  const differences = parts.flatMap((part) => part.differences);
  if (changed !== null) differences.push(`the lines of transfer ${changed} are not those that were posted`);
  return { lines: parts.flatMap((part) => part.lines), differences, digest: digest.toString('hex') };
}

export function transfersOf({ outputTransfer, electricityTransfer, hostingTransfer }: MiningBatchResult): string[] {
  return [outputTransfer, electricityTransfer, hostingTransfer].filter((id) => id !== null);
}
