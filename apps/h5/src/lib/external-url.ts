const maxLength = 2000;
/** Control characters, spaces and backslashes, which browsers parse differently from what people see. */
const unreadable = /[\p{Cc}\p{Cf}\s\\]/u;

/** Host as the browser connects to it, without trailing dots. */
const hostOf = (url: Pick<URL, 'hostname' | 'port'>) => `${url.hostname.replace(/\.+$/, '')}:${url.port}`;

/**
 * Parses an external address that may be shown in the app; null for schemes other than http and https, addresses with
 * credentials (they disguise the host), and this origin.
 */
export function externalUrl(raw: string | null, own: Pick<URL, 'hostname' | 'port'> = window.location): URL | null {
  if (raw === null || raw.length > maxLength || unreadable.test(raw) || !/^https?:\/\/[^/]/i.test(raw)) return null;
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
 * Whether a site is listed: `example.com` exactly, `*.example.com` for its subdomains. Without TLS, or on another port, a
 * different party may answer.
 */
export function isListedSite({ protocol, hostname, port }: URL, list: readonly string[]): boolean {
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/\.+$/, '').toLowerCase();
  return list.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) && host.length > entry.length - 1 : host === entry,
  );
}
