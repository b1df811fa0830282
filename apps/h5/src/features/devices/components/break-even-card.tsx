import { parseAmount } from '@lode/money';
import { Button, Card, Figure, IconButton, Modal } from '@lode/ui';
import { useState } from 'react';
import { priceText } from '../../../lib/price-text.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { breakEvenDistance, breakEvenWithHosting, upToShown } from '../break-even-distance.ts';
import { hasEverRun, type MachineDetail } from '../machine.ts';
import { BreakEvenGauge } from './break-even-gauge.tsx';
import { CalculatorSheet } from './calculator-sheet.tsx';
import styles from './detail.module.css';

/** The price at which the last closed date covered its electricity, and its part of a hosting fee, beside the current price. */
export function BreakEvenCard({
  machine,
  price,
  priceName,
  hostingMonthly,
  now,
}: {
  machine: MachineDetail;
  price: bigint | null;
  /** Undefined while it is not known. */
  hostingMonthly: string | undefined;
  /** What the price is called: a replay has no price of now. */
  priceName: string;
  now: string | null;
}) {
  const ofElectricity = machine.breakEvenPrice === null ? null : parseAmount(machine.breakEvenPrice, 'USDT');
  const fee = parseAmount(machine.yesterdayFee, 'USDT');
  const monthly = parseAmount(hostingMonthly ?? '0', 'USDT');
  const isWithHosting = monthly > 0n && fee > 0n;
  const [isExplained, setExplained] = useState(false);
  const [isCalculating, setCalculating] = useState(false);
  return (
    <Card
      title={messages.breakEven}
      action={
        <span className={styles.help}>
          <IconButton icon="help" iconSize="s" label={messages.breakEvenHelp} onClick={() => setExplained(true)} />
        </span>
      }
    >
      {ofElectricity === null ? (
        <p className={styles.empty}>{hasEverRun(machine) ? messages.noBreakEven : messages.noBreakEvenYet}</p>
      ) : (
        <Known
          breakEven={isWithHosting ? breakEvenWithHosting(ofElectricity, fee, monthly) : ofElectricity}
          price={price}
          priceName={priceName}
        />
      )}
      {machine.purchaseKind === 'THIRD' && ofElectricity !== null && (
        <p className={styles.empty}>
          {isWithHosting ? messages.withHosting(priceText(upToShown(ofElectricity))) : messages.withoutHosting}
        </p>
      )}
      {machine.coin === 'BTC' && (
        <div className={styles.calculate}>
          <Button variant="line" size="s" block onClick={() => setCalculating(true)}>
            {messages.openCalculator}
          </Button>
          <CalculatorSheet
            open={isCalculating}
            machine={machine}
            price={price}
            hostingMonthly={hostingMonthly === undefined ? null : monthly}
            now={now}
            onClose={() => setCalculating(false)}
          />
        </div>
      )}
      <Modal
        open={isExplained}
        title={messages.breakEven}
        confirmText={messages.understood}
        onConfirm={() => setExplained(false)}
        onCancel={() => setExplained(false)}
        isMaskClosable
      >
        <p>{messages.breakEvenMeaning(isWithHosting)}</p>
      </Modal>
    </Card>
  );
}

function Known({ breakEven, price, priceName }: { breakEven: bigint; price: bigint | null; priceName: string }) {
  const shown = priceText(upToShown(breakEven));
  const distance = price === null ? null : breakEvenDistance(breakEven, price);
  return (
    <>
      <div className={styles.breakEven}>
        <Figure size="figure" value={shown} unit="USDT" />
        <span className={styles.cushion}>
          {distance === null
            ? messages.noPriceNow
            : distance.isAbove
              ? messages.cushion(distance.percent)
              : messages.below(priceName, distance.percent)}
        </span>
      </div>
      {price !== null && (
        <BreakEvenGauge
          breakEven={breakEven}
          price={price}
          label={messages.gaugeLabel(shown, `${priceName} ${priceText(price)}`)}
          breakEvenMark={messages.breakEvenMark}
          priceMark={`${priceName} ${priceText(price)}`}
        />
      )}
    </>
  );
}
