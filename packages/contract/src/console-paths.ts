/** Method and path of every call of the console's own listener: safe for a browser's bundle, no schema library behind it. */
export const consolePaths = {
  loginByPassword: 'POST /staff/login/password',
  loginPasskeyOptions: 'POST /staff/login/passkey/options',
  loginByPasskey: 'POST /staff/login/passkey/verify',
  session: 'GET /staff/session',
  logout: 'POST /staff/logout',
  changePassword: 'POST /staff/password',
  totpBegin: 'POST /staff/totp/begin',
  totpConfirm: 'POST /staff/totp/confirm',
  passkeyOptions: 'POST /staff/passkey/options',
  passkeyAdd: 'POST /staff/passkey/add',
  sessions: 'GET /staff/sessions',
  endSession: 'POST /staff/session/end',
  endSessions: 'POST /staff/sessions/end',

  workQueue: 'GET /staff/queue',
  resolveAlert: 'POST /staff/alert/resolve',

  previewProposal: 'POST /staff/proposal/preview',
  propose: 'POST /staff/proposal/new',

  threadList: 'GET /staff/support/threads',
  thread: 'GET /staff/support/thread',
  answerThread: 'POST /staff/support/thread/answer',
  assignThread: 'POST /staff/support/thread/assign',
  closeThread: 'POST /staff/support/thread/close',
} as const;

export type ConsoleCall = keyof typeof consolePaths;
