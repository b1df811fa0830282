// Proves that the fields of a change are given on as they were typed, once they are valid, and that a refused preview says why.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { afterEach, expect, it } from 'vitest';
import { ChangeFieldsDialog } from './change-fields-dialog.tsx';
import { focusField } from './focus-field.ts';

afterEach(cleanup);

let given: object[] = [];

function NewPrice({ error = null }: { error?: Error | null }) {
  const [form] = Form.useForm<{ price: string; from: string }>();
  return (
    <ChangeFieldsDialog
      title="新电价"
      okText="下一步"
      form={form}
      initialValues={{ from: '2026-12-01' }}
      preview={{ isPending: false, error }}
      onFinish={(values) => given.push(values)}
      onClose={() => undefined}
    >
      <Form.Item name="price" label="价格" rules={[{ required: true, message: '请填价格' }]}>
        <Input />
      </Form.Item>
      <Form.Item name="from" label="生效">
        <Input />
      </Form.Item>
    </ChangeFieldsDialog>
  );
}

it('gives its fields on when they are valid', async () => {
  given = [];
  render(<NewPrice />);
  const next = await screen.findByRole('button', { name: '下一步' });
  fireEvent.click(next);
  expect(await screen.findByText('请填价格')).toBeTruthy();
  expect(given).toEqual([]);
  fireEvent.change(screen.getByLabelText('价格'), { target: { value: '0.35' } });
  fireEvent.click(next);
  await waitFor(() => expect(given).toEqual([{ price: '0.35', from: '2026-12-01' }]));
});

it('says why there is no preview', async () => {
  render(<NewPrice error={new Error('down')} />);
  expect((await screen.findByRole('alert')).textContent).toBe('页面出错，请刷新后重试。');
});

it('starts in its first field, and leaves who types already in theirs', async () => {
  render(<NewPrice />);
  const price = await screen.findByLabelText('价格');
  focusField(price);
  expect(document.activeElement).toBe(price);
  const from = screen.getByLabelText('生效');
  from.focus();
  focusField(price);
  expect(document.activeElement).toBe(from);
  screen.getByRole('button', { name: '下一步' }).focus();
  focusField(price);
  expect(document.activeElement).toBe(price);
});
