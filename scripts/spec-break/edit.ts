import ts from 'typescript6';
import { parse } from '../check/rules/rule.ts';

/**
 * One change of the product: code that stands once in a workspace or one of its folders, and what it becomes. Neither the
 * file nor its layout is part of it: white space and trailing commas do not count.
 */
export interface Change {
  /** A folder, with everything below it: usually a workspace such as `apps/server`. */
  in: string;
  replace: string;
  with: string;
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

const isProduct = (file: string) => /\.(tsx?|mjs|css)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file);

/** The edit that a change means in this source, or why there is not exactly one. */
export function resolveEdit(change: Change, { files, read }: Source): Edit | { fault: string } {
  const wanted = squeeze(change.replace);
  const [first = ''] = change.replace.trim().match(/^\w+|^\W/) ?? [];
  const edits = files
    .filter((file) => file.startsWith(`${change.in}/`) && isProduct(file) && read(file).includes(first))
    .flatMap((file) => occurrences(read(file), wanted).map((place) => ({ file, ...place, text: change.with })));
  const [edit] = edits;
  if (!edit || edits.length > 1) {
    return { fault: `"${change.replace}" stands ${edits.length} times in ${change.in}, not once` };
  }
  return validate(edit, read(edit.file));
}

export const isEdit = (edit: Edit | { fault: string }): edit is Edit => 'file' in edit;

export const apply = ({ start, end, text }: Omit<Edit, 'file'>, whole: string): string =>
  whole.slice(0, start) + text + whole.slice(end);

interface Squeezed {
  text: string;
  /** Where each character stands in the source. */
  at: number[];
}
const squeezed = new Map<string, Squeezed>();

/** Without white space and trailing commas. */
function squeeze(source: string): Squeezed {
  const known = squeezed.get(source);
  if (known) return known;
  const at: number[] = [];
  for (let i = 0; i < source.length; i++) {
    const char = source[i] as string;
    if (char === ',' ? !isTrailing(source, i) : char > ' ') at.push(i);
  }
  const result = { text: at.map((i) => source[i]).join(''), at };
  squeezed.set(source, result);
  return result;
}

const isTrailing = (source: string, comma: number) => /^,\s*[)\]}]/.test(source.slice(comma, comma + 40));

function occurrences(source: string, { text: wanted }: Squeezed): { start: number; end: number }[] {
  const { text, at } = squeeze(source);
  const found: { start: number; end: number }[] = [];
  for (let from = text.indexOf(wanted); from !== -1 && wanted !== ''; from = text.indexOf(wanted, from + 1)) {
    const start = at[from] as number;
    const end = (at[from + wanted.length - 1] as number) + 1;
    if (!splitsWord(source, start) && !splitsWord(source, end)) found.push({ start, end });
  }
  return found;
}

const splitsWord = (text: string, at: number) => /^\w\w$/.test(text.slice(at - 1, at + 1));

/** A mutation that only breaks the syntax, or uses a name that has gone, is red without any test's merit. */
function validate(edit: Edit, whole: string): Edit | { fault: string } {
  const broken = apply(edit, whole);
  if (squeeze(whole.slice(edit.start, edit.end)).text === squeeze(edit.text).text) return { fault: 'nothing changes' };
  if (edit.file.endsWith('.css')) return edit;
  const { diagnostics = [] } = ts.transpileModule(broken, {
    fileName: edit.file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  });
  if (diagnostics.length > 0) return { fault: `the change is not TypeScript: ${edit.text}` };
  const known = namesOf.get(whole) ?? valueNames(edit.file, whole);
  namesOf.set(whole, known);
  const gone = [...valueNames(edit.file, broken)].filter((name) => !known.has(name) && !(name in globalThis));
  return gone.length > 0 ? { fault: `the change names ${gone.join(', ')}, unknown in ${edit.file}` } : edit;
}

const namesOf = new Map<string, Set<string>>();

/** Identifiers that stand for a value: not the part after a dot, not a key. */
function valueNames(file: string, source: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isValue(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(file, source));
  return names;
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !ts.isPropertyAssignment(parent) || parent.initializer === node;
}
