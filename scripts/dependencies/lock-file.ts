/** A package of the lock file. */
interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/** What may be linked with the product; the last two are of the tools that build it. */
const licences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Python-2.0',
  'MPL-2.0',
];

/** Packages whose own licence is not named in the way that the lock file copies. */
const licencesRead: Record<string, string> = { memorystream: 'MIT', 'parse-cache-control': 'BSD-3-Clause' };

/**
 * What is wrong with the packages that the lock file names, without a network: each has a SHA-512 of its content, comes from the
 * registry alone, and has a licence that the product may be given away with.
 */
export function lockFindings({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || locked.link) return [];
    const findings: string[] = [];
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? '')) findings.push('has no SHA-512 of its content');
    if (locked.resolved !== undefined) findings.push(`does not come from the registry: ${locked.resolved}`);
    const licence = locked.license ?? licencesRead[name] ?? 'none';
    if (!isAllowed(licence)) findings.push(`has the licence ${licence}`);
    return findings.map((finding) => `${name} ${locked.version ?? ''} ${finding}`);
  });
}

/** One of the alternatives of an SPDX expression is enough. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => licences.includes(one));
