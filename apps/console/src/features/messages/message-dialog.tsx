import type { ConsoleData } from '@lode/contract/console';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { ChangeFieldsDialog } from '../../components/change-fields-dialog.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { callQuery } from '../../lib/queries.ts';
import { audienceNames, messageTexts as texts } from '../../locales/zh/messages.ts';
import styles from './messages.module.css';

type Of = keyof typeof audienceNames;
interface Values {
  of: Of;
  name?: string;
  text: string;
}

/** The command's option for each audience. */
const options: Record<Exclude<Of, 'ALL'>, string> = { SITE: 'site', MODEL: 'model', TAG: 'tag', CUSTOMER: 'account' };

const audienceOf = ({ of, name = '' }: Values): Record<string, string> =>
  of === 'ALL' ? {} : { [options[of]]: name.trim() };

/** A message has no lines: it goes out as a text message too. */
const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Whom and what, then how many it reaches, with the reason. */
export function MessageDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const of = Form.useWatch('of', form) ?? 'SITE';
  const choices = useQuery(callQuery('machineChoices', {}));
  const [shown, setShown] = useState<{ values: Values; counts: ConsoleData<'previewMessage'> } | null>(null);
  const preview = useMutation({
    mutationFn: (values: Values) => call('previewMessage', audienceOf(values)),
    onSuccess: (counts, values) => setShown({ values, counts }),
  });
  const propose = useChange({
    change: async (reason: string) => {
      if (shown === null) return;
      const { values } = shown;
      const given = { text: oneLine(values.text), ...audienceOf(values) };
      const { id } = await call('propose', { action: 'message:maintenance', options: given, reason });
      void message.success(texts.proposed(id));
    },
    refreshes: ['proposalList', 'workQueue'],
    onDone: onClose,
  });
  if (shown !== null && shown.counts.customers > 0) {
    const { values, counts } = shown;
    return (
      <ReasonDialog title={texts.confirm} okText={texts.submit} change={propose} onClose={onClose}>
        <p className={styles.text}>{oneLine(values.text)}</p>
        <p>{texts.effect(counts.customers)}</p>
        <p className={styles.quiet}>{texts.channels(counts.sms, counts.mail)}</p>
      </ReasonDialog>
    );
  }
  const named = of === 'SITE' ? choices.data?.sites : choices.data?.models;
  return (
    <ChangeFieldsDialog
      title={texts.write}
      okText={texts.preview}
      form={form}
      initialValues={{ of: 'SITE', text: '' }}
      preview={preview}
      onFinish={(values) => preview.mutate(values)}
      onClose={onClose}
    >
      <Form.Item name="of" label={texts.choose}>
        <Select
          options={Object.entries(audienceNames).map(([value, label]) => ({ value, label }))}
          onChange={() => form.setFieldValue('name', undefined)}
        />
      </Form.Item>
      {of !== 'ALL' && (
        <Form.Item
          name="name"
          label={of === 'CUSTOMER' ? texts.account : audienceNames[of]}
          rules={[{ required: true, whitespace: true, message: texts.missing }]}
        >
          {of === 'SITE' || of === 'MODEL' ? (
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={(named ?? []).map(({ name }) => ({ value: name, label: name }))}
            />
          ) : (
            <Input maxLength={64} />
          )}
        </Form.Item>
      )}
      <Form.Item
        name="text"
        label={texts.text}
        extra={texts.longest}
        rules={[{ required: true, whitespace: true, message: texts.missing }]}
      >
        <Input.TextArea rows={4} maxLength={300} showCount />
      </Form.Item>
      {shown !== null && <Alert type="warning" showIcon title={texts.noneReached} />}
    </ChangeFieldsDialog>
  );
}
