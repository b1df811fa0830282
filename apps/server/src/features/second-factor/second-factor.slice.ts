import type { Handlers } from '../../platform/http/context.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import { type Sealer, sealer } from '../../platform/secrets/sealed.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { type LostDeviceDeps, removeFactor } from './remove.ts';
import { removeLostFactorCommand } from './second-factor.commands.ts';
import { readState } from './second-factor.store.ts';
import { beginSetUp, confirmFactor } from './set-up.ts';

export type SecondFactorDeps = Omit<LostDeviceDeps, 'sealer' | 'machineTime'> & StaffPorts & ProposalPorts;

export function secondFactorSlice(given: SecondFactorDeps) {
  const own: { sealer: Sealer; machineTime: () => Date } = {
    sealer: sealer(given.pepper, 'second factor'),
    machineTime: () => new Date(),
  };
  const deps = { ...given, ...own };
  return {
    handlers: {
      async secondFactor({ session: { customerId } }) {
        const state = await readState(deps.database, customerId);
        if (state === null) return { methods: [], setAt: null, recoveryCodesLeft: 0 };
        const { setAt, codesLeft } = state;
        return { methods: ['TOTP', 'RECOVERY'], setAt: setAt.toISOString(), recoveryCodesLeft: codesLeft };
      },
      secondFactorBegin: (context, input) => beginSetUp(deps, context, input),
      secondFactorConfirm: (context, input) => confirmFactor(deps, context, input),
      secondFactorRemove: (context, input) => removeFactor(deps, context, input),
    } satisfies Handlers,
    /** For withdrawals and new addresses: null for a customer who has set none. */
    proveSecondFactor: ((guess) => proveSecondFactor(deps, guess)) satisfies MoneyCallPorts['proveSecondFactor'],
    opsCommands: { 'customer:second-factor-remove': removeLostFactorCommand(deps) },
  };
}
