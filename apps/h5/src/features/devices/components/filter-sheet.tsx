import { Button, FilterChips, Sheet } from '@lode/ui';
import { useState } from 'react';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './devices.module.css';

/** Filters beside the status; an empty text means no filter. */
export interface MachineFilter {
  coin: '' | 'BTC' | 'ETH' | 'DOGE';
  purchaseKind: '' | 'SUBSCRIBE' | 'THIRD';
}

export const noFilter: MachineFilter = { coin: '', purchaseKind: '' };

const coinOptions = [
  { value: '', label: messages.all },
  { value: 'BTC', label: 'BTC' },
  { value: 'ETH', label: 'ETH' },
  { value: 'DOGE', label: 'DOGE' },
] as const;

const kindOptions = [
  { value: '', label: messages.all },
  { value: 'SUBSCRIBE', label: messages.purchaseKinds.SUBSCRIBE },
  { value: 'THIRD', label: messages.purchaseKinds.THIRD },
] as const;

/** Filters by coin and purchase kind; applied by 查看结果. */
export function FilterSheet({
  open,
  filter,
  onApply,
  onClose,
}: {
  open: boolean;
  filter: MachineFilter;
  onApply: (filter: MachineFilter) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(filter);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(filter);
  }
  const apply = (chosen: MachineFilter) => {
    onApply(chosen);
    onClose();
  };
  return (
    <Sheet open={open} title={messages.filterTitle} onClose={onClose}>
      <div className={styles.choices}>
        <h3>{messages.coin}</h3>
        <FilterChips
          label={messages.coin}
          options={coinOptions}
          value={draft.coin}
          onChange={(coin) => setDraft({ ...draft, coin })}
        />
      </div>
      <div className={styles.choices}>
        <h3>{messages.purchaseKind}</h3>
        <FilterChips
          label={messages.purchaseKind}
          options={kindOptions}
          value={draft.purchaseKind}
          onChange={(purchaseKind) => setDraft({ ...draft, purchaseKind })}
        />
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => apply(noFilter)}>
          {messages.reset}
        </Button>
        <Button onClick={() => apply(draft)}>{messages.apply}</Button>
      </div>
    </Sheet>
  );
}
