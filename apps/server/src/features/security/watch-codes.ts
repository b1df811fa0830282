import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';

export const watchCodesJob = 'watch-codes';
export const watchCodesCrontab = `*/10 * * * * ${watchCodesJob}`;

const day = 24 * 60 * 60_000;
/** Customers mistype a few codes in a hundred. */
const usualWrongGuesses = 1000;

/** What strangers did with one-time codes of all accounts. */
export interface StrangersCodes {
  sent: number;
  /** So many may be sent in 24 hours. */
  sentAtMost: number;
  wrongGuesses: number;
}

export interface WatchCodesDeps extends AlertPorts {
  database: Database;
  clock: Clock;
  readonly readStrangersCodes: (db: Queryable, since: Date) => Promise<StrangersCodes>;
}

/** An alert while strangers use up the codes of the house, and while somebody guesses at codes of many accounts. */
export function watchCodes({ database, clock, readStrangersCodes, ...alerts }: WatchCodesDeps): Job {
  return async () => {
    const raised = await database.transaction(async (dbTx) => {
      const now = clock.now();
      const codes = await readStrangersCodes(dbTx, new Date(now.getTime() - day));
      const found: Alert[] = [];
      for (const { holds, ...alert } of conditions(codes)) {
        if (!holds) await alerts.resolveAlert(dbTx, alert.kind, alert.subject, now);
        else if (await alerts.raiseAlert(dbTx, alert, now)) found.push(alert);
      }
      return found;
    });
    for (const alert of raised) alerts.announceAlert(alert);
  };
}

function conditions({ sent, sentAtMost, wrongGuesses }: StrangersCodes): (Alert & { holds: boolean })[] {
  return [
    {
      kind: 'codes-run-out',
      subject: 'strangers',
      message: `${sent} of ${sentAtMost} codes that strangers may cause were sent in 24 hours: beyond, only known devices get one (CODES_PER_DAY)`,
      holds: sent * 2 >= sentAtMost,
    },
    {
      kind: 'codes-guessed',
      subject: 'strangers',
      message: `${wrongGuesses} wrong guesses in 24 hours at codes that were sent to customers`,
      holds: wrongGuesses >= usualWrongGuesses,
    },
  ];
}
