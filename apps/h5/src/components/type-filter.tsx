import { ActionSheet, PickChip } from '@lode/ui';
import { useState } from 'react';
import { recordMessages as messages } from '../locales/zh/records.ts';

const all = 'ALL';

/** A list's choice of type in an action sheet; null is every type. */
export function TypeFilter<Type extends string>({
  filters,
  value,
  onChange,
}: {
  filters: Readonly<Record<Type, string>>;
  value: Type | null;
  onChange: (value: Type | null) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const items: { value: Type | typeof all; label: string }[] = [
    { value: all, label: messages.allTypes },
    ...(Object.keys(filters) as Type[]).map((type) => ({ value: type, label: filters[type] })),
  ];
  return (
    <>
      <PickChip active={value !== null} onClick={() => setOpen(true)}>
        {value === null ? messages.allTypes : filters[value]}
      </PickChip>
      <ActionSheet<Type | typeof all>
        open={isOpen}
        title={messages.filterTitle}
        items={items}
        value={value ?? all}
        onSelect={(chosen) => onChange(chosen === all ? null : chosen)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
