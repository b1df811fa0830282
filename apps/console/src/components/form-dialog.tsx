import { Form, Input, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { reasonTexts as texts } from '../locales/zh/states.ts';
import { DialogDescription } from './dialog-description.tsx';
import { firstField, focusField } from './focus-field.ts';
import { RefusalAlert } from './refusal-alert.tsx';

interface FormDialogProps<Values> {
  title: string;
  /** The consequence in words: what the button does. */
  okText: string;
  /** What will happen. */
  note: string;
  initialValues?: Partial<Values>;
  change: { mutate: (values: Values) => void; isPending: boolean; error: Error | null };
  /** The fields, without the reason. */
  children: ReactNode;
  onClose: () => void;
}

/** A few fields and the reason that the audit log keeps, given in one. */
export function FormDialog<Values extends { reason: string }>({
  title,
  okText,
  note,
  initialValues,
  change,
  children,
  onClose,
}: FormDialogProps<Values>) {
  const [form] = Form.useForm<Values>();
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={texts.cancel}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      // Before the button that closes it: the first field.
      afterOpenChange={(isOpen) => isOpen && focusField(firstField(fields.current))}
    >
      <DialogDescription>
        <p>{note}</p>
      </DialogDescription>
      <div ref={fields}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          {...(initialValues && { initialValues })}
          onFinish={(values) => change.mutate({ ...values, reason: values.reason.trim() })}
        >
          {children}
          <Form.Item
            name="reason"
            label={texts.reason}
            rules={[{ required: true, whitespace: true, message: texts.missing }]}
          >
            <Input maxLength={500} />
          </Form.Item>
          <RefusalAlert error={change.error} />
        </Form>
      </div>
    </Modal>
  );
}
