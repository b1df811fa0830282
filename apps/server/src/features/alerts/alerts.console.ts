import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { authorityOf } from '../../platform/staff/authority.ts';
import { type SettleDeps, settleAlert } from './settle-alert.ts';

export function alertsConsole(deps: SettleDeps): ConsolePart<'resolveAlert'> {
  return {
    async resolveAlert({ session, now }, { id, reason }) {
      const input = { authority: authorityOf(session), reason: reason.trim(), now };
      const result = await settleAlert(deps, id, input);
      return 'done' in result ? null : refuse('notOperable', { reason: result.refused });
    },
  };
}
