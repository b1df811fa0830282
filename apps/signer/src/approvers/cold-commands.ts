import { descriptorFingerprint } from '@lode/signing';
import { alone, type SignerCommand, withSigner } from '../command.ts';
import { SetupError } from '../config.ts';

/** The limit of a day is set by `policy:set`, the wallet by two approvers. */
export const coldCommands: Readonly<Record<string, SignerCommand>> = {
  'cold:change': {
    summary: 'Asks for a cold wallet that may be paid without approvals, or none; two approvers sign it',
    options: { network: 'BITCOIN|ERC20', descriptor: 'DESCRIPTOR|none' },
    run: ({ config, print }, { network = '', descriptor = '' }) =>
      alone(config, () =>
        withSigner(config, async ({ keys }) => {
          if (network !== 'BITCOIN' && network !== 'ERC20') throw new SetupError('give BITCOIN or ERC20');
          const wanted = descriptor === 'none' ? null : descriptor;
          const result = await keys.askCold({ network, descriptor: wanted });
          if ('refused' in result) throw new SetupError(result.refused);
          if (wanted !== null) print(`fingerprint ${descriptorFingerprint(wanted)}`);
          print(
            `change ${result.change.id} of the cold wallet of ${network} waits for the signatures of two approvers, for seven days`,
          );
        }),
      ),
  },
};
