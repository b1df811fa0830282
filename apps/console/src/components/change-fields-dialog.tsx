import { Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { reasonTexts as texts } from '../locales/zh/states.ts';
import { firstField, focusField } from './focus-field.ts';
import { RefusalAlert } from './refusal-alert.tsx';

interface ChangeFieldsProps<Values> {
  title: string;
  /** The button that goes on to what it would do. */
  okText: string;
  form: FormInstance<Values>;
  initialValues?: Partial<Values>;
  /** Of the call that reads what it would do; left out where none is made. */
  preview?: { isPending: boolean; error: Error | null };
  onFinish: (values: Values) => void;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
}

/** The fields of a change, before the dialog that says what it would do and asks for the reason. */
export function ChangeFieldsDialog<Values extends object>({
  title,
  okText,
  form,
  initialValues,
  preview,
  onFinish,
  children,
  onClose,
}: ChangeFieldsProps<Values>) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={texts.cancel}
      confirmLoading={preview?.isPending ?? false}
      onOk={() => form.submit()}
      onCancel={onClose}
      // Before the button that closes it: what is asked for.
      afterOpenChange={(isOpen) => isOpen && focusField(firstField(fields.current))}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        {...(initialValues && { initialValues })}
        onFinish={onFinish}
      >
        <div ref={fields}>{children}</div>
        <RefusalAlert error={preview?.error ?? null} />
      </Form>
    </Modal>
  );
}
