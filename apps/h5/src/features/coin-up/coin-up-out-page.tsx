import { Main } from '@lode/ui';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { titles } from '../../locales/zh/titles.ts';
import { FormSkeleton } from './components/form-skeleton.tsx';
import { OutForm } from './components/out-form.tsx';
import { useCoinUp } from './use-coin-up.ts';

/** 转出: redeems principal or paid interest; also open while COIN UP is closed. */
export function CoinUpOutPage() {
  const coinUp = useCoinUp();
  if (coinUp.data) return <OutForm coinUp={coinUp.data} query={coinUp} />;
  return (
    <Screen title={titles.coinup_out} fixed>
      <Main>
        <QueryView query={coinUp} skeleton={<FormSkeleton />}>
          {() => null}
        </QueryView>
      </Main>
    </Screen>
  );
}
