import { fileRule, isTest, isTypeScript } from './rule.ts';

/** What would undo a safe default in one line. */
const unsafe: readonly [pattern: RegExp, problem: string][] = [
  [
    /\brejectUnauthorized\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b|\bcheckServerIdentity\b/,
    'certificates are always verified',
  ],
  [
    /\bshell: true\b|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/,
    'a command takes a list of arguments',
  ],
  [
    /\b(?:window|self|globalThis)\.(?:addEventListener\(\s*'message'|onmessage\b)/,
    'no message of another window is read',
  ],
];

/** A call of another server; its options end within some lines. */
const callsOut = /(?<![.\w])fetch\((?!\w+: )/;
const linesOfCall = 10;
const isOurs = (file: string) => !/^(apps\/server|packages\/chain)/.test(file) || file.includes('/testing/');

/** A redirect leads to a server that was not configured, with what was sent to this one. */
function followedRedirects(file: string, lines: readonly string[]): { line: number; problem: string }[] {
  if (isOurs(file)) return [];
  return lines.flatMap((text, index) => {
    const call = lines.slice(index, index + linesOfCall).join('\n');
    if (!callsOut.test(text) || call.includes("redirect: 'error'")) return [];
    return [{ line: index + 1, problem: "a call of another server has redirect: 'error'" }];
  });
}

/** Source that switches off the check of certificates, follows redirects, gives a text to a shell, or listens to other windows. */
export const unsafeSourceRule = fileRule(
  'unsafe source',
  (file) => isTypeScript(file) && /^(apps|packages)\//.test(file) && !isTest(file),
  (file, source) => {
    const lines = source.split('\n');
    const found = lines.flatMap((text, index) =>
      unsafe.flatMap(([pattern, problem]) => (pattern.test(text) ? [{ line: index + 1, problem }] : [])),
    );
    return [...found, ...followedRedirects(file, lines)];
  },
);
