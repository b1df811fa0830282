import type { Data } from '@lode/contract';
import { Amount, Button, Card, Figure, MoreLink, Runway } from '@lode/ui';
import { ElectricityReminder } from '../../../components/electricity-reminder.tsx';
import { urgencyOf } from '../../../lib/electricity-urgency.ts';
import { href } from '../../../lib/routes.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';
import styles from './electricity-card.module.css';

interface ElectricityCardProps {
  electricity: IndexInfo['electricity'];
  /** Undefined while loading or after a failure; the figures are shown without it. */
  reminder: Data<'electricityReminder'> | undefined;
}

/** Days of electricity left, with one of three urgencies; the page's own 充值 is enough while there are plenty. */
export function ElectricityCard({ electricity, reminder }: ElectricityCardProps) {
  const { available, owed, dailyFee, daysLeft } = electricity;
  const urgency = urgencyOf(electricity);
  return (
    <Card title={messages.electricity} action={<MoreLink href={href('electric_record')}>{messages.details}</MoreLink>}>
      <div className={styles.figures}>
        <div>
          <div className={styles.caption}>{messages.daysLeftLabel}</div>
          {daysLeft === null ? (
            <Figure value={commonMessages.dash} size="figure" label={messages.noFeeYet} />
          ) : (
            <Figure value={String(daysLeft)} unit={messages.days} size="figure" />
          )}
        </div>
        <dl className={styles.side}>
          <div>
            <dt>{messages.balance}</dt>
            <dd>
              <Amount value={available} coin="USDT" size="inline" />
            </dd>
          </div>
          <div>
            <dt>{messages.dailyMean}</dt>
            <dd>
              <Amount value={dailyFee} coin="USDT" size="inline" debit />
            </dd>
          </div>
        </dl>
      </div>
      <Runway days={daysLeft} />
      <ElectricityReminder electricity={electricity} content={reminder?.content} />
      {urgency !== 'calm' && (
        <div className={styles.recharge}>
          <Button
            variant={urgency === 'arrear' ? 'primary' : 'dark'}
            size="s"
            block
            href={href('recharge', { coin: 'USDT' })}
          >
            {urgency === 'arrear' ? (
              <>
                {messages.payOwed} <Amount value={owed} coin="USDT" size="inline" debit />
              </>
            ) : (
              commonMessages.recharge
            )}
          </Button>
        </div>
      )}
    </Card>
  );
}
