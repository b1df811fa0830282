import ts from 'typescript6';

/** A test title that names a spec row: `[call:GET /api/user/wallet]`. */
export interface Tag {
  id: string;
  file: string;
  title: string;
}

export interface Scan {
  tags: Tag[];
  /** Tags that cannot count: in a skipped test, or put together at run time. */
  faults: string[];
}

const testFunctions = new Set(['it', 'test', 'describe']);
const notRun = new Set(['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail']);

/** Collects the tags in the titles of a test source. A tag in a comment or in any other string is none. */
export function scanTags(file: string, source: string, kinds: ReadonlySet<string>): Scan {
  const scan: Scan = { tags: [], faults: [] };
  const pattern = new RegExp(`\\[((?:${[...kinds].join('|')}):[^\\]]+)\\]`, 'g');
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) collect(node);
    ts.forEachChild(node, visit);
  };
  const collect = (call: ts.CallExpression): void => {
    const names = calleeNames(call.expression);
    const title = call.arguments[0];
    if (!testFunctions.has(names[0] ?? '') || !title) return;
    const text = titleText(title);
    for (const [, id = ''] of text.matchAll(pattern)) {
      if (names.some((name) => notRun.has(name)))
        scan.faults.push(`${file}: [${id}] stands on a test that does not run`);
      else if (/[$%]/.test(id)) scan.faults.push(`${file}: [${id}] must be written out, not put together`);
      else scan.tags.push({ id, file, title: text.replace(/\s*\[[a-z-]+:[^\]]+\]/g, '').trim() });
    }
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, scriptKind(file)));
  return scan;
}

function scriptKind(file: string): ts.ScriptKind {
  return file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

/** `it.each(rows)('…')` → `['it', 'each']`. */
function calleeNames(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) return [...calleeNames(expression.expression), expression.name.text];
  if (ts.isCallExpression(expression)) return calleeNames(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return calleeNames(expression.tag);
  return [];
}

/** The title as written; what a template inserts shows as `${…}`. */
function titleText(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `\${…}${span.literal.text}`).join('');
  }
  if (ts.isBinaryExpression(node)) return titleText(node.left) + titleText(node.right);
  return '';
}
