/**
 * Checks the packages that the lock file names and writes the bill of materials of what runs in production, `dist/sbom.json`
 * (CycloneDX 1.5). Advisories are asked of the registry; without one it says that they were not checked.
 *
 *     npm run dependencies
 *
 * Exit 1 with each finding.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AcceptedAdvisory, readAudit } from './dependencies/advisories.ts';
import { type LockFile, lockFindings } from './dependencies/lock-file.ts';
import { root } from './lib/project.mjs';

/** Reports of thousands of packages stay below it. */
const maxOutput = 64 * 1024 * 1024;
const registryTimeoutMs = 60_000;

/** What npm prints, also when it ends with an error: a report with findings does. */
function npm(...args: string[]): Promise<string> {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, maxBuffer: maxOutput, timeout: registryTimeoutMs }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

const readJson = async <Content>(file: string): Promise<Content> =>
  JSON.parse(await readFile(join(root, file), 'utf8')) as Content;

/** Equal lock files give equal bytes: neither a time, nor a random number, nor the name of a folder stands in it. */
async function writeBillOfMaterials(): Promise<number> {
  const output = await npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev');
  const bill = JSON.parse(output) as {
    serialNumber?: string;
    metadata: { timestamp?: string; component: { name: string } };
    components: unknown[];
  };
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.metadata.component.name = 'lode';
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(join(root, 'dist/sbom.json'), `${JSON.stringify(bill, null, 2)}\n`);
  return bill.components.length;
}

const lockFile = await readJson<LockFile>('package-lock.json');
const accepted = await readJson<AcceptedAdvisory[]>('scripts/dependencies/accepted-advisories.json');
const findings = lockFindings(lockFile);
console.log(`${Object.keys(lockFile.packages).length} packages: hashes, origins and licences looked at`);
console.log(`dist/sbom.json: ${await writeBillOfMaterials()} components in production`);
const audit = readAudit(await npm('audit', '--json', '--omit=dev'), accepted, new Date().toISOString().slice(0, 10));
if (audit.outcome === 'checked') findings.push(...audit.findings);
console.log(audit.outcome === 'checked' ? 'advisories: asked' : `advisories: NOT CHECKED, ${audit.why}`);
for (const finding of findings) console.error(finding);
console.log(`dependencies: ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
