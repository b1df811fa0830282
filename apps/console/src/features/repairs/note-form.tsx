import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { App, Button, Form, Input, Radio } from 'antd';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { repairTexts as texts } from '../../locales/zh/repairs.ts';
import styles from './repairs.module.css';

type Note = Pick<ConsoleInput<'noteRepair'>, 'audience' | 'text'>;
const audiences = (['INTERNAL', 'CUSTOMER'] as const).map((value) => ({ value, label: texts.audiences[value] }));

interface NoteFormProps {
  /** As it was read. */
  ticket: Pick<ConsoleData<'repair'>['ticket'], 'id' | 'version'>;
  isStale: boolean;
}

/** Writes a note; who reads it is said before it is sent. */
export function NoteForm({ ticket: { id, version }, isStale }: NoteFormProps) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Note>();
  const audience = Form.useWatch('audience', form) ?? 'INTERNAL';
  const add = useChange<Note>({
    change: ({ audience: to, text }) => call('noteRepair', { id, version, audience: to, text: text.trim() }),
    refreshes: ['repair', 'repairList'],
    onDone() {
      form.setFieldsValue({ audience: 'INTERNAL', text: '' });
      void message.success(texts.noted);
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ audience: 'INTERNAL' }}
      onFinish={(note) => add.mutate(note)}
      className={styles.form}
    >
      <Form.Item name="audience" label={texts.audience} extra={texts.audienceHints[audience]}>
        <Radio.Group options={audiences} />
      </Form.Item>
      <Form.Item name="text" label={texts.note} rules={[{ required: true, whitespace: true, message: texts.required }]}>
        <Input maxLength={500} />
      </Form.Item>
      <RefusalAlert error={add.error} />
      <Button
        type={audience === 'CUSTOMER' ? 'primary' : 'default'}
        htmlType="submit"
        disabled={isStale}
        loading={add.isPending}
      >
        {texts.addNote[audience]}
      </Button>
    </Form>
  );
}
