import type { ConsoleData } from '@lode/contract/console';
import { ImportLink } from '../../components/import-link.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { Shape } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { missingOf, reasonText } from '../../locales/zh/day-reasons.ts';
import { daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';
import { TrialFigures } from './trial-figures.tsx';

/** Why the newest run stopped and what to do, and what the newest check found. */
export function DayFindings({ day: { date, state, refusal, check } }: { day: ConsoleData<'day'> }) {
  return (
    <>
      {refusal && (
        <section className={styles.section} aria-label={texts.refusal}>
          <h2 className={styles.h}>
            {texts.refusal} <small>{texts.refusalNote(momentText(refusal.at), refusal.count)}</small>
          </h2>
          <ul className={styles.reasons}>
            {refusal.reasons.map((reason) => (
              <li key={reason}>
                <Shape name="bad" />
                {reasonText(reason)}
                <Missing reason={reason} date={date} />
              </li>
            ))}
          </ul>
          {refusal.count > refusal.reasons.length && (
            <p className={styles.quiet}>{texts.refusalCut(refusal.reasons.length)}</p>
          )}
          <div className={styles.two}>
            <div>
              <h3>{texts.again1}</h3>
              <p>{texts.againText}</p>
            </div>
            <div>
              <h3>{texts.wrongInput}</h3>
              <p>
                {texts.wrongInputText}
                <ProposalLink action="charge:adjust" label={texts.adjust} />
              </p>
            </div>
          </div>
        </section>
      )}
      {state !== 'CLOSED' && state !== 'NONE' && (
        <section className={styles.section} aria-label={texts.checkTitle}>
          <h2 className={styles.h}>
            {texts.checkTitle} <small>{check && texts.checkNote(momentText(check.at))}</small>
          </h2>
          {check === null && <p className={styles.quiet}>{texts.notChecked}</p>}
          {check?.findings.length === 0 && <p>{texts.clear}</p>}
          <ul className={styles.reasons}>
            {check?.findings.map(({ stops, reason }) => (
              <li key={reason}>
                <Shape name={stops ? 'bad' : 'attention'} />
                {stops ? texts.stops : texts.leftOut} · {reasonText(reason)}
                <Missing reason={reason} date={date} />
              </li>
            ))}
          </ul>
          {check?.trial && (
            <>
              <h3 className={styles.trial}>
                {texts.trial} <small className={styles.quiet}>{texts.trialNote}</small>
              </h3>
              <TrialFigures trial={check.trial} />
            </>
          )}
        </section>
      )}
    </>
  );
}

/** Where the close waits for a file. */
function Missing({ reason, date }: { reason: string; date: string }) {
  const missing = missingOf(reason);
  return missing && <ImportLink kind={missing.kind} coin={missing.coin} from={date} />;
}
