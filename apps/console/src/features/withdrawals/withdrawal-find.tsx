import { App, Input, Tag } from 'antd';
import filters from '../../components/payment-filters.module.css';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { withdrawalTexts as texts } from '../../locales/zh/withdrawals.ts';

interface WithdrawalFindProps {
  find: string | undefined;
  customer: string | undefined;
  onFind: (change: { find?: string | undefined; customer?: string | undefined; view?: string | undefined }) => void;
}

/** A phone number or a mail address; the server says which customer it is. */
const isAccount = (typed: string) => /^(\+?\d[\d -]{5,20}|\S+@\S+)$/.test(typed);

/** Number, address, txid or account. An account never reaches the address: the customer's number stands there. */
export function WithdrawalFind({ find, customer, onFind }: WithdrawalFindProps) {
  const { message } = App.useApp();
  const owner = useChange({
    async change(account: string) {
      const found = await call('machineOwner', { account });
      if (found === null) void message.warning(texts.noAccount);
      else onFind({ customer: found.id, find: undefined, view: 'ALL' });
    },
    refreshes: [],
    onRefused: (error) => void message.error(errorText(error)),
  });
  const search = (typed: string) => {
    if (isAccount(typed)) owner.mutate(typed);
    else onFind({ find: typed, customer: undefined, ...(typed !== '' && { view: 'ALL' }) });
  };
  return (
    <>
      <Input.Search
        key={find}
        allowClear
        aria-label={texts.find}
        placeholder={texts.find}
        defaultValue={find}
        maxLength={128}
        className={filters.find}
        loading={owner.isPending}
        onSearch={(typed) => search(typed.trim())}
      />
      {customer !== undefined && (
        <Tag closable onClose={() => onFind({ customer: undefined })}>
          {texts.customerNo(customer)}
        </Tag>
      )}
    </>
  );
}
