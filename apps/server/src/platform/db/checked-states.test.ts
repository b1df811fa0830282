// Proves that what the contract says a record can be is what the database's checks let its column be.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as states from '@lode/contract/record-states';
import { messageKinds } from '@lode/contract/schemas';
import { expect, it } from 'vitest';
import { staffRoles } from '../staff/authority.ts';

const schema = await readFile(join(import.meta.dirname, '../../../../../db/schema.sql'), 'utf8');

/** The values of `column = any (array[…])` in a check. */
function valuesOf(constraint: string): string[] {
  const [, list = ''] =
    new RegExp(`constraint ${constraint} CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[([^\\]]+)\\]`).exec(schema) ?? [];
  return [...list.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value);
}

it.each([
  ['withdrawal_phase_check', states.withdrawalPhases],
  ['deposit_status_check', states.depositStatuses],
  ['customer_status_check', states.customerStatuses],
  ['machine_status_check', states.machineStatuses],
  ['machine_purchase_kind_check', states.purchaseKinds],
  ['repair_ticket_status_check', states.repairStatuses],
  ['repair_note_audience_check', states.noteAudiences],
  ['support_thread_status_check', states.threadStatuses],
  ['network_day_source_check', states.networkDaySources],
  ['day_close_kind_check', states.closeKinds],
  ['day_close_order_work_check', states.dayWorks],
  ['day_close_order_outcome_check', states.dayOutcomes],
  ['sweep_kind_check', states.sweepKinds],
  ['cold_transfer_kind_check', states.coldTransferKinds],
  ['customer_message_kind_check', messageKinds],
  ['staff_role_check', staffRoles],
])('%s', (constraint, values) => {
  expect(new Set(valuesOf(constraint))).toEqual(new Set(values));
});
