import { invites } from './approvals/invites.ts';
import { reconcilePolicy } from './approvers/reconcile-policy.ts';
import type { SignerConfig } from './config.ts';
import { identify } from './identity.ts';
import { Journal } from './journal.ts';
import { listen } from './listen.ts';
import { openDemoKey } from './page/demo-key.ts';
import { pageCalls } from './page/page-calls.ts';
import { type PageServer, servePage } from './page/page-server.ts';
import { type Policy, writePolicy } from './policy.ts';
import { recordPolicy } from './policy-history.ts';
import { openSigner } from './setup.ts';
import { createSigner, type Signer } from './signer.ts';

export interface Serving {
  signer: Signer;
  /** Null without one: none is configured, or its port is taken. */
  page: PageServer | null;
  close(): Promise<void>;
}

export interface ServeHooks {
  log: (event: Record<string, string | number>) => void;
  afterJournal?: () => void;
}

/** Binds the socket first, then opens the journal: no two signers write one journal. */
export async function serve(config: SignerConfig, { log, afterJournal }: ServeHooks): Promise<Serving> {
  const { secrets, policy: found } = await openSigner(config);
  let ready: (signer: Signer) => void = () => undefined;
  const coming = new Promise<Signer>((resolve) => {
    ready = resolve;
  });
  const listening = await listen({
    signer: coming,
    socketPath: config.socketPath,
    secretFile: config.secretFile,
    isShared: !config.isDemo,
    log,
  });
  try {
    const journal = await Journal.open(config.journalFile, secrets.journalKey, config.journalAtLeast);
    const saveFile = (changed: Policy) => writePolicy(config.policyFile, secrets.policyKey, changed);
    await identify(journal, new Date());
    const policy = await reconcilePolicy(journal, found, saveFile, new Date());
    const signer = createSigner({
      secrets,
      policy,
      journal,
      now: () => new Date(),
      async savePolicy(changed) {
        await saveFile(changed);
        await recordPolicy(journal, changed, new Date());
      },
      ...(afterJournal && { afterJournal }),
    });
    ready(signer);
    const page = await openPage(config, signer, secrets.policyKey, log);
    return {
      signer,
      page,
      async close() {
        await page?.close();
        await listening.close();
        await journal.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}

/** Payments are signed without the page too: a taken port stops no payment that was approved. */
async function openPage(
  config: SignerConfig,
  { desk, keys }: Signer,
  policyKey: Buffer,
  log: ServeHooks['log'],
): Promise<PageServer | null> {
  const { pagePort: port, pageOrigin: origin, isDemo, invitesFile } = config;
  if (port === null) return null;
  const page = pageCalls({
    desk,
    keys,
    invites: invites(invitesFile, policyKey, () => new Date()),
    origin,
    isDemo,
    openDemoKey: (name, passphrase) => openDemoKey(config, name, passphrase),
    now: () => Date.now(),
    log,
  });
  try {
    return await servePage({ page, port, origin, log });
  } catch (error) {
    log({ event: 'page.closed', port, reason: error instanceof Error ? error.message : 'unknown' });
    return null;
  }
}
