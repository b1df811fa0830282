import { Main } from '@lode/ui';
import { Screen } from '../../components/screen.tsx';
import { safetyIntro, safetySections } from '../../locales/zh/coin-up-texts.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './components/text-sections.module.css';
import { TextSections } from './components/text-sections.tsx';

/** How principal and the fund that pays interest are kept apart, and what the risks are. */
export function CoinUpSafePage() {
  return (
    <Screen title={titles.coinup_safe}>
      <Main>
        <p className={styles.intro}>{safetyIntro}</p>
        <TextSections sections={safetySections} />
      </Main>
    </Screen>
  );
}
