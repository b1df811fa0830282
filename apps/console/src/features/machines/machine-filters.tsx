import { useQuery } from '@tanstack/react-query';
import { App, Input, Select, Tag } from 'antd';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { callQuery } from '../../lib/queries.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';

type Field = 'site' | 'model' | 'customer';

interface MachineFiltersProps {
  view: Partial<Record<Field, string | undefined>>;
  onChange: (change: Partial<Record<Field, string | undefined>>) => void;
}

/** Site, model and customer. An account never reaches the address: the customer's number stands there. */
export function MachineFilters({ view, onChange }: MachineFiltersProps) {
  const { message } = App.useApp();
  const choices = useQuery(callQuery('machineChoices', {}));
  const find = useChange({
    async change(account: string) {
      const found = await call('machineOwner', { account });
      if (found === null) void message.warning(texts.noAccount);
      else onChange({ customer: found.id });
    },
    refreshes: [],
    onRefused: (error) => void message.error(errorText(error)),
  });
  const options = (all: string, kind: 'sites' | 'models') => [
    { value: '', label: all },
    ...(choices.data?.[kind] ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <search className={styles.filters} aria-label={texts.filter}>
      <Select
        aria-label={texts.site}
        className={styles.select}
        showSearch={{ optionFilterProp: 'label' }}
        value={view.site ?? ''}
        options={options(texts.allSites, 'sites')}
        onChange={(site) => onChange({ site })}
      />
      <Select
        aria-label={texts.model}
        className={styles.select}
        showSearch={{ optionFilterProp: 'label' }}
        value={view.model ?? ''}
        options={options(texts.allModels, 'models')}
        onChange={(model) => onChange({ model })}
      />
      <Input.Search
        aria-label={texts.accountHint}
        className={styles.account}
        placeholder={texts.accountHint}
        maxLength={128}
        loading={find.isPending}
        onSearch={(account) => account.trim() !== '' && find.mutate(account.trim())}
      />
      {view.customer !== undefined && (
        <Tag closable onClose={() => onChange({ customer: undefined })}>
          {texts.customerNo(view.customer)}
        </Tag>
      )}
    </search>
  );
}
