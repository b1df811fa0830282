/** The repository's runbooks, each a script of its own that the build makes of its markdown. */
const files = import.meta.glob<string>('../../../../docs/runbooks/*.md', { query: '?raw', import: 'default' });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
const loaders = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]));

export const runbookNames: readonly string[] = [...loaders.keys()];

/** Its markdown; null where there is none of the name. */
export const readRunbook = (name: string): Promise<string> | null => loaders.get(name)?.() ?? null;

export const runbookPath = (name: string, alert?: string): string =>
  `/runbooks/${name}${alert === undefined ? '' : `?${new URLSearchParams({ alert })}`}`;
