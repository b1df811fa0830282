import type { ConsoleData } from '@lode/contract/console';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { longMomentText, momentOfField } from '../../lib/time.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { settingName, settingTexts as texts } from '../../locales/zh/settings.ts';
import { type FormValue, formValueOf, jsonOf } from './form-value.ts';
import styles from './settings.module.css';
import { ValueFields } from './value-fields.tsx';

type Setting = ConsoleData<'settingList'>['settings'][number];

/** A new value, then what the second person will read, with the reason. */
export function ChangeDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<FormValue & { from?: string }>();
  const from = momentOfField(Form.useWatch('from', form));
  const [options, setOptions] = useState<Record<string, string> | null>(null);
  const preview = useMutation({
    mutationFn: (given: Record<string, string>) =>
      call('previewProposal', { action: 'setting:change', options: given }),
    onSuccess: (_data, given) => setOptions(given),
  });
  const propose = useChange({
    change: async (reason: string) => {
      const { id } = await call('propose', { action: 'setting:change', options: options ?? {}, reason });
      void message.success(texts.proposed(id));
    },
    refreshes: ['workQueue'],
    onDone: onClose,
  });
  if (options !== null && preview.data) {
    return (
      <ReasonDialog title={texts.proposeTitle} okText={texts.submit} change={propose} onClose={onClose}>
        <p>{texts.secondReads}</p>
        <p className={styles.summary}>{preview.data.summary}</p>
        <p className={styles.dialogMeta}>{texts.effect}</p>
      </ReasonDialog>
    );
  }
  return (
    <Modal
      open
      title={settingName(setting.key)}
      okText={texts.preview}
      confirmLoading={preview.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles.dialogMeta}>{setting.bounds}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={formValueOf(setting)}
        onFinish={(given) =>
          preview.mutate({
            key: setting.key,
            value: jsonOf(setting.shape, given),
            ...(from !== null && { from }),
          })
        }
      >
        <ValueFields shape={setting.shape} />
        <Form.Item
          name="from"
          label={texts.when}
          extra={from === null ? texts.whenHint : texts.effectiveFrom(longMomentText(from))}
        >
          <Input type="datetime-local" />
        </Form.Item>
        {preview.error && <Alert type="error" showIcon title={`${texts.refused}${errorText(preview.error)}`} />}
      </Form>
    </Modal>
  );
}
