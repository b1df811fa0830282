import { Amount } from '../../components/amount.tsx';
import { shownDebit } from '../../lib/shown-amount.ts';
import { sightTexts as texts } from '../../locales/zh/customer-sight.ts';
import styles from './sight.module.css';
import { SightList } from './sight-list.tsx';
import { Facts } from './sight-read.tsx';

export function SightOutputs({ id, reason }: { id: string; reason: string }) {
  return (
    <SightList name="viewOutputs" what={texts.outputs} input={{ id, reason }} nothing={texts.noOutputs}>
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
    </SightList>
  );
}
