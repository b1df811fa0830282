import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { customersWhoConfirmed, hasConfirmed, keepConfirmation } from './confirmation.store.ts';
import { contentHash, type Statement } from './content-hash.ts';

export interface RiskDisclosureDeps {
  database: Database;
  /** The demo without customers: an imported customer counts as having confirmed. */
  countsAsConfirmed: boolean;
  /** The text in force at a time, from the content that operators publish. */
  readonly agreementInForce: (db: Queryable, key: string, now: Date) => Promise<Statement>;
}

/** What is confirmed: who, on what device, when. */
interface Confirming {
  customerId: bigint;
  deviceId: string | null;
  now: Date;
}

const key = 'user_sm';

export function riskDisclosureSlice({ database, countsAsConfirmed, agreementInForce }: RiskDisclosureDeps) {
  const inForce = (db: Queryable, now: Date): Promise<Statement> => agreementInForce(db, key, now);

  const riskConfirmed = async (db: Queryable, customerId: bigint, now: Date): Promise<boolean> =>
    countsAsConfirmed || hasConfirmed(db, customerId, now);

  async function confirm(db: Queryable, statement: Statement, confirming: Confirming): Promise<void> {
    await keepConfirmation(db, {
      ...confirming,
      version: statement.version,
      contentHash: contentHash(statement),
    });
  }

  return {
    handlers: {
      async riskDisclosure({ session, now }) {
        const { version } = await inForce(database, now);
        return { version, confirmed: await riskConfirmed(database, session.customerId, now) };
      },

      async confirmRiskDisclosure({ session, deviceId, now }, { version }) {
        const statement = await inForce(database, now);
        // What the customer read is no longer, or not yet, what is in force.
        if (version !== statement.version) return refuse('notOperable', { version: statement.version });
        await confirm(database, statement, { customerId: session.customerId, deviceId, now });
        return null;
      },
    } satisfies Handlers,
    /** Before every money action: whether the customer confirmed the version in force. */
    riskConfirmed,
    /** The same of several customers. */
    allConfirmedRisk: async (db: Queryable, customerIds: readonly bigint[], now: Date): Promise<boolean> =>
      countsAsConfirmed || (await customersWhoConfirmed(db, customerIds, now)).size === new Set(customerIds).size,
    /** As if the customer had, for the demo. */
    async confirmRisk(db: Queryable, confirming: Confirming): Promise<void> {
      await confirm(db, await inForce(db, confirming.now), confirming);
    },
  };
}
