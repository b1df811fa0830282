import { parse } from 'bowser';

/** How a customer recognises the device of a session; null where the browser does not say. */
export interface SessionDevice {
  model: string | null;
  system: string | null;
  browser: string | null;
}

/** Nothing that a browser says of itself is longer; the rest is not read. */
const longestUserAgent = 512;
const longestName = 40;

/** Chrome names every Android model `K`. */
const androidModel = /\bAndroid [\d.]+; (?!K[;)])([^;()]+?)(?: Build\/[^;)]*)?[;)]/;

/** As many as a model has, and fewer than a number to call. */
const mostDigits = 9;

/**
 * Read from the User-Agent, which the caller can choose freely: only plain letters of it, and few, reach a screen. The database
 * refuses events with others.
 */
export function sessionDevice(userAgent: string | null): SessionDevice {
  const text = (userAgent ?? '').slice(0, longestUserAgent);
  if (text === '') return { model: null, system: null, browser: null };
  const { browser, os, platform } = parse(text);
  return {
    model: plain(platform.model ?? androidModel.exec(text)?.[1]),
    system: plain(named(os.name, os.name === 'Windows' ? os.versionName : firstNumbers(os.version, 2))),
    browser: plain(named(browser.name, firstNumbers(browser.version, 1))),
  };
}

const named = (name: string | undefined, version: string | undefined) =>
  name ? `${name} ${version ?? ''}` : undefined;

const firstNumbers = (version: string | undefined, count: number) => version?.split('.').slice(0, count).join('.');

function plain(text: string | undefined): string | null {
  const kept = (text ?? '')
    .replace(/[^A-Za-z0-9 ._()+-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longestName)
    // No address of the web.
    .replace(/(?<![0-9])\.|\.(?![0-9])/g, '')
    .trim();
  return kept === '' || kept.replace(/[^0-9]/g, '').length > mostDigits ? null : kept;
}
