import { Link } from 'react-router';
import { importPath } from '../lib/import-path.ts';
import { useMay } from '../lib/session.ts';
import { type ImportKind, importKinds } from '../locales/zh/imports.ts';

interface ImportLinkProps {
  kind: ImportKind;
  coin?: string | undefined;
  /** The mining day that it leads back to. */
  from?: string | undefined;
}

/** Leads a member who may to the import of what is missing here. */
export function ImportLink({ kind, coin, from }: ImportLinkProps) {
  const { action, title } = importKinds[kind];
  return useMay()(action) ? <Link to={importPath(kind, { coin, from })}>{title}</Link> : null;
}
