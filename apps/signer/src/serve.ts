import type { SignerConfig } from './config.ts';
import { Journal } from './journal.ts';
import { listen } from './listen.ts';
import { recordPolicy } from './policy-history.ts';
import { openSigner } from './setup.ts';
import { createSigner, type Signer } from './signer.ts';

export interface Serving {
  signer: Signer;
  close(): Promise<void>;
}

export interface ServeHooks {
  log: (event: Record<string, string | number>) => void;
  afterJournal?: () => void;
}

/** Binds the socket first, then opens the journal: no two signers write one journal. */
export async function serve(config: SignerConfig, { log, afterJournal }: ServeHooks): Promise<Serving> {
  const { secrets, policy } = await openSigner(config);
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
    await recordPolicy(journal, policy, new Date());
    const signer = createSigner({
      secrets,
      policy,
      journal,
      now: () => new Date(),
      ...(afterJournal && { afterJournal }),
    });
    ready(signer);
    return {
      signer,
      async close() {
        await listening.close();
        await journal.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}
