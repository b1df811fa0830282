import type { Handlers } from '../../platform/http/context.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import { type Sealer, sealer } from '../../platform/secrets/sealed.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { beginEnrolment, confirmEnrolment } from './passkeys/enrol.ts';
import { readPasskeys } from './passkeys/passkey.store.ts';
import { challengePasskey, provePasskey } from './passkeys/prove-passkey.ts';
import { methodsOf, proveSecondFactor, sealPurpose } from './prove-second-factor.ts';
import { type LostDeviceDeps, removeFactor, removePasskey } from './remove.ts';
import { renewRecoveryCodes } from './renew-codes.ts';
import { removeLostFactorCommand } from './second-factor.commands.ts';
import { customersWithFactor, readState } from './second-factor.store.ts';
import { beginSetUp, confirmFactor } from './set-up.ts';

export { resealApps } from './reseal.ts';

export type SecondFactorDeps = Omit<LostDeviceDeps, 'sealer' | 'machineTime'> & StaffPorts & ProposalPorts;

export function secondFactorSlice(given: SecondFactorDeps) {
  const own: { sealer: Sealer; machineTime: () => Date } = {
    sealer: sealer(given.pepper, sealPurpose),
    machineTime: () => new Date(),
  };
  const deps = { ...given, ...own };
  return {
    handlers: {
      async secondFactor({ session: { customerId } }) {
        const passkeyHost = deps.site?.rpId ?? null;
        const state = await readState(deps.database, customerId);
        if (state === null) return { methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost };
        const passkeys = await readPasskeys(deps.database, customerId);
        return {
          methods: methodsOf({ hasPasskey: passkeys.length > 0, confirmedAt: state.setAt }),
          setAt: state.setAt?.toISOString() ?? null,
          recoveryCodesLeft: state.codesLeft,
          passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
            id: String(id),
            name,
            addedAt: addedAt.toISOString(),
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          })),
          passkeyHost,
        };
      },
      secondFactorBegin: (context, input) => beginSetUp(deps, context, input),
      secondFactorConfirm: (context, input) => confirmFactor(deps, context, input),
      secondFactorRemove: (context, input) => removeFactor(deps, context, input),
      recoveryCodesRenew: (context, input) => renewRecoveryCodes(deps, context, input),
      passkeyBegin: (context, input) => beginEnrolment(deps, context, input),
      passkeyConfirm: (context, input) => confirmEnrolment(deps, context, input),
      passkeyChallenge: (context, input) => challengePasskey(deps, context, input),
      passkeyProve: (context, input) => provePasskey(deps, context, input),
      passkeyRemove: (context, input) => removePasskey(deps, context, input),
    } satisfies Handlers,
    /** For withdrawals and new addresses: null for a customer who has set none. */
    proveSecondFactor: ((guess) => proveSecondFactor(deps, guess)) satisfies MoneyCallPorts['proveSecondFactor'],
    customersWithFactor,
    opsCommands: { 'customer:second-factor-remove': removeLostFactorCommand(deps) },
  };
}
