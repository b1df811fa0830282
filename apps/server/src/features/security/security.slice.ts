import type { Handlers } from '../../platform/http/context.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { announce, notifyCustomerJob } from './announce.ts';
import { cleanUp, cleanUpCrontab, cleanUpJob } from './clean-up.ts';
import { logCommands } from './log/log.commands.ts';
import { chainEvents } from './log/log.store.ts';
import { type LogCheckDeps, nightlyLogCheck } from './log/nightly.ts';
import { type NotifyDeps, notifyCustomer } from './notify-customer.ts';
import { type ReportDeps, readNotice, reportEvent } from './report-event.ts';
import { type WatchCodesDeps, watchCodes, watchCodesCrontab, watchCodesJob } from './watch-codes.ts';

/** For every slice: needs nothing but the connection. */
export { announce, announceAll, notifyCustomerJob } from './announce.ts';
export { describeEvent } from './texts.zh.ts';

export type SecurityDeps = NotifyDeps & ReportDeps & LogCheckDeps & WatchCodesDeps;

export function securitySlice(deps: SecurityDeps) {
  const { database, clock } = deps;
  const jobs: Record<string, Job> = {
    [notifyCustomerJob]: notifyCustomer(deps),
    [cleanUpJob]: cleanUp(database, clock),
    [watchCodesJob]: watchCodes(deps),
  };
  const chain = () => chainEvents(database);
  const checkLog = nightlyLogCheck(deps);
  return {
    announce,
    handlers: {
      securityNotice: (context, input) => readNotice(deps, context, input),
      reportEvent: (context, input) => reportEvent(deps, context, input),
    } satisfies Handlers,
    jobs,
    crontab: `${cleanUpCrontab}\n${watchCodesCrontab}`,
    opsCommands: logCommands(deps),
    /** For the worker: makes the chain of the log, and checks it once a day. */
    ticks: [chain, checkLog],
    chain,
    checkLog,
  };
}
