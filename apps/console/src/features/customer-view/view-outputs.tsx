import { Amount } from '../../components/amount.tsx';
import { shownDebit } from '../../lib/shown-amount.ts';
import { viewTexts as texts } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';
import { Facts } from './view-read.tsx';

export function ViewOutputs({ id, reason }: { id: string; reason: string }) {
  return (
    <ViewList name="viewOutputs" what={texts.outputs} input={{ id, reason }} nothing={texts.noOutputs}>
      {({ coin, date, machineNo, hashrate, hashrateUnit, runningSeconds, gross, poolFee, net, fee, evidence }) => (
        <>
          <div className={styles.line}>
            <b>{date}</b>
            <Amount value={net} coin={coin} />
          </div>
          <p className={styles.quiet}>
            {texts.machineOf(machineNo)} · {hashrate} {hashrateUnit} · {texts.ran(runningSeconds)}
            {evidence === null && ` · ${texts.fromPool}`}
          </p>
          <Facts
            facts={[
              { label: texts.gross, value: <Amount value={gross} coin={coin} /> },
              { label: texts.poolFee, value: <Amount value={poolFee} coin={coin} /> },
              { label: texts.dayFee, value: <Amount value={shownDebit(fee.amount, fee.coin)} coin={fee.coin} /> },
            ]}
          />
        </>
      )}
    </ViewList>
  );
}
