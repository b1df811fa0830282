import ts from 'typescript6';

/** Walks every node of a TypeScript source. TypeScript 7 has no compiler API yet, so its predecessor parses here. */
export function walk(file: string, source: string, visit: (node: ts.Node, line: () => number) => void): void {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const each = (node: ts.Node): void => {
    visit(node, () => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1);
    ts.forEachChild(node, each);
  };
  each(tree);
}
