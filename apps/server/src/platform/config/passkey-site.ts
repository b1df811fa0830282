/** Where passkeys are made and used: an authenticator ties each to the host. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

const ipAddress = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Null where there can be none: nothing is configured, or the address has no name. The demo's own has one, `localhost`. */
export function passkeySite(publicUrl: string | null): PasskeySite | null {
  if (publicUrl === null) return null;
  const url = new URL(publicUrl);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return ipAddress.test(url.hostname) ? null : { rpId: url.hostname, origin: url.origin };
}
