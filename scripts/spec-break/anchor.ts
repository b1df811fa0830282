import ts from 'typescript6';
import { parse } from '../check/rules/syntax.ts';

/**
 * Where a mutation acts: a symbol, found by name in a workspace or one of its folders, and one change inside it. Neither
 * the file nor its layout is part of it, so that a move, a reformatting or a comment elsewhere does not touch it.
 */
export interface Anchor {
  /** A folder, with everything below it: usually a workspace such as `apps/server`. */
  in: string;
  /** A top-level declaration and, after dots, names inside it: `zh.toast.copied`, `Modal.width`, `html.font-size`. */
  symbol: string;
}

/** What becomes of the symbol. Exactly one is given; `replace` is for what the others cannot say. */
export interface Change {
  /** The symbol's value (initializer, default, attribute) becomes this expression. */
  value?: string;
  /** The function does nothing but return this expression. */
  returns?: string;
  /** The statement that calls or assigns this name, or the property, element or attribute called so, goes. */
  drop?: string;
  /** This code, which stands in the symbol once, becomes `with`; white space, comments and trailing commas do not count. */
  replace?: string;
  with?: string;
}

export interface Edit {
  file: string;
  start: number;
  end: number;
  text: string;
}

export interface Source {
  files: readonly string[];
  read(file: string): string;
}

type Span = Omit<Edit, 'file'>;

/** The edit that an anchored change means in this source, or why there is not exactly one. */
export function resolveEdit(anchor: Anchor & Change, source: Source): Edit | { fault: string } {
  const { files, read } = source;
  const names = anchor.symbol.split('.');
  const [top = ''] = names;
  const inside = files.filter(
    (file) => file.startsWith(`${anchor.in}/`) && isProduct(file) && read(file).includes(top),
  );
  const symbols = inside.flatMap((file) =>
    (file.endsWith('.css') ? cssDeclarations(read(file), names) : declarations(treeOf(file, source), names)).map(
      (target) => ({ file, ...target }),
    ),
  );
  const edits = symbols.flatMap(({ file, edit }) => edit(anchor).map((span) => ({ file, ...span })));
  const [edit] = edits;
  if (edit && edits.length === 1) return validate(edit, source);

  if (symbols.length === 0) return { fault: `no symbol ${anchor.symbol} in ${anchor.in}` };
  const wanted = anchor.drop ?? anchor.replace ?? anchor.value ?? anchor.returns;
  const found = [...new Set(symbols.map(({ file }) => file))].join(', ');
  return { fault: `"${wanted}" fits ${edits.length} times in ${anchor.symbol} (${found}), not once` };
}

const isProduct = (file: string) => /\.(tsx?|mjs|css)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file);

/** A mutation that only breaks the syntax, or uses a name that has gone, is red without any test's merit. */
function validate(edit: Edit, source: Source): Edit | { fault: string } {
  const whole = source.read(edit.file);
  if (whole.slice(edit.start, edit.end) === edit.text) return { fault: 'nothing changes' };
  if (edit.file.endsWith('.css')) return edit;
  const broken = apply(edit, whole);
  const { diagnostics = [] } = ts.transpileModule(broken, {
    fileName: edit.file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  });
  if (diagnostics.length > 0) return { fault: `the change is not TypeScript: ${edit.text}` };
  const known = identifiers(treeOf(edit.file, source));
  const gone = [...identifiers(parse(edit.file, broken))].filter((name) => !known.has(name) && !(name in globalThis));
  return gone.length > 0 ? { fault: `the change names ${gone.join(', ')}, unknown in ${edit.file}` } : edit;
}

export const apply = ({ start, end, text }: Span, whole: string): string =>
  whole.slice(0, start) + text + whole.slice(end);

