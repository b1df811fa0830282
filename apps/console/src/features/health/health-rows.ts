import { runbookPath } from '../../lib/runbooks.ts';
import { alertMeaning, alertTitle } from '../../locales/zh/alerts.ts';
import {
  boundText,
  type Check,
  checkStates,
  checkSubText,
  checkTitle,
  type FailedJob,
  type Health,
  taskName,
  healthTexts as texts,
  valueText,
} from '../../locales/zh/health.ts';

export interface HealthRow {
  key: string;
  state: Check['state'];
  /** Of an alert or a job another word than the state's. */
  label: string;
  title: string;
  sub: string;
  since: string | null;
  now: string;
  bound: string;
  action: { to: string; label: string } | { job: FailedJob } | null;
}

interface Group {
  title: string;
  rows: HealthRow[];
}

/** A page of the console, or the runbook where there is none. */
function actionOf({ kind, subject, state }: Check): HealthRow['action'] {
  switch (kind) {
    case 'WATCHER':
      return state === 'OK' ? { to: '/chain-money', label: texts.toMoney } : runbookAt('a-chain-is-not-followed');
    case 'HOT_WALLET':
      return { to: '/chain-money', label: texts.toMoney };
    case 'STUCK_PAYMENTS':
      return { to: '/stuck-payments', label: texts.toStuck };
    case 'SIGNER':
      return runbookAt('signer');
    case 'DAY':
      return { to: subject === 'mining' ? '/days' : `/days?kind=${subject}`, label: texts.toDays };
    case 'BOOKS_CHECK':
      return runbookAt('books-do-not-balance');
    case 'CUSTODY':
      return { to: '/ledger/reconciliation', label: texts.toReconciliation };
    case 'FUND':
      return { to: '/coin-up', label: texts.toFund };
    case 'ARCHIVE':
      return runbookAt('restore');
    case 'WORKER':
    case 'JOBS':
    case 'CONNECTIONS':
      return null;
  }
}

const runbookAt = (name: string) => ({ to: runbookPath(name), label: texts.manual });

const groupOf: Record<Check['kind'], 'money' | 'books' | 'system'> = {
  WATCHER: 'money',
  HOT_WALLET: 'money',
  STUCK_PAYMENTS: 'money',
  SIGNER: 'money',
  DAY: 'books',
  BOOKS_CHECK: 'books',
  CUSTODY: 'books',
  FUND: 'books',
  WORKER: 'system',
  JOBS: 'system',
  CONNECTIONS: 'system',
  ARCHIVE: 'system',
};

/** What is not right first, the gravest of it first; then what is, by where it belongs. A group without rows is left out. */
export function healthGroups({ checks, alerts, failedJobs }: Health): Group[] {
  const rows = checks.map((check) => ({ check, row: rowOf(check) }));
  const isFirst = ({ check }: { check: Check }) => check.state === 'BLOCKED' || check.state === 'ATTENTION';
  const first = [...rows.filter(isFirst).map(({ row }) => row), ...alerts.map(alertRow), ...failedJobs.map(jobRow)];
  const rest = rows.filter((one) => !isFirst(one));
  const ofGroup = (group: 'money' | 'books' | 'system') =>
    rest.filter(({ check }) => groupOf[check.kind] === group).map(({ row }) => row);
  return [
    { title: texts.first, rows: first.toSorted((a, b) => gravity(b) - gravity(a)) },
    { title: texts.money, rows: ofGroup('money') },
    { title: texts.books, rows: ofGroup('books') },
    { title: texts.system, rows: ofGroup('system') },
  ].filter((group) => group.rows.length > 0);
}

const gravity = ({ state }: HealthRow) => (state === 'BLOCKED' ? 1 : 0);

/** How many are to be looked at, and how many of them block. */
export function countsOf(groups: readonly Group[]): { attention: number; blocked: number } {
  const rows = groups.flatMap((group) => group.rows);
  const count = (state: Check['state']) => rows.filter((row) => row.state === state).length;
  return { attention: count('ATTENTION'), blocked: count('BLOCKED') };
}

function rowOf(check: Check): HealthRow {
  const { kind, subject, state, since } = check;
  return {
    key: `${kind} ${subject}`,
    state,
    label: checkStates[state].label,
    title: checkTitle(check),
    sub: checkSubText(check),
    // Of what is right this is when it was read, which stands below its name.
    since: state === 'BLOCKED' || state === 'ATTENTION' ? since : null,
    now: valueText(check),
    bound: boundText(check),
    action: actionOf(check),
  };
}

const alertRow = ({ id, kind, subject, message, raisedAt }: Health['alerts'][number]): HealthRow => ({
  key: `alert ${id}`,
  state: 'ATTENTION',
  label: texts.alert,
  title: alertTitle(kind, subject),
  sub: alertMeaning(kind, message),
  since: raisedAt,
  now: '',
  bound: '',
  action: { to: '/?view=all&kind=ALERT', label: texts.alertAction },
});

const jobRow = (job: FailedJob): HealthRow => ({
  key: `job ${job.id}`,
  state: 'ATTENTION',
  label: texts.failedJob,
  title: `${taskName(job.task)}${job.withdrawal === null ? '' : ` · ${texts.withdrawal(job.withdrawal)}`}`,
  sub: job.error,
  since: job.failedAt,
  now: texts.attempts(job.attempts),
  bound: '',
  action: { job },
});
