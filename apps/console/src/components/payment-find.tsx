import { Input, Tag } from 'antd';
import { isAccountText } from '../lib/account-text.ts';
import { useFindCustomer } from '../lib/find-customer.ts';
import { paymentFilterTexts as texts } from '../locales/zh/states.ts';
import filters from './payment-filters.module.css';

interface PaymentFindProps {
  /** What this list is searched by. */
  label: string;
  find: string | undefined;
  customer: string | undefined;
  onFind: (asked: { find: string | undefined; customer: string | undefined }) => void;
}

/** Address, txid or account, and what else the list knows. An account never reaches the address: the customer's number stands there. */
export function PaymentFind({ label, find, customer, onFind }: PaymentFindProps) {
  const owner = useFindCustomer((id) => onFind({ customer: id, find: undefined }));
  const search = (typed: string) => {
    if (isAccountText(typed)) owner.find(typed);
    else onFind({ find: typed, customer: undefined });
  };
  return (
    <>
      <Input.Search
        key={find}
        allowClear
        aria-label={label}
        placeholder={label}
        defaultValue={find}
        maxLength={128}
        className={filters.find}
        loading={owner.isFinding}
        onSearch={(typed) => search(typed.trim())}
      />
      {customer !== undefined && (
        <Tag closable onClose={() => onFind({ find, customer: undefined })}>
          {texts.customerNo(customer)}
        </Tag>
      )}
    </>
  );
}
