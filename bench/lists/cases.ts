import { type CustomerFilter, readCustomers } from '../../apps/server/src/features/customers/customer-list.store.ts';
import {
  countMachines,
  type MachineScope,
  readMachineList,
} from '../../apps/server/src/features/machines/staff-list.store.ts';
import { readTickets, type TicketFilter } from '../../apps/server/src/features/repairs/repairs.store.ts';
import { readAuditLog } from '../../apps/server/src/features/staff/audit.store.ts';
import type { Queryable } from '../../apps/server/src/platform/db/database.ts';
import { recordsAtOnce } from '../../apps/server/src/platform/http/console/records.ts';

/** One list with one filter. `from` is where a part far down begins, absent of what has one part. */
export interface Case {
  title: string;
  read: (after: readonly [string] | null) => Promise<readonly unknown[]>;
  from: string | null;
}

const limit = recordsAtOnce + 1;

export function casesOf(db: Queryable, rows: number): Case[] {
  const middle = String(rows / 2);
  const customers = (filter: CustomerFilter): Case => ({
    title: `customers ${named(filter)}`,
    read: (after) => readCustomers(db, filter, { after, limit }),
    from: middle,
  });
  const machineScope: MachineScope = { siteId: null, modelId: null, customerId: null };
  const machines = (filter: Partial<Parameters<typeof readMachineList>[1]>): Case => ({
    title: `machines ${named(filter)}`,
    read: (after) => readMachineList(db, { ...machineScope, status: null, ...filter }, { after, limit }),
    from: middle,
  });
  const counts = (filter: Partial<MachineScope>): Case => ({
    title: `counts ${named(filter)}`,
    read: () => countMachines(db, { ...machineScope, ...filter }),
    from: null,
  });
  const audit = (filter: Partial<Parameters<typeof readAuditLog>[1]>): Case => ({
    title: `audit log ${named(filter)}`,
    read: (after) => readAuditLog(db, { staff: null, action: null, subject: null, ...filter }, { after, limit }),
    from: middle,
  });
  const repairs = (filter: Partial<TicketFilter>): Case => ({
    title: `repairs ${named(filter)}`,
    read: (after) => readTickets(db, { status: null, machineId: null, assignee: null, ...filter }, { after, limit }),
    from: String(rows / 8),
  });
  const site = { siteId: 1n };
  const model = { modelId: 20n };
  const away = { status: 'ENCAPSULATION' } as const;
  return [
    ...[
      {},
      { status: 'ACTIVE' },
      { status: 'DISABLED' },
      { status: 'CLOSED' },
      ...['retail', 'vip', '2019', 'rare', 'of none'].map((tag) => ({ tag })),
      { state: 'OWING' },
      { state: 'FROZEN' },
      { status: 'CLOSED', tag: 'rare' },
      { status: 'DISABLED', tag: 'retail' },
      { state: 'OWING', tag: 'vip' },
      { state: 'OWING', status: 'DISABLED' },
      { state: 'FROZEN', tag: 'of none' },
    ]
      .flatMap((filter) => [filter, { ...filter, sort: 'OLDEST' }, { ...filter, sort: 'ACCOUNT' }])
      .map((filter) => customers(filter as CustomerFilter)),
    ...[
      {},
      site,
      model,
      away,
      { ...site, ...away },
      { ...site, ...model },
      { ...model, ...away },
      { ...site, ...model, ...away },
    ].map(machines),
    machines({ siteId: 2n, status: 'SUSPEND' }),
    machines({ siteId: 3n, status: 'SUSPEND' }),
    machines({ siteId: 3n, modelId: 1n, status: 'SUSPEND' }),
    machines({ siteId: 2n, status: 'WAITING' }),
    machines({ modelId: 1n, status: 'ENCAPSULATION' }),
    ...[{}, site, model, { modelId: 1n }, { ...site, ...model }, { customerId: 5n }].map(counts),
    audit({}),
    ...['none', 'few', 'member-1', 'of no one'].map((staff) => audit({ staff })),
    ...['list:export', 'customer:show', 'of none'].map((action) => audit({ action })),
    ...['customers', 'customer 12'].map((subject) => audit({ subject })),
    audit({ staff: 'few', action: 'customer:show' }),
    audit({ staff: 'member-1', action: 'audit:show' }),
    audit({ staff: 'member-1', subject: 'audit log' }),
    audit({ action: 'list:export', subject: 'customers' }),
    audit({ action: 'audit:show', subject: 'customers' }),
    repairs({}),
    ...(['DONE', 'WAITING', 'WORKING'] as const).map((status) => repairs({ status })),
    ...['few', 'none', 'member-2'].flatMap((assignee) => [
      repairs({ assignee }),
      repairs({ assignee, status: 'DONE' }),
      repairs({ assignee, status: 'WAITING' }),
    ]),
    repairs({ machineId: 5n }),
  ];
}

const named = (filter: object) =>
  Object.entries(filter)
    .filter(([key]) => key !== 'sort')
    .map(([, value]) => String(value))
    .concat(Object.entries(filter).flatMap(([key, value]) => (key === 'sort' ? [`by ${value}`] : [])))
    .join(' + ') || 'all';
