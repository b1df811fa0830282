import type { Data } from '@lode/contract';
import { formatShortest } from '@lode/money';
import { Amount, Field, Figure, KeyValues, Phrases, Sheet, Skeleton, shanghaiDate, TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysOfMean } from '../../../components/earnings/earnings-figures.ts';
import { QueryView } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { priceText } from '../../../lib/price-text.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { upToShown } from '../break-even-distance.ts';
import {
  basisOf,
  dayResult,
  daysUntilLoss,
  difficultyInT,
  type FieldName,
  readAssumptions,
  type Typed,
} from '../calculator.ts';
import type { MachineDetail } from '../machine.ts';
import styles from './calculator-sheet.module.css';

type Evidence = NonNullable<Data<'outputPage'>['records'][number]['evidence']>;

interface CalculatorProps {
  machine: MachineDetail;
  price: bigint | null;
  /** Micro-USDT; null while it is not known. */
  hostingMonthly: bigint | null;
  /** The product's time: dates count from here. */
  now: string | null;
}

/** What a day would bring at another price, difficulty or tariff, and when it would stop paying. */
export function CalculatorSheet({ open, onClose, ...rest }: CalculatorProps & { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} title={messages.calculator} onClose={onClose}>
      <Calculator {...rest} />
    </Sheet>
  );
}

function Calculator({ machine, ...rest }: CalculatorProps) {
  const days = useQuery(callQuery('outputPage', { machineId: machine.id, coin: machine.coin, size: daysOfMean }));
  return (
    <QueryView query={days} skeleton={<Skeleton height={420} />}>
      {({ records }) => {
        const [newest, ...older] = records.flatMap(({ evidence }) => evidence ?? []);
        return newest ? (
          <Form machine={machine} evidence={[newest, ...older]} {...rest} />
        ) : (
          <p className={styles.note}>{messages.calculatorNeedsDay}</p>
        );
      }}
    </QueryView>
  );
}

const fieldNames: readonly FieldName[] = ['price', 'difficulty', 'electricityPrice', 'growth'];
const usualGrowth = '0';

function Form({
  machine,
  evidence,
  price,
  hostingMonthly,
  now,
}: CalculatorProps & { evidence: readonly [Evidence, ...Evidence[]] }) {
  const current: Typed = {
    price: price === null ? '' : formatShortest(price, 6),
    difficulty: difficultyInT(evidence[0].epochs.at(-1)?.difficulty ?? '0'),
    electricityPrice: machine.electricityPrice,
    growth: usualGrowth,
  };
  const [typed, setTyped] = useState(current);
  const { assumptions, wrong } = readAssumptions(typed);
  const basis = basisOf(machine, evidence, hostingMonthly ?? 0n);
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        <Phrases of={[machine.model, machine.machineNo]} />
      </p>
      <output className={styles.result}>
        {assumptions === null ? (
          <Figure value={commonMessages.dash} />
        ) : (
          <>
            <Result {...dayResult(basis, assumptions)} coin={machine.coin} />
            <p className={styles.note}>
              {lossText(daysUntilLoss(basis, assumptions), now, messages.dayCosts(basis.hosting > 0n))}
            </p>
          </>
        )}
      </output>
      {fieldNames.map((name) => (
        <Field
          key={name}
          label={messages.assumptions[name]}
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          inputMode="decimal"
          maxLength={20}
          clearable={false}
          suffix={<span className={styles.unit}>{messages.assumptionUnits[name]}</span>}
          error={wrong.includes(name) && typed[name] !== '' ? messages.wrongAssumption[name] : null}
        />
      ))}
      <TextLink onClick={() => setTyped(current)}>{messages.restoreAssumptions}</TextLink>
      <p className={styles.note}>
        {messages.calculatorMeaning(evidence.length, hostingMonthly === null && machine.purchaseKind === 'THIRD')}
      </p>
    </div>
  );
}

function Result({
  output,
  value,
  fee,
  hosting,
  net,
  breakEven,
  coin,
}: ReturnType<typeof dayResult> & { coin: MachineDetail['coin'] }) {
  return (
    <KeyValues
      items={[
        { label: messages.dayOutput, value: <Amount value={output} coin={coin} hideable={false} /> },
        { label: messages.dayValue, value: <Amount value={value} coin="USDT" hideable={false} exact /> },
        { label: messages.dayFee, value: <Amount value={-fee} coin="USDT" hideable={false} exact /> },
        ...(hosting === 0n
          ? []
          : [
              {
                label: messages.dayHosting,
                value: <Amount value={-hosting} coin="USDT" hideable={false} exact />,
              },
            ]),
        {
          label: messages.dayNet,
          value: <Amount value={net} coin="USDT" size="lead" direction hideable={false} exact />,
        },
        ...(breakEven === null
          ? []
          : [
              {
                label: messages.breakEvenHere,
                value: <Figure size="sub" value={priceText(upToShown(breakEven))} unit="USDT" />,
              },
            ]),
      ]}
    />
  );
}

const dayMs = 86_400_000;

function lossText(days: number | null, now: string | null, costs: string): string {
  if (days === null) return messages.paysOn(costs);
  if (days === 0) return messages.losesNow(costs);
  const date = now && shanghaiDate(new Date(Date.parse(now) + days * dayMs));
  return messages.losesFrom(date ?? '', days, costs);
}
