import { entry, home, login } from './first-pages.ts';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Every module that is loaded before `root` runs. */
function neededBy(root: string, modules: Modules): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Names a module's chunk by the first pages that need it, because on a slow network each further file costs more than its
 * bytes.
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
