import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { authorityOf } from '../../platform/staff/authority.ts';
import { type ResolveDeps, resolveAlert } from './resolve-alert.ts';

export function alertsConsole(deps: ResolveDeps): ConsolePart<'resolveAlert'> {
  return {
    async resolveAlert({ session, now }, { id, reason }) {
      const input = { authority: authorityOf(session), reason: reason.trim(), now };
      return answerOf(await resolveAlert(deps, id, input));
    },
  };
}
