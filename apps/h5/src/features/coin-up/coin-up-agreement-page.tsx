import { Main } from '@lode/ui';
import { Screen } from '../../components/screen.tsx';
import { coinUpWords as words } from '../../locales/zh/coin-up.ts';
import { agreementIntro, agreementSections, agreementVersion } from '../../locales/zh/coin-up-texts.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './components/text-sections.module.css';
import { TextSections } from './components/text-sections.tsx';

/** The agreement that stands at every subscription. */
export function CoinUpAgreementPage() {
  return (
    <Screen title={titles.coinup_xy}>
      <Main>
        <p className={styles.intro}>
          {words.version(agreementVersion)} · {agreementIntro}
        </p>
        <TextSections sections={agreementSections} />
      </Main>
    </Screen>
  );
}
