import { App, Checkbox, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useMay } from '../../lib/session.ts';
import { type CustomerPageData, customerChangeTexts as texts } from '../../locales/zh/customers.ts';

interface Contact {
  to: string;
  isReplaced?: boolean;
  code?: string;
  oldCode?: string;
  reason: string;
}

const sixDigits = [{ required: true, pattern: /^\d{6}$/, message: texts.sixDigits }];

/** Codes go out first; with both the contact changes at once, a lost one is replaced by two people. */
export function ContactDialog({ customer, onClose }: { customer: CustomerPageData['customer']; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Contact>();
  const [isSent, setSent] = useState(false);
  /** A code is used up by its proof: what comes after it can be tried again. */
  const [isProved, setProved] = useState(false);
  const isReplaced = Form.useWatch('isReplaced', form) ?? false;
  const mayReplace = useMay()('customer:contact-replace');
  const { id } = customer;
  const change = useChange<Contact>({
    async change({ to: typed, code = '', oldCode = '', reason: given }) {
      const [to, reason] = [typed.trim(), given.trim()];
      if (!isSent) return call('sendContactCodes', { id, to, hasOldContact: !isReplaced, reason });
      if (!isReplaced) return call('changeContact', { id, to, code, oldCode, reason });
      if (!isProved) await call('proveContact', { id, to, code, reason });
      setProved(true);
      return call('propose', { action: 'customer:contact-replace', options: { id, to }, reason });
    },
    refreshes: ['customer', 'workQueue'],
    onDone() {
      if (!isSent) return setSent(true);
      void message.success(isReplaced ? texts.proposed : texts.done);
      onClose();
    },
  });
  const sentText = isReplaced ? texts.prove : texts.changeContact;
  return (
    <Modal
      open
      title={texts.contact}
      okText={isSent ? sentText : texts.sendCodes}
      cancelText={texts.cancel}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{isReplaced ? texts.lostEffect : texts.contactEffect}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(contact) => change.mutate(contact)}>
        <Form.Item
          name="to"
          label={texts.newContact}
          rules={[{ required: true, whitespace: true, message: texts.missing }]}
        >
          <Input maxLength={128} disabled={isSent} />
        </Form.Item>
        {mayReplace && (
          <Form.Item name="isReplaced" valuePropName="checked">
            <Checkbox disabled={isSent}>{texts.isReplaced}</Checkbox>
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={texts.reason}
          rules={[{ required: true, whitespace: true, message: texts.reasonMissing }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        {isSent && (
          <Form.Item name="code" label={texts.newCode} rules={sixDigits}>
            <Input maxLength={6} autoComplete="one-time-code" />
          </Form.Item>
        )}
        {isSent && !isReplaced && (
          <Form.Item name="oldCode" label={texts.oldCode} rules={sixDigits}>
            <Input maxLength={6} autoComplete="off" />
          </Form.Item>
        )}
        <RefusalAlert error={change.error} />
      </Form>
    </Modal>
  );
}
