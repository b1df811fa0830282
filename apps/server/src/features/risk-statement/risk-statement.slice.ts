import type { Database, DbTx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { hasConfirmed, keepConfirmation } from './confirmation.store.ts';
import { contentHash, riskStatement as statement } from './statement.zh.ts';

export interface RiskStatementDeps {
  database: Database;
  /** The demo without customers: whoever is imported there counts as having confirmed. */
  countsAsConfirmed: boolean;
}

export function riskStatementSlice({ database, countsAsConfirmed }: RiskStatementDeps) {
  const riskConfirmed = async (dbTx: DbTx, customerId: bigint): Promise<boolean> =>
    countsAsConfirmed || hasConfirmed(dbTx, customerId, statement.version);

  const confirmRisk = (
    dbTx: DbTx,
    { customerId, deviceId, now }: { customerId: bigint; deviceId: string | null; now: Date },
  ): Promise<void> =>
    keepConfirmation(dbTx, {
      customerId,
      version: statement.version,
      contentHash: contentHash(statement),
      deviceId,
      now,
    });

  return {
    handlers: {
      async agreement(_context, { key }) {
        const { version, title, content, effectiveFrom } = statement;
        return { key, version, title, content, effectiveFrom: effectiveFrom.toISOString() };
      },

      async riskStatement({ session }) {
        return { version: statement.version, confirmed: await riskConfirmed(database, session.customerId) };
      },

      async confirmRiskStatement({ session, deviceId, now }, { version }) {
        // What the customer read is no longer, or not yet, what is in force.
        if (version !== statement.version) return refuse('notOperable', { version: statement.version });
        await confirmRisk(database, { customerId: session.customerId, deviceId, now });
        return null;
      },
    } satisfies Handlers,
    /** Before every money action: whether the customer confirmed the version in force. */
    riskConfirmed,
    /** As if the customer had, for the demo. */
    confirmRisk,
  };
}
