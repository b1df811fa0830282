import { Button } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { call } from '../../lib/call.ts';
import { type May, useMay } from '../../lib/session.ts';
import { type CustomerPageData, customerChangeTexts as texts } from '../../locales/zh/customers.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

type Action = 'endSessions' | 'disable' | 'enable' | 'change' | 'contact' | 'leave';

const asks = {
  endSessions: 'endCustomerSessions',
  change: 'changeCustomer',
  contact: 'sendContactCodes',
  disable: 'disableCustomer',
  enable: 'enableCustomer',
  leave: 'customer:leave',
} as const satisfies Record<Action, Parameters<May>[0]>;

function actionsFor({ status }: CustomerPageData['customer'], may: May): Action[] {
  if (status === 'CLOSED') return [];
  const possible: Action[] = ['endSessions', 'change', 'contact', status === 'ACTIVE' ? 'disable' : 'enable', 'leave'];
  return possible.filter((action) => may(asks[action]));
}

/** What this role may change of the customer; each says what will happen before it is done. */
export function CustomerActions({ data, isStale }: { data: CustomerPageData; isStale: boolean }) {
  const may = useMay();
  const [action, setAction] = useState<Action | null>(null);
  const actions = actionsFor(data.customer, may);
  const close = () => setAction(null);
  if (actions.length === 0) return null;
  return (
    <>
      {actions.map((key) => (
        <Button key={key} disabled={isStale} onClick={() => setAction(key)}>
          {texts[key]}
        </Button>
      ))}
      {(action === 'endSessions' || action === 'disable' || action === 'enable') && (
        <SimpleDialog action={action} data={data} onClose={close} />
      )}
      {action === 'change' && <DetailsDialog customer={data.customer} onClose={close} />}
      {action === 'contact' && <ContactDialog customer={data.customer} onClose={close} />}
      {action === 'leave' && <LeaveDialog id={data.customer.id} onClose={close} />}
    </>
  );
}

type SimpleAction = 'endSessions' | 'disable' | 'enable';
const calls = {
  endSessions: 'endCustomerSessions',
  disable: 'disableCustomer',
  enable: 'enableCustomer',
} as const satisfies Record<SimpleAction, string>;

interface SimpleDialogProps {
  action: SimpleAction;
  data: CustomerPageData;
  onClose: () => void;
}

function SimpleDialog({ action, data, onClose }: SimpleDialogProps) {
  const effects = {
    endSessions: texts.endSessionsEffect(data.counts.openSessions),
    disable: texts.disableEffect,
    enable: texts.enableEffect,
  };
  return (
    <ActionDialog
      title={texts[action]}
      okText={texts[action]}
      isDangerous={action !== 'enable'}
      act={async (reason) => {
        await call(calls[action], { id: data.customer.id, reason });
        return texts.done;
      }}
      refreshes={['customer', 'customerList', 'customerSessions']}
      onClose={onClose}
    >
      <p>{effects[action]}</p>
    </ActionDialog>
  );
}
