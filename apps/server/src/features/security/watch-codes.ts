import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';

export const watchCodesJob = 'watch-codes';
export const watchCodesCrontab = `*/10 * * * * ${watchCodesJob}`;

const day = 24 * 60 * 60_000;
/** Customers mistype a few codes in a hundred. */
const usualWrongGuesses = 1000;
/** The staff asks for a few codes a day, and types what a customer reads out. */
const usualOfStaff = 20;

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
  /** At codes to the old or new contact of a customer. */
  readonly countWrongGuessesOfStaff: (db: Queryable, since: Date) => Promise<number>;
}

/** An alert while strangers use up the codes of the house, and while codes of many accounts are guessed at, by strangers or by staff. */
export function watchCodes({
  database,
  clock,
  readStrangersCodes,
  countWrongGuessesOfStaff,
  ...alerts
}: WatchCodesDeps): Job {
  return async () => {
    const raised = await database.transaction(async (dbTx) => {
      const now = clock.now();
      const since = new Date(now.getTime() - day);
      const codes = await readStrangersCodes(dbTx, since);
      const ofStaff = await countWrongGuessesOfStaff(dbTx, since);
      const found: Alert[] = [];
      for (const { holds, ...alert } of conditions(codes, ofStaff)) {
        if (!holds) await alerts.resolveAlert(dbTx, alert.kind, alert.subject, now);
        else if (await alerts.raiseAlert(dbTx, alert, now)) found.push(alert);
      }
      return found;
    });
    for (const alert of raised) alerts.announceAlert(alert);
  };
}

function conditions(
  { sent, sentAtMost, wrongGuesses }: StrangersCodes,
  ofStaff: number,
): (Alert & { holds: boolean })[] {
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
    {
      kind: 'codes-guessed',
      subject: 'staff',
      message: `${ofStaff} wrong guesses in 24 hours by staff at codes that prove a customer's contact: see who typed them`,
      holds: ofStaff >= usualOfStaff,
    },
  ];
}
