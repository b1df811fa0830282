import type { ConsoleData } from '@lode/contract/console';
import { Fragment } from 'react';
import { Amount } from '../../components/amount.tsx';
import { daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';

type Trial = NonNullable<NonNullable<ConsoleData<'day'>['check']>['trial']>;

/** What a close would post, as the newest check tried it and took it back. */
export function TrialFigures({ trial }: { trial: Trial }) {
  const { outputs, charges, hostingCharges, stopped, lines } = trial;
  return (
    <>
      <p className={styles.quiet}>{texts.trialCounts({ outputs, charges, hostingCharges, stopped })}</p>
      <dl className={styles.facts}>
        {lines.map(({ name, coin, amount }) => (
          <Fragment key={`${name} ${coin}`}>
            <dt>{texts.trialNames[name]}</dt>
            <dd>
              <Amount value={amount} coin={coin} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}
