/** Debian's Chromium, because a browser download may not be possible where the tests run. */
const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Costs a third less than the whole browser, which draws windows of its own. */
export const headlessShell = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args };

/** For what the shell lacks: installed apps, and some of the elements that run foreign scripts. */
export const wholeBrowser = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args };
