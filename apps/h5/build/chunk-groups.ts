import { entry, home, login } from './first-pages.ts';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Everything that must be there before `root` runs. */
function neededBy(root: string, modules: Modules): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Names the chunk of a module by which of the first pages need it; null for all others, and for what makes a chunk itself.
 * Each file that stands before a page costs a slow network more than its bytes.
 */
export function chunkOfFirstPages(): (id: string, modules: Modules) => string | null {
  let needed: { app: Set<string>; login: Set<string>; home: Set<string> } | undefined;
  return (id, modules) => {
    needed ??= { app: neededBy(entry, modules), login: neededBy(login, modules), home: neededBy(home, modules) };
    if (id === entry || id === login || id === home) return null;
    if (needed.app.has(id)) return 'app';
    const ofLogin = needed.login.has(id);
    const ofHome = needed.home.has(id);
    if (ofLogin && ofHome) return 'first-pages';
    if (ofLogin) return 'login';
    return ofHome ? 'home' : null;
  };
}
