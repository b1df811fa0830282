import type { ConsoleData } from '@lode/contract/console';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { ChangeFieldsDialog } from '../../components/change-fields-dialog.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { momentOfField, momentText } from '../../lib/time.ts';
import { settingName, settingTexts as texts } from '../../locales/zh/settings.ts';
import { type FormValue, formValueOf, jsonOf } from './form-value.ts';
import styles from './settings.module.css';
import { ValueFields } from './value-fields.tsx';

type Setting = ConsoleData<'settingList'>['settings'][number];

/** A new value, then what the second person will read, with the reason. */
export function ChangeDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const [form] = Form.useForm<FormValue & { from?: string }>();
  const from = momentOfField(Form.useWatch('from', form));
  const [options, setOptions] = useState<Record<string, string> | null>(null);
  if (options !== null) {
    return (
      <ProposalDialog
        action="setting:change"
        options={options}
        title={texts.proposeTitle}
        okText={texts.submit}
        onClose={onClose}
        onEdit={() => setOptions(null)}
      >
        <p className={styles.dialogMeta}>{texts.effect}</p>
      </ProposalDialog>
    );
  }
  return (
    <ChangeFieldsDialog
      title={settingName(setting.key)}
      okText={texts.preview}
      form={form}
      initialValues={formValueOf(setting)}
      onFinish={(given) =>
        setOptions({ key: setting.key, value: jsonOf(setting.shape, given), ...(from !== null && { from }) })
      }
      onClose={onClose}
    >
      <p className={styles.dialogMeta}>{setting.bounds}</p>
      <ValueFields shape={setting.shape} />
      <Form.Item
        name="from"
        label={texts.when}
        extra={from === null ? texts.whenHint : texts.effectiveFrom(momentText(from))}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </ChangeFieldsDialog>
  );
}
