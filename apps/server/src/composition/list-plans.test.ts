/** Proves that lists of the console walk the index that holds their rows together, with each set of filters, whatever their values are. */
import '../features/customers/customer-list.store.ts';
import '../features/machines/staff-list.store.ts';
import '../features/repairs/repairs.store.ts';
import '../features/settings/settings.store.ts';
import '../features/staff/audit.store.ts';
import '../features/staff/handled.store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredQueries } from '../platform/db/query.ts';
import { createTestDatabase, type TestDatabase } from '../testing/harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The plan for any values. What reads a table from end to end, or sorts it, is priced out of reach: it is left where no index answers. */
async function planOf(text: string): Promise<string> {
  const parameters = new Set(Array.from(text.matchAll(/\$\d+/g), ([one]) => one)).size;
  const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
  return test.owner.transaction(async (dbTx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'hashagg'])
      await dbTx.query({ text: `set local enable_${way} = off` });
    await dbTx.query({ text: 'set local plan_cache_mode = force_generic_plan' });
    await dbTx.query({ text: `prepare planned as ${text}` });
    const { rows } = await dbTx.query<{ 'QUERY PLAN': string }>({ text: `explain execute planned (${nulls})` });
    await dbTx.query({ text: 'deallocate planned' });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

/** The indexes that are walked. */
async function walksOf(text: string): Promise<string[]> {
  const plan = await planOf(text);
  return Array.from(plan.matchAll(/Scan (?:Backward )?using (\w+) on/g), ([, index]) => String(index));
}

describe('a list walks', () => {
  it.each([
    ['machines.staff-list', 'machine_pkey'],
    ['machines.staff-list.1', 'machine_site'],
    ['machines.staff-list.2', 'machine_model_of'],
    ['machines.staff-list.3', 'machine_counts'],
    ['machines.staff-list.4', 'machine_customer'],
    ['machines.staff-list.8', 'machine_status'],
    ['machines.staff-list.9', 'machine_counts'],
    ['machines.staff-list.10', 'machine_counts'],
    ['machines.staff-list.11', 'machine_counts'],
    ['staff.audit-log', 'audit_log_pkey'],
    ['staff.audit-log.1', 'audit_log_staff', 'audit_log_approver'],
    ['staff.audit-log.2', 'audit_log_action'],
    ['staff.audit-log.3', 'audit_log_staff_action', 'audit_log_approver'],
    ['staff.audit-log.4', 'audit_log_of_subject'],
    ['staff.audit-log.6', 'audit_log_subject_action'],
    ['staff.handled', 'audit_log_staff', 'audit_log_approver'],
    ['settings.versions', 'setting_pkey', 'audit_log_of_subject'],
    ['repairs.list', 'repair_ticket_open_newest'],
    ['repairs.list.1', 'repair_ticket_of_machine'],
    ['repairs.list.2', 'repair_ticket_open_newest'],
    ['repairs.list.4', 'repair_ticket_of_status'],
    ['repairs.list.6', 'repair_ticket_of_assignee'],
    ['customers.list', 'customer_pkey'],
    ['customers.list.1', 'customer_tag_pkey'],
    ['customers.list.4', 'customer_not_active'],
    ['customers.list.5', 'customer_not_active'],
    ['customers.list.6', 'may_owe_customer'],
    ['customers.list.12', 'customer_freeze_open'],
    ['customers.list.19', 'customer_tag_pkey'],
    ['customers.list.22', 'customer_not_active'],
    ['customers.list.36', 'customer_account_key'],
    ['customers.list.37', 'customer_tag_pkey'],
    ['customers.list.40', 'customer_not_active_account'],
    ['customers.list.42', 'may_owe_account', 'may_owe_customer'],
    ['customers.list.48', 'customer_freeze_open'],
  ])('%s: %s', async (name, ...indexes) => {
    expect(await walksOf(declaredQueries.get(name) ?? '')).toEqual(expect.arrayContaining(indexes));
  });
});

it('would show a list that walks along all rows instead (broken control)', async () => {
  const walked = await walksOf(
    'select * from audit_log where (staff_id = $1 or approved_by = $1) and id < $2 order by id desc limit 51',
  );
  expect(walked).toEqual(['audit_log_pkey']);
});
