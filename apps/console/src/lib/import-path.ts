import type { ImportKind } from '../locales/zh/imports.ts';

/** The import of a kind of file, and of a coin where its lines name none. */
export const importPath = (kind: ImportKind, coin?: string): string =>
  `/imports?${new URLSearchParams({ kind, ...(coin !== undefined && { coin }) })}`;
