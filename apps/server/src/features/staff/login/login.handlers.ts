import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { changePassword, type LogInDeps, logInByPassword } from './log-in.ts';
import { addNewPasskey, logInByPasskey, newPasskeyOptions, passkeyLoginOptions } from './passkeys.ts';
import { endOne, endOthers, listSessions, logOut, viewOf } from './sessions.ts';
import { beginTotpSetUp, confirmTotpSetUp } from './totp-set-up.ts';

type OwnCall =
  | 'loginByPassword'
  | 'loginPasskeyOptions'
  | 'loginByPasskey'
  | 'session'
  | 'logout'
  | 'changePassword'
  | 'totpBegin'
  | 'totpConfirm'
  | 'passkeyOptions'
  | 'passkeyAdd'
  | 'sessions'
  | 'endSession'
  | 'endSessions';

/** The calls about the own account and the own sessions. */
export function loginHandlers(deps: LogInDeps): ConsolePart<OwnCall> {
  return {
    loginByPassword: (context, input) => logInByPassword(deps, context, input),
    loginPasskeyOptions: (context) => passkeyLoginOptions(deps, context),
    loginByPasskey: (context, input) => logInByPasskey(deps, context, input),
    session: async ({ session }) => viewOf(session),
    logout: (context) => logOut(deps, context),
    changePassword: (context, input) => changePassword(deps, context, input),
    totpBegin: (context, input) => beginTotpSetUp(deps, context, input),
    totpConfirm: (context, input) => confirmTotpSetUp(deps, context, input),
    passkeyOptions: (context, input) => newPasskeyOptions(deps, context, input),
    passkeyAdd: (context, input) => addNewPasskey(deps, context, input),
    sessions: (context) => listSessions(deps, context),
    endSession: (context, input) => endOne(deps, context, input),
    endSessions: (context) => endOthers(deps, context),
  };
}