/** Names that stand for a value: not the part after a dot, not a key. */
function identifiers(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isValue(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

export const isEdit = (edit: Edit | { fault: string }): edit is Edit => 'file' in edit;

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !ts.isPropertyAssignment(parent) || parent.initializer === node;
}

const trees = new WeakMap<Source, Map<string, ts.SourceFile>>();

function treeOf(file: string, source: Source): ts.SourceFile {
  const known = trees.get(source) ?? new Map<string, ts.SourceFile>();
  trees.set(source, known);
  const tree = known.get(file) ?? parse(file, source.read(file));
  known.set(file, tree);
  return tree;
}

interface Target {
  edit(change: Change): Span[];
}

function declarations(tree: ts.SourceFile, [top = '', ...rest]: string[]): Target[] {
  let found: ts.Node[] = tree.statements
    .flatMap((statement): ts.Node[] =>
      ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
    )
    .filter((node) => nameOf(node) === top);
  for (const name of rest) found = found.flatMap((node) => within(node, (inner) => nameOf(inner) === name));
  return found.map((node) => ({ edit: (change) => changeNode(node, change, tree) }));
}

function within(node: ts.Node, fits: (inner: ts.Node) => boolean): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (inner: ts.Node): void => {
    if (fits(inner)) found.push(inner);
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

function nameOf(node: ts.Node): string | null {
  const name = (node as { name?: ts.Node }).name;
  if (!name || ts.isPropertyAccessExpression(node)) return null;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : null;
}

function changeNode(node: ts.Node, change: Change, tree: ts.SourceFile): Span[] {
  const span = (inner: ts.Node, text: string): Span => ({ start: inner.getStart(tree), end: inner.end, text });
  if (change.value !== undefined) return valuesOf(node, change.value).map(([inner, text]) => span(inner, text));
  if (change.returns !== undefined) {
    const body = functionOf(node)?.body;
    if (!body) return [];
    return [span(body, ts.isBlock(body) ? `{ return ${change.returns}; }` : `(${change.returns})`)];
  }
  if (change.drop !== undefined) {
    return within(node, (inner) => isCalled(inner, change.drop as string)).map((inner) => dropped(inner, tree));
  }
  return occurrences(node, tree, change.replace ?? '').map((place) => ({ ...place, text: change.with ?? '' }));
}

function valuesOf(node: ts.Node, value: string): [ts.Node, string][] {
  if (ts.isShorthandPropertyAssignment(node)) return [[node, `${node.name.text}: ${value}`]];
  const { initializer } = node as { initializer?: ts.Node };
  if (!initializer) return [];
  return [[initializer, ts.isJsxAttribute(node) ? `{${value}}` : value]];
}

function functionOf(node: ts.Node): { body?: ts.Node } | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node;
  const { initializer } = node as { initializer?: ts.Node };
  return initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? initializer : null;
}

function isCalled(node: ts.Node, name: string): boolean {
  if (ts.isExpressionStatement(node)) return statementNames(node.expression).includes(name);
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isJsxAttribute(node)) {
    return nameOf(node) === name;
  }
  if (ts.isJsxSelfClosingElement(node)) return node.tagName.getText() === name;
  return ts.isJsxElement(node) && node.openingElement.tagName.getText() === name;
}

/** `a.b?.c()` is called `c`, `x.y = 1` is called `y`, `a.load().catch(…)` is called both `load` and `catch`. */
function statementNames(node: ts.Expression): string[] {
  if (ts.isVoidExpression(node) || ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) {
    return statementNames(node.expression);
  }
  if (ts.isBinaryExpression(node)) return [lastName(node.left)];
  if (!ts.isCallExpression(node)) return [];
  const { expression } = node;
  return [
    lastName(expression),
    ...(ts.isPropertyAccessExpression(expression) ? statementNames(expression.expression) : []),
  ];
}

const lastName = (node: ts.Expression) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';

function dropped(node: ts.Node, tree: ts.SourceFile): Span {
  const { text } = tree;
  const isPart = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  const comma = isPart ? (/^\s*,/.exec(text.slice(node.end))?.[0].length ?? 0) : 0;
  const isBranch = ts.isIfStatement(node.parent) || ts.isForOfStatement(node.parent);
  return { start: node.getStart(tree), end: node.end + comma, text: isBranch ? ';' : '' };
}

/** Where the code stands in the node, whatever its white space, comments and trailing commas. */
function occurrences(node: ts.Node, tree: ts.SourceFile, code: string): { start: number; end: number }[] {
  const wanted = squeeze([...code].map((char, at) => ({ char, at })))
    .map(({ char }) => char)
    .join('');
  const chars = squeeze(charsOf(node, tree));
  const text = chars.map(({ char }) => char).join('');
  const found: { start: number; end: number }[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && wanted !== ''; at = text.indexOf(wanted, at + 1)) {
    const start = (chars[at] as Char).at;
    const end = (chars[at + wanted.length - 1] as Char).at + 1;
    if (!splitsWord(tree.text, start) && !splitsWord(tree.text, end)) found.push({ start, end });
  }
  return found;
}

interface Char {
  char: string;
  at: number;
}

/** The node's text without comments, each character with its position: the tokens, one after the other. */
function charsOf(node: ts.Node, tree: ts.SourceFile): Char[] {
  const children = node.getChildren(tree);
  if (children.length > 0)
    return children.filter((child) => !ts.isJSDoc(child)).flatMap((child) => charsOf(child, tree));
  const start = ts.isJsxText(node) ? node.pos : node.getStart(tree);
  return Array.from(tree.text.slice(start, node.end), (char, i) => ({ char, at: start + i }));
}

function squeeze(chars: Char[]): Char[] {
  const solid = chars.filter(({ char }) => !/\s/.test(char));
  return solid.filter(({ char }, i) => char !== ',' || !/[)\]}]/.test(solid[i + 1]?.char ?? ''));
}

const splitsWord = (text: string, at: number) => /^\w\w$/.test(text.slice(at - 1, at + 1));

const isOutside = (before: string) => before.split('{').length === before.split('}').length;

/** `html.font-size`: the value of a property in the rule of a selector, outside of media queries. */
function cssDeclarations(source: string, [selector = '', property = '']: string[]): Target[] {
  const blank = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  return [...blank.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(({ 1: name = '', index }) => name.trim() === selector && isOutside(blank.slice(0, index)))
    .flatMap(({ 1: name = '', 2: body = '', index }) =>
      [...body.matchAll(/([\w-]+):\s*([^;]+);/g)]
        .filter(([, key]) => key === property)
        .map((match) => {
          const end = index + name.length + 1 + match.index + match[0].length - 1;
          return { start: end - (match[2] ?? '').length, end };
        }),
    )
    .map((place) => ({ edit: ({ value }) => (value === undefined ? [] : [{ ...place, text: value }]) }));
}
