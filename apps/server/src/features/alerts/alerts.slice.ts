import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { alertCommands } from './alert.commands.ts';
import { insertOpenAlert, resolveOpenAlerts } from './alerts.store.ts';
import { paymentAlerts } from './payment-alerts.ts';

export interface AlertsDeps extends StaffPorts {
  database: Database;
  log: EventLog;
}

export function alertsSlice({ database, log, ...staff }: AlertsDeps) {
  const ports: AlertPorts = {
    raiseAlert: insertOpenAlert,
    resolveAlert: (dbTx, kind, subject, now) => resolveOpenAlerts(dbTx, [kind], subject, now),
    announceAlert: (alert) => log.error({ event: 'alert.raised', ...alert }),
  };
  return {
    ...ports,
    ...paymentAlerts(database, ports),
    opsCommands: alertCommands(database, staff),
  };
}
