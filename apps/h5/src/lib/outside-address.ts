const longest = 2000;
/** Control characters, spaces and backslashes: browsers read them otherwise than people do. */
const unreadable = /[\p{Cc}\p{Cf}\s\\]/u;

/** `host` of an address as the browser would connect to it, without the dot that may stand at its end. */
const hostOf = (url: Pick<URL, 'hostname' | 'port'>) => `${url.hostname.replace(/\.+$/, '')}:${url.port}`;

/**
 * An address outside of this app that may be shown in it, null for everything else: other schemes than http and https,
 * addresses with a user name or password in front of the host (they look like another site), and our own host.
 */
export function outsideAddress(raw: string | null, own: Pick<URL, 'hostname' | 'port'> = window.location): URL | null {
  if (raw === null || raw.length > longest || unreadable.test(raw) || !/^https?:\/\/[^/]/i.test(raw)) return null;
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return null;
  }
  const isPlain = url.username === '' && url.password === '' && !raw.split(/[/?#]/)[2]?.includes('@');
  return isPlain && url.hostname !== '' && hostOf(url) !== hostOf(own) ? url : null;
}

/**
 * Whether a site stands on the list: `example.com` itself, `*.example.com` whatever lies below it. What answers there without
 * TLS, or on another port, may be somebody else.
 */
export function isListedSite({ protocol, hostname, port }: URL, list: readonly string[]): boolean {
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/\.+$/, '').toLowerCase();
  return list.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) && host.length > entry.length - 1 : host === entry,
  );
}
