import { Form, Input, type InputRef, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { reasonTexts as texts } from '../locales/zh/states.ts';
import { DialogDescription } from './dialog-description.tsx';
import { focusField } from './focus-field.ts';
import { RefusalAlert } from './refusal-alert.tsx';

export interface ReasonDialogProps {
  title: string;
  /** The consequence in words: what the button does. */
  okText: string;
  /** Cannot be taken back, or costs a customer something. */
  isDangerous?: boolean;
  /** What will happen, to how many, who reads it. */
  children: ReactNode;
  /** What else is chosen, inside the form: above the reason, and validated with it. */
  fields?: ReactNode;
  /** Where others read the reason too. */
  label?: string;
  /** Where the reader's screen holds less than the log. */
  longest?: number;
  change: { mutate: (reason: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks for the reason that the audit log keeps, below what will happen. */
export function ReasonDialog({
  title,
  okText,
  isDangerous = false,
  fields,
  label = texts.reason,
  longest = 500,
  children,
  change,
  onClose,
}: ReasonDialogProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const field = useRef<InputRef>(null);
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger: isDangerous }}
      cancelText={texts.cancel}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      // Before the button that closes it: what is asked for.
      afterOpenChange={(isOpen) => isOpen && focusField(field.current?.input)}
    >
      <DialogDescription>{children}</DialogDescription>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ reason }) => change.mutate(reason.trim())}>
        {fields}
        <Form.Item name="reason" label={label} rules={[{ required: true, whitespace: true, message: texts.missing }]}>
          <Input ref={field} maxLength={longest} />
        </Form.Item>
        <RefusalAlert error={change.error} />
      </Form>
    </Modal>
  );
}
