import { seedFingerprint } from '@lode/signing';
import { alone, type SignerCommand, withSigner } from '../command.ts';
import { SetupError } from '../config.ts';
import { addGeneration } from '../key-file.ts';
import { openSigner, passphraseOf, sealCostOf } from '../setup.ts';
import { publicKeysOf, seedsOf } from './generations.ts';

/** New keys in place of all: two approvers make them current, and the server moves the coins. */
export const rotationCommands: Readonly<Record<string, SignerCommand>> = {
  'seed:rotate': {
    summary: 'Adds the next generation of the seed to the key file and asks two approvers to make it the current one',
    options: {},
    run: ({ config, print }) =>
      alone(config, async () => {
        const { secrets } = await openSigner(config);
        const current = await withSigner(config, async ({ keys }) => keys.generations().length);
        // A run that died after the key file goes on with the seed that it made.
        const made = seedsOf(secrets)[current + 1];
        const { keysFile, token } = config;
        const seed = made ?? (await addGeneration(keysFile, await passphraseOf(config), token, sealCostOf(config)));
        const publicKeys = publicKeysOf(seed);
        const { id, generation } = await withSigner(config, ({ keys }) => keys.askRotation(publicKeys));
        print(
          `generation ${generation} of the seed is in ${config.keysFile}: split and rehearse it before anybody signs`,
        );
        print(`fingerprint ${seedFingerprint(publicKeys)}`);
        print(`change ${id} waits for the signatures of two approvers, for seven days`);
      }),
  },

  'seed:generations': {
    summary: 'Prints the generations of the seed, each with its fingerprint, and which is the current one',
    options: {},
    run: ({ config, print }) =>
      alone(config, async () => {
        const { secrets } = await openSigner(config);
        const current = await withSigner(config, async ({ keys }) => keys.generations().length);
        if (seedsOf(secrets).length <= current) throw new SetupError('the key file lacks the current generation');
        for (const [generation, seed] of seedsOf(secrets).entries()) {
          const state =
            generation === current ? 'current' : generation < current ? 'earlier' : 'waits for two approvers';
          print(`generation ${generation} ${state} ${seedFingerprint(publicKeysOf(seed))}`);
        }
      }),
  },
};
