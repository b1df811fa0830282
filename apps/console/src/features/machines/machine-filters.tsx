import { useQuery } from '@tanstack/react-query';
import { Input, Select, Tag } from 'antd';
import { useFindCustomer } from '../../lib/find-customer.ts';
import { callQuery } from '../../lib/queries.ts';
import { machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';

type Field = 'site' | 'model' | 'customer';

interface MachineFiltersProps {
  view: Partial<Record<Field, string | undefined>>;
  onChange: (change: Partial<Record<Field, string | undefined>>) => void;
}

/** Site, model and customer. An account never reaches the address: the customer's number stands there. */
export function MachineFilters({ view, onChange }: MachineFiltersProps) {
  const choices = useQuery(callQuery('machineChoices', {}));
  const customer = useFindCustomer((id) => onChange({ customer: id }));
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
        loading={customer.isFinding}
        onSearch={(account) => account.trim() !== '' && customer.find(account.trim())}
      />
      {view.customer !== undefined && (
        <Tag closable onClose={() => onChange({ customer: undefined })}>
          {texts.customerNo(view.customer)}
        </Tag>
      )}
    </search>
  );
}
