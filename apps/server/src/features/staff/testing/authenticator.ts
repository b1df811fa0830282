import { type Falsified, testPasskey } from '../../../testing/passkey-device.ts';

/** An authenticator with one key, as `navigator.credentials` answers with it on the console's page. */
export function testAuthenticator(own: { origin: string }) {
  const { credential: id, get, create } = testPasskey(own);
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  return {
    get(challenge: string, falsified: Falsified = {}) {
      const { credential: _, ...response } = get(challenge, falsified);
      return { ...common, response };
    },
    create(challenge: string, falsified: Falsified = {}) {
      const { clientDataJSON, attestationObject } = create(challenge, falsified);
      return { ...common, response: { clientDataJSON, attestationObject } };
    },
  };
}
