import { Button, Input, Select, Tag } from 'antd';
import { DateFilter } from '../../components/date-filter.tsx';
import { useFindCustomer } from '../../lib/find-customer.ts';
import { accountNames, booksTexts as texts, transferKindNames } from '../../locales/zh/books.ts';
import styles from './books.module.css';
import { coins, type FilterView, filterFields } from './ledger-view.ts';

interface TransferFiltersProps {
  view: FilterView;
  onChange: (change: FilterView) => void;
}

const accounts = Object.entries(accountNames).map(([value, name]) => ({ value, label: `${name} ${value}` }));
const kinds = Object.entries(transferKindNames).map(([value, label]) => ({ value, label }));

const widths = { account: styles.select, coin: styles.coins, kind: styles.kind };

/** An account of a customer never reaches the address: the customer's number stands there. */
export function TransferFilters({ view, onChange }: TransferFiltersProps) {
  const customer = useFindCustomer((id) => onChange({ customer: id }));
  const select = (
    field: keyof typeof widths,
    label: string,
    any: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={any}
      value={view[field]}
      options={options}
      className={widths[field]}
      onChange={(value?: string) => onChange({ [field]: value })}
    />
  );
  const date = (field: 'from' | 'to') => (
    <DateFilter label={texts[field]} value={view[field]} onChange={(day) => onChange({ [field]: day })} />
  );
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      {select('account', texts.account, texts.anyAccount, accounts)}
      {select(
        'coin',
        texts.coin,
        texts.anyCoin,
        coins.map((value) => ({ value, label: value })),
      )}
      {select('kind', texts.kind, texts.anyKind, kinds)}
      {view.customer === undefined ? (
        <Input.Search
          aria-label={texts.customer}
          placeholder={texts.customer}
          maxLength={128}
          className={styles.account}
          loading={customer.isFinding}
          onSearch={(account) => account.trim() !== '' && customer.find(account.trim())}
        />
      ) : (
        <Tag closable onClose={() => onChange({ customer: undefined })}>
          {texts.customerNo(view.customer)}
        </Tag>
      )}
      <span className={styles.dates}>
        {date('from')}
        {date('to')}
      </span>
      <Input.Search
        key={`amount ${view.amount}`}
        aria-label={texts.amountHint}
        placeholder={texts.amountHint}
        defaultValue={view.amount}
        maxLength={28}
        className={styles.amount}
        onSearch={(amount) => onChange({ amount: amount.replaceAll(',', '').trim() })}
      />
      {filterFields.some((field) => view[field] !== undefined) && (
        <Button
          type="link"
          size="small"
          onClick={() => onChange(Object.fromEntries(filterFields.map((field) => [field, undefined])))}
        >
          {texts.clear}
        </Button>
      )}
    </search>
  );
}
