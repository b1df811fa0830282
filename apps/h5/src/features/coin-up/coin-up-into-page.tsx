import { Empty, Main, TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { coinUpMessages as messages } from '../../locales/zh/coin-up.ts';
import { titles } from '../../locales/zh/titles.ts';
import { FormSkeleton } from './components/form-skeleton.tsx';
import { IntoForm } from './components/into-form.tsx';
import { RulesSheet } from './components/rules-sheet.tsx';
import { useCoinUp } from './use-coin-up.ts';

/** 转入: moves money from the wallet into savings. */
export function CoinUpIntoPage() {
  const coinUp = useCoinUp();
  const reminder = useQuery(callQuery('electricityReminder', {}));
  const [areRulesOpen, setRulesOpen] = useState(false);
  // The form stays mounted when a refetch reports COIN UP closed, because a password may be half typed; the server refuses.
  const [isFormOpen, setFormOpen] = useState(false);
  if (coinUp.data?.rates.isEnableFunction && !isFormOpen) setFormOpen(true);
  const rules = <TextLink onClick={() => setRulesOpen(true)}>{messages.rulesLink}</TextLink>;
  const sheet = <RulesSheet open={areRulesOpen} onClose={() => setRulesOpen(false)} />;
  if (coinUp.data && isFormOpen) {
    return (
      <>
        <IntoForm
          coinUp={coinUp.data}
          query={coinUp}
          electricity={reminder.data}
          action={rules}
          onRefused={async () => {
            await coinUp.refetch();
            setFormOpen(false);
          }}
        />
        {sheet}
      </>
    );
  }
  return (
    <Screen title={titles.coinup_into} action={rules} fixed>
      <Main>
        <QueryView query={coinUp} skeleton={<FormSkeleton />}>
          {() => (
            <Empty
              title={messages.closed}
              hint={messages.closedNote}
              action={{ label: messages.toCoinUp, href: href('coinup') }}
            />
          )}
        </QueryView>
      </Main>
      {sheet}
    </Screen>
  );
}
