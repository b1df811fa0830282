import ts from 'typescript6';

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
