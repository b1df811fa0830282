import type { Data } from '@lode/contract';
import { Amount, Button, Card, Figure, MoreLink, Runway } from '@lode/ui';
import { ElectricityReminder } from '../../../components/electricity-reminder.tsx';
import { urgencyOf } from '../../../lib/electricity-urgency.ts';
import { href } from '../../../lib/routes.ts';
import { commonWords } from '../../../locales/zh/common.ts';
import { homeWords as words } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';
import styles from './electricity-card.module.css';

interface ElectricityCardProps {
  electricity: IndexInfo['electricity'];
  /** Undefined while loading or after a failure; the figures are shown without it. */
  reminder: Data<'electricityReminder'> | undefined;
}

/** Days of electricity left, with one of three urgencies. */
export function ElectricityCard({ electricity, reminder }: ElectricityCardProps) {
  const { available, owed, dailyFee, daysLeft } = electricity;
  const urgency = urgencyOf(electricity);
  return (
    <Card title={words.electricity} action={<MoreLink href={href('electric_record')}>{words.details}</MoreLink>}>
      <div className={styles.figures}>
        <div>
          <div className={styles.caption}>{words.daysLeftLabel}</div>
          {daysLeft === null ? (
            <Figure value={commonWords.dash} size="figure" label={words.noFeeYet} />
          ) : (
            <Figure value={String(daysLeft)} unit={words.days} size="figure" />
          )}
        </div>
        <dl className={styles.side}>
          <div>
            <dt>{words.balance}</dt>
            <dd>
              <Amount value={available} coin="USDT" size="inline" />
            </dd>
          </div>
          <div>
            <dt>{urgency === 'arrear' ? words.owedLabel : words.dailyMean}</dt>
            <dd>
              <Amount value={urgency === 'arrear' ? owed : dailyFee} coin="USDT" size="inline" />
            </dd>
          </div>
        </dl>
      </div>
      <Runway days={daysLeft} />
      <ElectricityReminder electricity={electricity} content={reminder?.content} />
      <div className={styles.recharge}>
        <Button variant="dark" size="s" block href={href('recharge')}>
          {words.recharge}
        </Button>
      </div>
    </Card>
  );
}
