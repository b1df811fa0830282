import type { Data } from '@lode/contract';
import { Alert, Button, Icon, Main, Skeleton, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { useBack } from '../../lib/navigation.ts';
import { commonWords } from '../../locales/zh/common.ts';
import { electricityWords as words } from '../../locales/zh/electricity.ts';
import styles from './pay-mode-page.module.css';

type PayMode = Data<'wallet'>['electricityPayMode'];
const modes: readonly PayMode[] = ['PREPAID_FIRST', 'OUTPUT_FIRST'];

export function PayModePage() {
  const wallet = useQuery(callQuery('wallet', {}));
  return (
    <Screen title={words.payModeTitle}>
      <Main>
        <p className={styles.intro}>{words.payModeIntro}</p>
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
      toast(words.saved, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['wallet'] });
      back();
    },
  });
  return (
    <>
      <div className={styles.modes} role="radiogroup" aria-label={words.payModeTitle}>
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
              <b>{commonWords.payModes[mode]}</b>
              <span className={styles.note}>{words.payModeNotes[mode]}</span>
            </span>
            <span className={styles.mark}>{mode === chosen && <Icon name="check" size="s" />}</span>
          </label>
        ))}
      </div>
      <Alert tone="warn" icon="warning">
        {words.payModeWarning}
      </Alert>
      <div className={styles.save}>
        <Button block disabled={chosen === current} busy={save.isPending} onClick={() => save.mutate()}>
          {words.save}
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
