/** Fields whose value must never be in a log, in any nesting and any spelling. */
const secretFields = [
  'password',
  'oldPassword',
  'newPassword',
  'fundsPassword',
  'passwordToken',
  'passwordHash',
  'password_hash',
  'funds_password_hash',
  'code',
  'codeHash',
  'code_hash',
  'accessToken',
  'token',
  'tokenHash',
  'token_hash',
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
  'sealedSecret',
  'sealed_secret',
  'secondFactor',
  'recoveryCodes',
  'pepper',
  'accessKeySecret',
];
const secretNames = new Set(secretFields.map((name) => name.toLowerCase()));
const names = secretFields.join('|');

const censored = '[redacted]';
const deepest = 8;

/** A copy to be logged: secret fields are censored, errors are reduced to what helps (their own fields hold values of rows). */
export function redactFields(value: unknown, depth = 0): unknown {
  if (depth > deepest) return '[too deep]';
  if (value instanceof Error) return errorFields(value, depth);
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map((element) => redactFields(element, depth + 1));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Buffer.isBuffer(value)) return '[bytes]';
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretNames.has(name.toLowerCase()) ? censored : redactFields(field, depth + 1),
    ]),
  );
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(error.cause === undefined ? {} : { cause: redactFields(error.cause, depth + 1) }),
  };
}

const patterns: [RegExp, string][] = [
  // postgres://user:secret@host, and the same of mail servers and nodes
  [/:\/\/([^\s:/@"\\]*):[^\s@"\\]+@/g, `://$1:${censored}@`],
  // ?password=secret&code=123456
  [new RegExp(`\\b(${names})=[^&\\s"\\\\]+`, 'gi'), `$1=${censored}`],
  // Fields of a child logger, which pass by the formatter.
  [new RegExp(`(?<!\\\\)"(${names})":"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `"$1":"${censored}"`],
  // JSON inside of a text, as an object or as pairs: \"password\":\"secret\"
  [new RegExp(`(\\\\+)"(${names})\\1"\\s*[:,]\\s*\\1"(?:(?!\\1").)*\\1"`, 'gi'), `$1"$2$1":$1"${censored}$1"`],
];

/** The last word on every line before it is written, for what came as text: addresses, queries, quoted JSON, known secrets. */
export function redactText(secrets: readonly string[]): (line: string) => string {
  const known = secrets.filter((secret) => secret.length >= 6);
  return (line) => {
    let clean = line;
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    for (const secret of known) clean = clean.replaceAll(secret, censored);
    return clean;
  };
}
