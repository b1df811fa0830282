import { demoCustomers, demoPasswords, demoStaff } from './features/demo/demo-people.ts';
import type { Product } from './product.ts';

/** What an operator or a visitor of the demo needs to know once the server is ready. */
export function readyLines(
  {
    config,
    clock,
    installation,
    databaseFolder,
  }: Pick<Product, 'config' | 'clock' | 'installation' | 'databaseFolder'>,
  { address, console }: { address: string | null; console: string | null },
): string[] {
  const lines = [`Lode is ready${address ? ` on ${address}` : ''} (ROLE=${config.role}, ${config.mode})`];
  if (console) lines.push(`  console    ${console.replace('127.0.0.1', 'localhost')}`);
  if (databaseFolder !== null) lines.push(`  database   ${databaseFolder}`);
  if (config.mode === 'production') return lines;
  const staff = demoStaff.map(({ name }) => name).join(', ');
  if (config.mode === 'demo') {
    const customers = demoCustomers.map(({ account }) => account).join(', ');
    lines.push(`  customers  ${customers}`, `             password ${demoPasswords.customer}`);
  }
  lines.push(`  staff      ${staff}`, `             password ${demoPasswords.staff}`);
  if (address) lines.push(`  messages   ${address}/dev/messages`);
  if (installation.clockOffsetHours > 0) {
    lines.push(`  clock      ${clock.now().toISOString()}, shifted by ${installation.clockOffsetHours} h`);
  }
  return lines;
}
