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

/** Source that switches off the check of certificates, gives a text to a shell, or listens to other windows. */
export const unsafeSourceRule = fileRule(
  'unsafe source',
  (file) => isTypeScript(file) && /^(apps|packages)\//.test(file) && !isTest(file),
  (_file, source) =>
    source
      .split('\n')
      .flatMap((text, index) =>
        unsafe.flatMap(([pattern, problem]) => (pattern.test(text) ? [{ line: index + 1, problem }] : [])),
      ),
);
