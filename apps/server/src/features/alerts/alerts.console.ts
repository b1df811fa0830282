import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';

import { authorityOf } from '../../platform/staff/authority.ts';
import { type SettleDeps, settleAlert } from './settle-alert.ts';

export function alertsConsole(deps: SettleDeps): ConsolePart<'resolveAlert'> {
  return {
    async resolveAlert({ session, now }, { id, reason }) {
      const input = { authority: authorityOf(session), reason: reason.trim(), now };
      return answerOf(await settleAlert(deps, id, input));
    },
  };
}
