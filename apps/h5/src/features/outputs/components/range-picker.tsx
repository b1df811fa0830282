import { ActionSheet, Button, Field, Sheet } from '@lode/ui';
import { useState } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { DateRange } from '../date-range.ts';
import styles from './outputs.module.css';

const items = (['7', '30', '90', 'all', 'custom'] as const).map((value) => ({ value, label: messages.ranges[value] }));

/** Selects a preset range or two dates. */
export function RangePicker({
  open,
  range,
  latest,
  onChange,
  onClose,
}: {
  open: boolean;
  range: DateRange;
  latest: string | null;
  onChange: (range: DateRange) => void;
  onClose: () => void;
}) {
  const [isTyping, setTyping] = useState(false);
  return (
    <>
      <ActionSheet
        open={open}
        title={messages.rangeTitle}
        items={items}
        value={range.kind}
        onSelect={(kind) => (kind === 'custom' ? setTyping(true) : onChange({ kind }))}
        onClose={onClose}
      />
      <Sheet open={isTyping} title={messages.ranges.custom} onClose={() => setTyping(false)}>
        <CustomRange
          range={range}
          latest={latest}
          onChange={(chosen) => {
            onChange(chosen);
            setTyping(false);
          }}
        />
      </Sheet>
    </>
  );
}

function CustomRange({
  range,
  latest,
  onChange,
}: {
  range: DateRange;
  latest: string | null;
  onChange: (range: DateRange) => void;
}) {
  const [from, setFrom] = useState(range.kind === 'custom' ? range.from : '');
  const [to, setTo] = useState(range.kind === 'custom' ? range.to : (latest ?? ''));
  const isBackwards = from !== '' && to !== '' && to < from;
  return (
    <div className={styles.range}>
      <Field label={messages.from} type="date" value={from} max={latest ?? undefined} onChange={setFrom} />
      <Field
        label={messages.to}
        type="date"
        value={to}
        max={latest ?? undefined}
        onChange={setTo}
        error={isBackwards ? messages.wrongRange : null}
      />
      <Button
        block
        disabled={from === '' || to === '' || isBackwards}
        onClick={() => onChange({ kind: 'custom', from, to })}
      >
        {messages.showRange}
      </Button>
    </div>
  );
}
