import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { lineName, daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';

/** What should have been posted, beside what was. */
export function TieOut({ day: { lines, counts } }: { day: ConsoleData<'day'> }) {
  return (
    <section className={styles.section} aria-label={texts.tieOut}>
      <h2 className={styles.h}>
        {texts.tieOut} <small>{texts.tieOutNote}</small>
      </h2>
      {lines.length === 0 ? (
        <p className={styles.quiet}>{texts.noLines}</p>
      ) : (
        <table className={styles.small} aria-label={texts.tieOut}>
          <thead>
            <tr>
              <th scope="col">{texts.step}</th>
              <th scope="col">{texts.coin}</th>
              <th scope="col" className={styles.right}>
                {texts.expected}
              </th>
              <th scope="col" className={styles.right}>
                {texts.posted}
              </th>
              <th scope="col" className={styles.right}>
                {texts.difference}
              </th>
              <th scope="col" className={styles.right}>
                {texts.result}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, coin, expected, posted, difference }) => {
              const isEqual = expected === posted;
              return (
                <tr key={`${name} ${coin}`}>
                  <td>{lineName(name)}</td>
                  <td>{coin}</td>
                  <td className={styles.right}>
                    <Amount value={expected} />
                  </td>
                  <td className={styles.right}>
                    <Amount value={posted} />
                  </td>
                  <td className={styles.right}>{isEqual ? '0' : <Amount value={difference} />}</td>
                  <td className={styles.right}>
                    <Status shape={isEqual ? 'ok' : 'bad'}>{isEqual ? texts.equal : texts.differs}</Status>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {counts && <p className={styles.legend}>{countsText(counts)}</p>}
    </section>
  );
}

function countsText({ outputs, charges, hosting, stopped, withoutReport }: NonNullable<ConsoleData<'day'>['counts']>) {
  const { count, lines, machines } = texts;
  return [
    `${count.outputs} ${lines(outputs)}`,
    `${count.charges} ${lines(charges)}`,
    `${count.hosting} ${lines(hosting)}`,
    `${count.stopped} ${machines(stopped)}`,
    `${count.withoutReport} ${machines(withoutReport)}`,
  ].join(' · ');
}
