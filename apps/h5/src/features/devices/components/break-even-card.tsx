import { parseAmount } from '@lode/money';
import { Card, Figure, IconButton, Modal } from '@lode/ui';
import { useState } from 'react';
import { priceText } from '../../../lib/price-text.ts';
import { deviceWords as words } from '../../../locales/zh/devices.ts';
import { cushion } from '../cushion.ts';
import { BreakEvenGauge } from './break-even-gauge.tsx';
import styles from './detail.module.css';

/** The price at which the last closed date covered its electricity, beside the current price. */
export function BreakEvenCard({ breakEvenPrice, price }: { breakEvenPrice: string | null; price: bigint | null }) {
  const [isExplained, setExplained] = useState(false);
  return (
    <Card
      title={words.breakEven}
      action={
        <span className={styles.help}>
          <IconButton icon="help" iconSize="s" label={words.breakEvenHelp} onClick={() => setExplained(true)} />
        </span>
      }
    >
      {breakEvenPrice === null ? (
        <p className={styles.empty}>{words.noBreakEven}</p>
      ) : (
        <Known breakEven={parseAmount(breakEvenPrice, 'USDT')} price={price} />
      )}
      <Modal
        open={isExplained}
        title={words.breakEven}
        confirmText={words.understood}
        onConfirm={() => setExplained(false)}
        onCancel={() => setExplained(false)}
        isMaskClosable
      >
        <p>{words.breakEvenMeaning}</p>
      </Modal>
    </Card>
  );
}

function Known({ breakEven, price }: { breakEven: bigint; price: bigint | null }) {
  const distance = price === null ? null : cushion(breakEven, price);
  return (
    <>
      <div className={styles.breakEven}>
        <Figure size="figure" value={priceText(breakEven)} unit="USDT" />
        <span className={styles.cushion}>
          {distance === null
            ? words.noPriceNow
            : distance.isAbove
              ? words.cushion(distance.percent)
              : words.below(distance.percent)}
        </span>
      </div>
      {price !== null && (
        <BreakEvenGauge
          breakEven={breakEven}
          price={price}
          label={words.gaugeLabel(priceText(breakEven), priceText(price))}
          breakEvenMark={words.breakEvenMark}
          priceMark={`${words.priceNow} ${priceText(price)}`}
        />
      )}
    </>
  );
}
