import ts from 'typescript6';
import { type Finding, type Repo, type Rule, walk } from './rule.ts';

const features = 'apps/server/src/features/';

/** Each slice explains itself and is composed through one factory file. */
export const sliceRule: Rule = {
  name: 'slices',
  check: (repo) => {
    const slices = new Set(
      repo.files
        .filter((file) => file.startsWith(features))
        .map((file) => file.slice(features.length).split('/')[0] ?? ''),
    );
    return [...slices].flatMap((slice) =>
      repo.files.includes(`${features}${slice}/README.md`)
        ? []
        : [{ file: `${features}${slice}`, problem: 'has no README.md (states, postings, invariants)' }],
    );
  },
};

/** Calls that a stranger may make. Written here a second time: opening one takes two people's attention. */
const openPaths = new Set([
  '/api/user/login',
  '/api/sms/send',
  '/api/user/exist',
  '/api/user/set-password',
  '/api/app/isNeedUpdate',
  // By the token of a notice: a customer who needs them may have lost the password.
  '/api/user/security/notice',
  '/api/user/security/report',
  // The login screen fails too.
  '/api/client/fault',
]);
const openPrefixes = ['/api/setting/detail/', '/api/banner/'];

/** What the server answers besides the calls of the contract. */
const besidesContract = new Set(['/api/health', '/api/ready', '/api/openapi.json', '/dev/messages', '/dev/faucet']);

/** Who may call what: every call of the contract stands in the spec rows, and only the open ones need no session. */
export const accessRule: Rule = {
  name: 'access',
  check: (repo) => [...contractFindings(repo), ...strayRoutes(repo)],
};

function contractFindings(repo: Repo): Finding[] {
  const file = 'packages/contract/src/paths.ts';
  if (!repo.files.includes(file)) return [{ file, problem: 'the table of paths is gone' }];
  const paths = new Map(
    [...repo.read(file).matchAll(/^ {2}(\w+): '((?:GET|POST) [^']+)'/gm)].map(([, call = '', path = '']) => [
      call,
      path,
    ]),
  );
  const rows = repo.read('docs/spec-rows.json');
  const findings: Finding[] = [...paths.values()]
    .filter((path) => !rows.includes(`"call:${path}"`))
    .map((path) => ({ file, problem: `${path} has no row in docs/spec-rows.json` }));

  const schemas = repo.files.filter((each) => each.startsWith('packages/contract/src/schemas/'));
  const access = new Map(
    schemas.flatMap((each) =>
      [...repo.read(each).matchAll(/[rR]oute\('(\w+)', \{[^]*?access: '(\w+)'/g)].map(([, call = '', who = '']) => [
        call,
        who,
      ]),
    ),
  );
  for (const [call, path] of paths) {
    const who = access.get(call);
    const [, url = ''] = path.split(' ');
    const mayBeOpen = openPaths.has(url) || openPrefixes.some((prefix) => url.startsWith(prefix));
    if (!who) findings.push({ file, problem: `${call} declares no access` });
    else if (who === 'open' && !mayBeOpen)
      findings.push({ file, problem: `${call} is open, the access table says it is not` });
    else if (who === 'customer' && mayBeOpen)
      findings.push({ file, problem: `${call} needs a session, the access table says it does not` });
  }
  return findings;
}

/** A route registered by hand passes by validation, session and limits, so the few there are stand in a list. */
function strayRoutes(repo: Repo): Finding[] {
  const sources = repo.files.filter(
    (file) => /^apps\/server\/src\/.*(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'),
  );
  return sources.flatMap((file) => {
    const findings: Finding[] = [];
    walk(file, repo.read(file), (node, line) => {
      const path = routePath(node);
      if (path && !besidesContract.has(path)) {
        findings.push({
          file,
          line: line(),
          problem: `route ${path} is neither in the contract nor in the access table`,
        });
      }
    });
    return findings;
  });
}

/** `server.get('/x', …)` → `/x`. */
function routePath(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  if (!/^(get|post|put|patch|delete|all|head|options)$/.test(node.expression.name.text)) return null;
  const [path] = node.arguments;
  return node.arguments.length > 1 && path && ts.isStringLiteralLike(path) && path.text.startsWith('/')
    ? path.text
    : null;
}
