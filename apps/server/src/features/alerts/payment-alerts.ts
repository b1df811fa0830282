import type { Coin } from '@lode/money';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import { resolveOpenAlerts } from './alerts.store.ts';

/** Conditions of a confirmed payment; at most one of them is open for a withdrawal. */
const reorgKinds = ['payment-removed', 'payment-lost', 'paid-and-returned'] as const;

/** The alerts that withdrawals and sweeps share. */
export function paymentAlerts(database: Database, { raiseAlert, resolveAlert, announceAlert }: AlertPorts) {
  async function report(alert: Alert, now: Date, db: Queryable = database): Promise<void> {
    if (await raiseAlert(db, alert, now)) announceAlert(alert);
  }

  return {
    /** Keeps the alert open while the hot wallet lacks the coin; null resolves it. */
    async reportShortage(coin: Coin, message: string | null, now: Date): Promise<void> {
      const kind = 'hot-wallet-short';
      if (message === null) await resolveAlert(database, kind, coin, now);
      else await report({ kind, subject: coin, message }, now);
    },

    /** Keeps the alert open from the signer's first refusal of what goes to cold storage or new keys; null resolves it. */
    async reportColdRefused(subject: string, message: string | null, now: Date): Promise<void> {
      const kind = 'cold-refused';
      if (message === null) await resolveAlert(database, kind, subject, now);
      else await report({ kind, subject, message }, now);
    },

    /** Keeps the alert open while a final payment has neither paid nor provably failed; null resolves it. */
    async reportUnproven(db: Queryable, withdrawalId: bigint, message: string | null, now: Date): Promise<void> {
      const [kind, subject] = ['payment-unproven', `withdrawal ${withdrawalId}`];
      if (message === null) await resolveAlert(db, kind, subject, now);
      else await report({ kind, subject, message }, now, db);
    },

    /** Keeps the alert of one condition open and resolves the others; null resolves all. */
    async reportReorg(
      withdrawalId: bigint,
      reorg: { kind: (typeof reorgKinds)[number]; message: string } | null,
      now: Date,
    ): Promise<void> {
      const subject = `withdrawal ${withdrawalId}`;
      const over = reorgKinds.filter((kind) => kind !== reorg?.kind);
      await resolveOpenAlerts(database, over, subject, now);
      if (reorg) await report({ kind: reorg.kind, subject, message: reorg.message }, now);
    },
  };
}
