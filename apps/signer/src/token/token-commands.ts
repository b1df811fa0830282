import { alone, type SignerCommand } from '../command.ts';
import { SetupError } from '../config.ts';
import { resealKeyFile } from '../key-file.ts';
import { passphraseOf } from '../setup.ts';

/** The key file under passphrase and PKCS#11 token together, and back. */
export const tokenCommands: Readonly<Record<string, SignerCommand>> = {
  'token:seal': {
    summary: 'Seals the key file by the PKCS#11 token too: afterwards it opens with passphrase and token only',
    options: {},
    run: ({ config, print }) =>
      alone(config, async () => {
        if (config.token === null) throw new SetupError('set SIGNER_PKCS11_MODULE and the token’s other settings');
        await resealKeyFile(config.keysFile, await passphraseOf(config), config.token, true);
        print(`${config.keysFile} opens with passphrase and token only: destroy its older copies`);
      }),
  },

  'token:unseal': {
    summary: 'Seals the key file by its passphrase alone, to move it to another token',
    options: {},
    run: ({ config, print }) =>
      alone(config, async () => {
        await resealKeyFile(config.keysFile, await passphraseOf(config), config.token, false);
        print(`${config.keysFile} opens with its passphrase alone`);
      }),
  },
};
