import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { alertCommands } from './alert.commands.ts';
import { alertsConsole } from './alerts.console.ts';
import { findOpenAlert, insertOpenAlert, readOpenAlerts, resolveOpenAlerts } from './alerts.store.ts';
import { paymentAlerts } from './payment-alerts.ts';

export interface AlertsDeps extends StaffPorts {
  database: Database;
  log: EventLog;
}

/** For the platform, which watches before there are slices. */
export function alertPorts(log: EventLog): AlertPorts {
  return {
    raiseAlert: insertOpenAlert,
    resolveAlert: (dbTx, kind, subject, now) => resolveOpenAlerts(dbTx, [kind], subject, now),
    announceAlert: (alert) => log.error({ event: 'alert.raised', ...alert }),
  };
}

export function alertsSlice({ database, log, ...staff }: AlertsDeps) {
  const ports = alertPorts(log);
  return {
    ...ports,
    findOpenAlert,
    ...paymentAlerts(database, ports),
    readOpenAlerts,
    consoleHandlers: alertsConsole({ database, ...staff }),
    opsCommands: alertCommands(database, staff),
  };
}
