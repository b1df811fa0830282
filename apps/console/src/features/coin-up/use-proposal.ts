import type { ConsoleInput } from '@lode/contract/console';
import { App } from 'antd';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';

type Action = Extract<ConsoleInput<'propose'>['action'], `coin-up:${string}`>;

/** Proposes a change of COIN UP for the reason that is given. */
export function useProposal(action: Action, options: Record<string, string>, onDone: () => void) {
  const { message } = App.useApp();
  return useChange({
    change: async (reason: string) => {
      const { id } = await call('propose', { action, options, reason });
      void message.success(texts.proposed(id));
    },
    refreshes: ['coinUp', 'proposalList', 'workQueue'],
    onDone,
  });
}
