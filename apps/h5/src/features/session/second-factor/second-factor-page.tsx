import type { Data } from '@lode/contract';
import { Alert, Button, Card, Main, Sheet, toast, useReloadGuard } from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactText } from '../../../components/ask-about.tsx';
import { combineQueries } from '../../../components/combine-queries.ts';
import { QueryView } from '../../../components/query-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { AppStatus } from './app-status.tsx';
import { CodeCount } from './code-count.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx';
import { SetUp } from './set-up.tsx';

/** Sets, shows and removes what withdrawals ask for besides password and code. */
export function SecondFactorPage() {
  useReloadGuard();
  const queryClient = useQueryClient();
  const state = useQuery(callQuery('secondFactor', {}));
  const user = useQuery(callQuery('userInfo', {}));
  // Kept above the state, which changes as soon as the factor is set: the server shows them once.
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refresh = (codes: readonly string[]) => {
    if (codes.length > 0) setRecoveryCodes(codes);
    void queryClient.invalidateQueries({ queryKey: ['secondFactor'] });
  };
  return (
    <Screen title={messages.title}>
      <Main>
        {recoveryCodes !== null ? (
          <RecoveryCodes codes={recoveryCodes} onSaved={() => setRecoveryCodes(null)} />
        ) : (
          <QueryView query={combineQueries({ state, user })} skeleton={<SecondFactorSkeleton />}>
            {(known) => (
              <Overview
                state={known.state}
                customer={known.user}
                onSet={refresh}
                onRemoved={() => {
                  toast(messages.removed, { icon: 'success' });
                  void queryClient.invalidateQueries();
                }}
              />
            )}
          </QueryView>
        )}
      </Main>
    </Screen>
  );
}

interface OverviewProps {
  state: Data<'secondFactor'>;
  customer: Data<'userInfo'>;
  onSet: (recoveryCodes: readonly string[]) => void;
  onRemoved: () => void;
}

function Overview({ state, customer, onSet, onRemoved }: OverviewProps) {
  const isSet = state.methods.length > 0;
  return (
    <div className={styles.form}>
      <Alert icon="shield">{isSet ? messages.setText : messages.intro}</Alert>
      <Passkeys state={state} customer={customer} onAdded={onSet} />
      {isSet && state.setAt === null && <FurtherApp customer={customer} onSet={onSet} />}
      {!isSet && (
        <Card title={messages.app}>
          <SetUp customer={customer} onSet={onSet} />
        </Card>
      )}
      {isSet && <CodeCount codesLeft={state.recoveryCodesLeft} customer={customer} onRenewed={onSet} />}
      {/* What weakens the account comes last. */}
      {state.setAt !== null && <AppStatus setAt={state.setAt} customer={customer} onRemoved={onRemoved} />}
      {isSet && (
        <p className={styles.hint}>
          <ContactText>{messages.lostHint}</ContactText>
        </p>
      )}
    </div>
  );
}

/** An app beside the passkeys. */
function FurtherApp({ customer, onSet }: Pick<OverviewProps, 'customer' | 'onSet'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" block icon="phone" onClick={() => setOpen(true)}>
        {messages.setUpApp}
      </Button>
      <Sheet open={isOpen} title={messages.setUpApp} onClose={() => setOpen(false)}>
        <SetUp
          customer={customer}
          onSet={(codes) => {
            setOpen(false);
            onSet(codes);
          }}
        />
      </Sheet>
    </>
  );
}
