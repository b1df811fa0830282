import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import { moneyText } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { reviewTexts as texts } from '../../locales/zh/withdrawals.ts';
import styles from './withdrawals.module.css';

type Review = ConsoleData<'withdrawalReview'>;
type Part = NonNullable<Review['origin']>['parts'][number];

const million = 1_000_000;
/** `0.4`, `12`: a tenth below one per cent. */
const percent = (ppm: number): string =>
  ppm < 10_000 ? String(Math.round(ppm / 1000) / 10) : String(Math.round(ppm / 10_000));

function nameOf({ kind, count, from, to }: Part): string {
  const name = texts.originParts[kind];
  if (kind === 'OUTPUT') return `${name} ${texts.days(count)}`;
  return count === 1 || from === to ? `${name} ${momentText(to)}` : `${name} ${texts.credits(count)}`;
}

/** From which credits the amount came, the largest first. */
export function OriginSection({ review: { origin, withdrawal } }: { review: Review }) {
  const { coin, amount } = withdrawal;
  if (origin === null) {
    return (
      <section className={styles.section} aria-labelledby="origin">
        <h2 id="origin">{texts.origin}</h2>
        <p className={styles.quiet}>{texts.originNone}</p>
      </section>
    );
  }
  const traced = origin.parts.reduce((sum, { sharePpm }) => sum + sharePpm, 0);
  const older = origin.older === null ? 0 : million - traced;
  const shares = [...origin.parts.map(({ sharePpm }) => sharePpm), ...(older > 0 ? [older] : [])];
  return (
    <section className={styles.section} aria-labelledby="origin">
      <h2 id="origin">
        {texts.origin} <small>{texts.originNote(texts.accounts[coin], moneyText(amount, coin))}</small>
      </h2>
      <svg className={styles.bar} viewBox={`0 0 ${million} 8`} preserveAspectRatio="none" aria-hidden="true">
        {shares.map((share, n) => {
          const before = shares.slice(0, n).reduce((sum, one) => sum + one, 0);
          const part = origin.parts[n];
          return (
            <rect key={`${before} ${share}`} x={before} width={share} height="8" data-kind={part?.kind ?? 'OLDER'} />
          );
        })}
      </svg>
      <ul className={styles.parts}>
        {origin.parts.map((part) => (
          <li key={`${part.kind} ${part.to} ${part.amount}`}>
            <svg className={styles.swatch} viewBox="0 0 8 8" aria-hidden="true">
              <rect width="8" height="8" data-kind={part.kind} />
            </svg>
            {nameOf(part)} <Amount value={part.amount} coin={coin} /> {texts.originShare(percent(part.sharePpm))}
          </li>
        ))}
        {origin.older !== null && (
          <li>
            <svg className={styles.swatch} viewBox="0 0 8 8" aria-hidden="true">
              <rect width="8" height="8" data-kind="OLDER" />
            </svg>
            {texts.originOlder} <Amount value={origin.older} /> {texts.originShare(percent(older))}
          </li>
        )}
      </ul>
    </section>
  );
}
