import type { Data } from '@lode/contract';
import { Alert, Button, Icon, Main, Skeleton, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { useBack } from '../../lib/navigation.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { electricityMessages as messages } from '../../locales/zh/electricity.ts';
import styles from './pay-mode-page.module.css';

type PayMode = Data<'wallet'>['electricityPayMode'];
const modes: readonly PayMode[] = ['PREPAID_FIRST', 'OUTPUT_FIRST'];

export function PayModePage() {
  const wallet = useQuery(callQuery('wallet', {}));
  return (
    <Screen title={messages.payModeTitle}>
      <Main padded>
        <p className={styles.intro}>{messages.payModeIntro}</p>
        <QueryView query={wallet} skeleton={<PayModeSkeleton />}>
          {({ electricityPayMode }) => <PayModeForm current={electricityPayMode} />}
        </QueryView>
      </Main>
    </Screen>
  );
}

function PayModeForm({ current }: { current: PayMode }) {
  const [chosen, setChosen] = useState(current);
  const queryClient = useQueryClient();
  const back = useBack();
  const save = useMutation({
    mutationFn: () => call('setPayMode', { mode: chosen }),
    onSuccess: async () => {
      toast(messages.saved, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['wallet'] });
      back();
    },
  });
  return (
    <>
      <div className={styles.modes} role="radiogroup" aria-label={messages.payModeTitle}>
        {modes.map((mode) => (
          <label key={mode} className={styles.mode}>
            <input
              type="radio"
              name="pay-mode"
              className={styles.radio}
              checked={mode === chosen}
              onChange={() => setChosen(mode)}
            />
            <span>
              <b>{commonMessages.payModes[mode]}</b>
              <span className={styles.note}>{messages.payModeNotes[mode]}</span>
            </span>
            <span className={styles.mark}>{mode === chosen && <Icon name="check" size="s" />}</span>
          </label>
        ))}
      </div>
      <Alert tone="warn" icon="warning">
        {messages.payModeWarning}
      </Alert>
      <div className={styles.save}>
        <Button block disabled={chosen === current} busy={save.isPending} onClick={() => save.mutate()}>
          {messages.save}
        </Button>
      </div>
    </>
  );
}

function PayModeSkeleton() {
  return (
    <div className={styles.modes}>
      {modes.map((mode) => (
        <div key={mode} className={styles.mode}>
          <span className={styles.waiting}>
            <Skeleton width="40%" height={32} />
            <Skeleton width="90%" height={26} />
          </span>
        </div>
      ))}
    </div>
  );
}
