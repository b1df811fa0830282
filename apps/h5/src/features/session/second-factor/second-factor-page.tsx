import { Main, toast, useReloadGuard } from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { combineQueries } from '../../../components/combine-queries.ts';
import { QueryView } from '../../../components/query-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx';
import { SetUp } from './set-up.tsx';
import { Status } from './status.tsx';

/** Sets, shows and removes what withdrawals ask for besides password and code. */
export function SecondFactorPage() {
  useReloadGuard();
  const queryClient = useQueryClient();
  const state = useQuery(callQuery('secondFactor', {}));
  const user = useQuery(callQuery('userInfo', {}));
  // Kept above the state, which changes as soon as the factor is set: the server shows them once.
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['secondFactor'] });
  return (
    <Screen title={messages.title}>
      <Main>
        {recoveryCodes !== null ? (
          <RecoveryCodes codes={recoveryCodes} onSaved={() => setRecoveryCodes(null)} />
        ) : (
          <QueryView query={combineQueries({ state, user })} skeleton={<SecondFactorSkeleton />}>
            {(known) =>
              known.state.setAt === null ? (
                <SetUp
                  customer={known.user}
                  onSet={(codes) => {
                    setRecoveryCodes(codes);
                    refresh();
                  }}
                />
              ) : (
                <Status
                  setAt={known.state.setAt}
                  codesLeft={known.state.recoveryCodesLeft}
                  customer={known.user}
                  onRemoved={() => {
                    toast(messages.removed, { icon: 'success' });
                    void queryClient.invalidateQueries();
                  }}
                />
              )
            }
          </QueryView>
        )}
      </Main>
    </Screen>
  );
}
