import { Form, Input } from 'antd';
import { useState } from 'react';
import { ChangeFieldsDialog } from '../../components/change-fields-dialog.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { newSiteTexts as texts } from '../../locales/zh/terms.ts';

interface NewSite {
  name: string;
  price: string;
  from: string;
}

const required = [{ required: true, whitespace: true, message: texts.required }];

/** A site with its first price, once a second person approves. */
export function NewSiteDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<NewSite>();
  const [site, setSite] = useState<NewSite | null>(null);
  if (site !== null) {
    const { name, price, from } = site;
    return (
      <ProposalDialog
        action="tariff:set"
        options={{ site: name, price, from, 'new-site': 'true' }}
        title={texts.title}
        okText={texts.submit}
        refreshes={['siteList']}
        onClose={onClose}
        onEdit={() => setSite(null)}
      >
        <p>{texts.effect(name, price, from)}</p>
      </ProposalDialog>
    );
  }
  return (
    <ChangeFieldsDialog
      title={texts.title}
      okText={texts.preview}
      form={form}
      onFinish={({ name, price, from }) => setSite({ name: name.trim(), price: price.trim(), from })}
      onClose={onClose}
    >
      <Form.Item name="name" label={texts.name} rules={required}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="price"
        label={texts.price}
        rules={[{ required: true, pattern: /^\s*\d{1,3}(\.\d{1,6})?\s*$/, message: texts.notPrice }]}
      >
        <Input maxLength={20} inputMode="decimal" />
      </Form.Item>
      <Form.Item name="from" label={texts.from} rules={required}>
        <Input type="date" />
      </Form.Item>
    </ChangeFieldsDialog>
  );
}
