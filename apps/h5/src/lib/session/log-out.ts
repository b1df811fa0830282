import { call } from '../api/call.ts';
import { endSession } from './session.ts';

/** Ends the session here whatever the server says: a customer who wants out is out. */
export async function logOut(): Promise<void> {
  await call('logout', {}).catch(() => undefined);
  endSession('logout');
}
