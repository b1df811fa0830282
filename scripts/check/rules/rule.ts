import ts from 'typescript6';

/** The files that rules look at. Rules never touch the disk, so that a test can hand them a faulty repository. */
export interface Repo {
  files: readonly string[];
  read(file: string): string;
}

export interface Finding {
  file: string;
  /** From 1; left out when the whole file is meant. */
  line?: number;
  problem: string;
}

export interface Rule {
  name: string;
  check(repo: Repo): Finding[];
}

/** A rule that judges each file by itself. */
export function fileRule(
  name: string,
  applies: (file: string) => boolean,
  check: (file: string, source: string) => { line?: number; problem: string }[],
): Rule {
  return {
    name,
    check: (repo) =>
      repo.files
        .filter(applies)
        .flatMap((file) => check(file, repo.read(file)).map((finding) => ({ file, ...finding }))),
  };
}

/** A repository made of text, for tests. */
export function repoOf(contents: Record<string, string>): Repo {
  return { files: Object.keys(contents).sort(), read: (file) => contents[file] ?? '' };
}

export const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);
export const isTest = (file: string): boolean => /\.test\.tsx?$|^e2e\/|\/testing\//.test(file);

/** A source's tree. TypeScript 7 has no compiler API yet, so its predecessor parses here. */
export function parse(file: string, source: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
}

/** Walks every node of a TypeScript source. */
export function walk(file: string, source: string, visit: (node: ts.Node, line: () => number) => void): void {
  const tree = parse(file, source);
  const each = (node: ts.Node): void => {
    visit(node, () => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1);
    ts.forEachChild(node, each);
  };
  each(tree);
}
