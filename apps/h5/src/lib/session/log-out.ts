import { call } from '../api/call.ts';
import { endSession } from './session.ts';

/** Ends the session here at once, whatever the server says or however long it takes: a customer who wants out is out. */
export async function logOut(): Promise<void> {
  // The call has its token before the session is forgotten.
  void call('logout', {}, { silent: true }).catch(() => undefined);
  endSession('logout');
}
