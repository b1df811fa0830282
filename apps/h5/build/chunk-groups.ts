import { entry, home, login } from './first-pages.ts';

interface ModuleInfo {
  readonly importedIds: readonly string[];
  /** Without types. */
  readonly code: string | null;
}
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Re-exports every component: a module that imports it needs only the components that it names. */
const barrel = /packages.ui.src.index\.ts$/;
const namedImport = /import\s*\{([^}]*)\}\s*from\s*["']@lode\/ui["']/g;
const reExport = /export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/g;

/** Every module that is loaded before `root` runs. */
function neededBy(root: string, modules: Modules): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) {
      if (!barrel.test(imported)) found.add(imported);
      else for (const component of componentsOf(info?.code ?? '', imported, modules)) found.add(component);
    }
  }
  return found;
}

/** The modules behind the names that `code` imports from the barrel. */
function componentsOf(code: string, barrelId: string, modules: Modules): string[] {
  const { importedIds, code: barrelCode } = modules.getModuleInfo(barrelId) ?? { importedIds: [], code: '' };
  const wanted = new Set([...code.matchAll(namedImport)].flatMap(([, list]) => namesIn(list)));
  const files = [...(barrelCode ?? '').matchAll(reExport)]
    .filter(([, list]) => namesIn(list).some((name) => wanted.has(name)))
    .map(([, , file = '']) => file);
  const ids = importedIds.filter((id) => files.some((file) => id.replaceAll('\\', '/').endsWith(`/src/${file}`)));
  if (ids.length === 0) throw new Error(`no component was found behind an import of ${barrelId}`);
  return ids;
}

/** `A, B as C` names A and B. */
const namesIn = (list = '') => list.split(',').flatMap((item) => item.trim().split(/\s+/)[0] || []);

/**
 * Names a module's chunk by the first pages that need it, because on a slow network each further file costs more than its
 * bytes. For the same reason the first pages have one style sheet.
 */
export function chunkOfFirstPages(): (id: string, modules: Modules) => string | null {
  let needed: { app: Set<string>; login: Set<string>; home: Set<string> } | undefined;
  return (id, modules) => {
    needed ??= { app: neededBy(entry, modules), login: neededBy(login, modules), home: neededBy(home, modules) };
    const ofLogin = needed.login.has(id);
    const ofHome = needed.home.has(id);
    if (needed.app.has(id) || (ofLogin && ofHome)) return 'app';
    if (!ofLogin && !ofHome) return null;
    if (id.endsWith('.css')) return 'app';
    return ofLogin ? 'login' : 'home';
  };
}
