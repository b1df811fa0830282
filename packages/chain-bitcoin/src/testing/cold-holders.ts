import { base64 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { descriptorChecksum } from '../descriptor-checksum.ts';
import type { TestBitcoind } from './bitcoind.ts';

/** Three wallets of a real node with one key each, and the descriptor of all three. */
export interface ColdHolders {
  descriptor: string;
  /** A PSBT with the signature of one holder, by its own wallet. */
  readonly sign: (holder: number, payload: string) => Promise<string>;
}

interface Listed {
  descriptors: { desc: string; internal: boolean }[];
}

const ranged = /\[([0-9a-f]{8})[^\]]*\](t(?:pub|prv)[A-Za-z0-9]+)/;

/** Each holder's wallet watches the common descriptor with its own private key in the place of its public one. */
export async function createColdHolders(node: TestBitcoind, name = 'holder'): Promise<ColdHolders> {
  const names = [0, 1, 2].map((at) => `${name}${at}`);
  const keys: { publicKey: string; privateKey: string }[] = [];
  for (const wallet of names) {
    await node.call('createwallet', [`${wallet}-seed`]);
    keys.push({
      publicKey: await keyOf(node, `${wallet}-seed`, false),
      privateKey: await keyOf(node, `${wallet}-seed`, true),
    });
    await node.callWallet(`${wallet}-seed`, 'unloadwallet');
  }
  const bodyWith = (own: number | null): string =>
    `wsh(sortedmulti(2,${keys.map(({ publicKey, privateKey }, at) => (at === own ? privateKey : publicKey)).join(',')}))`;
  for (const [at, wallet] of names.entries()) {
    await node.call('createwallet', [wallet, false, true]);
    const desc = bodyWith(at);
    const range = { desc: `${desc}#${descriptorChecksum(desc)}`, active: false, timestamp: 'now', range: [0, 999] };
    const [done] = (await node.callWallet(wallet, 'importdescriptors', [[range]])) as { success: boolean }[];
    if (done?.success !== true) throw new Error(`no descriptor was imported: ${JSON.stringify(done)}`);
  }
  const body = bodyWith(null);
  return {
    descriptor: `${body}#${descriptorChecksum(body)}`,
    async sign(holder, payload) {
      const result = await node.callWallet(names[holder] ?? '', 'walletprocesspsbt', [
        payload,
        true,
        // What a wallet does when its holder names nothing.
        'DEFAULT',
        true,
        false,
      ]);
      return (result as { psbt: string }).psbt;
    },
  };
}

/** The key of the wallet's account, with its origin, ranged. */
async function keyOf(node: TestBitcoind, wallet: string, isPrivate: boolean): Promise<string> {
  const publicList = (await node.callWallet(wallet, 'listdescriptors', [false])) as Listed;
  const found = publicList.descriptors.find(({ desc, internal }) => desc.startsWith('wpkh(') && !internal)?.desc ?? '';
  const [origin = ''] = /\[[^\]]*\]/.exec(found) ?? [];
  const [, , publicKey = ''] = ranged.exec(found) ?? [];
  if (!isPrivate) return `${origin}${publicKey}/0/*`;
  // A private descriptor begins at the master key: the account's path is written out below it.
  const privateList = (await node.callWallet(wallet, 'listdescriptors', [true])) as Listed;
  const own = privateList.descriptors.find(({ desc, internal }) => desc.startsWith('wpkh(') && !internal)?.desc ?? '';
  const [, master = ''] = /\((tprv[^)]*)\)/.exec(own) ?? [];
  return master;
}

const seedBytes = [21, 24, 25] as const;

/** A wallet of other holders: of the seeds of 64 times 21, 24 and 25. */
export const descriptorOfOthers =
  "wsh(sortedmulti(2,[b0f82b43/48'/1'/0'/2']tpubDFcYsoTZVWzxtJ8KMzkP7YXPBQ7XkuhDEw2bbxk3iWu6QYmYRRLQAMxg65qN5aRrd4wo935UpTBuNQqoQHFKErea4nWjWvtH4twLkkDaBSn/0/*,[5377eda6/48'/1'/0'/2']tpubDFF593ygd3NZauyQMViVsH5bZ5XstBAqWsYJ65gVqjphYmEANfZosKBwDH26w4437YcXaw9VU6j5NhJCJBDGSqtU2RGuu5Nzkvz4vyXohHw/0/*,[e9c5ab7b/48'/1'/0'/2']tpubDFHdrzdW2M4ngh16JWL84AFnhhrr3UHAhYXbT3ET7or4JknMKyVcNRGoc121YQnzUcieLbbvyErWZJCz4CChbMoQjUwUDauvALG1CbR8QZw/0/*))#3ukwndhs";

/** A PSBT of their wallet with the signature of one of them, by the seed alone. */
export function signAsOther(holder: 0 | 1 | 2, payload: string): string {
  const master = HDKey.fromMasterSeed(new Uint8Array(64).fill(seedBytes[holder]));
  const tx = Transaction.fromPSBT(base64.decode(payload), { version: 2, allowUnknownOutputs: true });
  for (let at = 0; at < tx.inputsLength; at += 1) {
    const own = tx.getInput(at).bip32Derivation?.find(([, { fingerprint }]) => fingerprint === master.fingerprint);
    const key = own?.[1].path.reduce((parent, step) => parent.deriveChild(step), master);
    tx.signIdx(key?.privateKey ?? new Uint8Array(), at);
  }
  return base64.encode(tx.toPSBT());
}
