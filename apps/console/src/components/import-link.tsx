import { Link } from 'react-router';
import { importPath } from '../lib/import-path.ts';
import { useMay } from '../lib/session.ts';
import { type ImportKind, importKinds } from '../locales/zh/imports.ts';

/** Leads a member who may to the import of what is missing here. */
export function ImportLink({ kind, coin }: { kind: ImportKind; coin?: string | undefined }) {
  const { action, title } = importKinds[kind];
  return useMay()(action) ? <Link to={importPath(kind, coin)}>{title}</Link> : null;
}
