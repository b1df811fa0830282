import { demoPorts } from '../compose-demo.ts';
import { firstDemoDay, seedDemo, seedStaff } from '../features/demo/seed-demo.ts';
import { beginDemoHistory, foundInstallation } from '../platform/installation/installation.ts';
import { type Caller, startTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** The app with the demo's people and their 33 days, for tests that want a bit of everything. */
export async function startDemoApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  await foundInstallation(app.owner, 'demo', Buffer.alloc(32));
  const ports = demoPorts(app, app.slices);
  await seedStaff(ports, app.clock.now());
  await seedDemo(ports, await beginDemoHistory(app.database, firstDemoDay(app.clock.now())));
  return app;
}

/** One of the demo's customers, logged in. */
export async function logInDemo(app: TestApp, account: string): Promise<Caller> {
  const deviceId = `phone of ${account}`;
  const { accessToken } = await app.data('login', { account, password: 'Lode@2026' }, { deviceId });
  return { accessToken, deviceId };
}
