import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { inputOf } from '../../platform/http/console/staff-call.ts';
import { type ResolveDeps, resolveAlert } from './resolve-alert.ts';

export function alertsConsole(deps: ResolveDeps): ConsolePart<'resolveAlert'> {
  return {
    resolveAlert: async (context, { id, reason }) => answerOf(await resolveAlert(deps, id, inputOf(context, reason))),
  };
}
