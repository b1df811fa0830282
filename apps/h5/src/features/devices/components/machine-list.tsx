import { ActionSheet, PickChip, TextLink, toast } from '@lode/ui';
import { useState } from 'react';
import type { Price } from '../../../lib/valuation.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { batchLimit } from '../batch.ts';
import type { Machine } from '../machine.ts';
import { switchActionOf } from '../machine-switch.ts';
import { type MachineSort, machineSorts } from '../use-machine-choice.ts';
import { BatchBar } from './batch-bar.tsx';
import styles from './machine-list.module.css';
import { MachineRow } from './machine-row.tsx';

/** The machines under their order, as links or, for a batch, as ticks. */
export function MachineList({
  machines,
  busy,
  prices,
  sort,
  onSort,
}: {
  machines: readonly Machine[];
  /** Whether these still answer the choice before. */
  busy: boolean;
  prices: readonly Price[] | null;
  sort: MachineSort;
  onSort: (sort: MachineSort) => void;
}) {
  const [isSorting, setSorting] = useState(false);
  /** Null outside a batch. */
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string> | null>(null);
  const chosen = machines.filter(({ id }) => chosenIds?.has(id));

  function toggle(machine: Machine): void {
    const next = new Set(chosen.map(({ id }) => id));
    if (switchActionOf(machine) === null) toast(messages.notSwitched, { icon: 'info' });
    else if (next.delete(machine.id)) setChosenIds(next);
    else if (next.size === batchLimit) toast(messages.batchFull(batchLimit), { icon: 'info' });
    else setChosenIds(next.add(machine.id));
  }

  function selectAll(): void {
    const able = machines.filter((machine) => switchActionOf(machine) !== null).slice(0, batchLimit);
    const isWhole = able.length > 0 && able.every(({ id }) => chosenIds?.has(id));
    setChosenIds(new Set(isWhole ? [] : able.map(({ id }) => id)));
  }

  return (
    <>
      <div className={styles.head}>
        <PickChip onClick={() => setSorting(true)}>{messages.sorts[sort]}</PickChip>
        <TextLink onClick={() => setChosenIds(chosenIds === null ? new Set() : null)}>
          {chosenIds === null ? messages.batchActions : messages.endBatch}
        </TextLink>
      </div>
      <section className={styles.list} aria-label={messages.list} aria-busy={busy || undefined}>
        <p className={styles.meaning}>
          <span>{messages.rowLeft}</span>
          <span>{messages.rowRight}</span>
        </p>
        {machines.map((machine) => (
          <MachineRow
            key={machine.id}
            machine={machine}
            prices={prices}
            checked={chosenIds?.has(machine.id) ?? false}
            {...(chosenIds !== null && { onToggle: toggle })}
          />
        ))}
      </section>
      {chosenIds !== null && <BatchBar chosen={chosen} onSelectAll={selectAll} onDone={() => setChosenIds(null)} />}
      <ActionSheet
        open={isSorting}
        title={messages.sortTitle}
        items={machineSorts.map((value) => ({ value, label: messages.sorts[value] }))}
        value={sort}
        onSelect={onSort}
        onClose={() => setSorting(false)}
      />
    </>
  );
}
