import { demoPorts } from './compose-demo.ts';
import type { Slices } from './composition/slices.ts';
import { firstDemoDay, openCoinUp, seedDemo, seedStaff } from './features/demo/seed-demo.ts';
import { beginDemoHistory, markDemoSeeded } from './platform/installation/installation.ts';
import type { Product } from './product.ts';

/** The demo's people and history, made at the first start. */
export async function seedDemoOnce(product: Product, slices: Slices): Promise<void> {
  const { config, installation, database, clock, log } = product;
  if (config.mode === 'production' || installation.demoSeededAt) return;
  const started = performance.now();
  const ports = demoPorts(product, slices);
  await seedStaff(ports, clock.now());
  if (config.mode === 'demo-empty') await openCoinUp(ports, clock.now());
  if (config.mode === 'demo') await seedDemo(ports, await beginDemoHistory(database, firstDemoDay(clock.now())));
  await markDemoSeeded(database, clock.now());
  log.info({ ms: Math.round(performance.now() - started) }, 'the demo is ready');
}
