import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { sitesTexts as texts } from '../../locales/zh/sites.ts';
import { PriceDialog, type PriceProposal } from './price-dialog.tsx';
import type { SiteData } from './price-states.ts';
import styles from './sites.module.css';

interface Values {
  tariff: string;
  price: string;
  from: string;
}

/** Asks for a price and a day, and shows what they would cost before anything is proposed. */
export function PriceForm({ data, isStale }: { data: SiteData; isStale: boolean }) {
  const { site, earliestRise } = data;
  const [form] = Form.useForm<Values>();
  const [proposal, setProposal] = useState<PriceProposal | null>(null);
  const preview = useMutation({
    mutationFn: (values: Values) => call('previewTariff', { site: site.id, ...values }),
    onSuccess: (figures, values) => setProposal({ site, ...values, figures }),
  });
  const names = site.tariffs.map(({ name }) => name);
  return (
    <>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ tariff: names[0] ?? '' }}
        onFinish={({ tariff, price, from }) => preview.mutate({ tariff, price: price.trim(), from })}
      >
        <Form.Item name="tariff" label={texts.tariff}>
          <Select
            options={(names.length > 0 ? names : ['']).map((name) => ({
              value: name,
              label: name || texts.defaultTariff,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="price"
          label={`${texts.newPrice} ${texts.perKwh}`}
          extra={texts.newPriceHint}
          rules={[{ required: true, pattern: /^\s*\d{1,3}(\.\d{1,6})?\s*$/, message: texts.notPrice }]}
        >
          <Input maxLength={20} inputMode="decimal" />
        </Form.Item>
        <Form.Item
          name="from"
          label={texts.from}
          extra={texts.fromHint}
          rules={[{ required: true, message: texts.missingDay }]}
        >
          <Input type="date" />
        </Form.Item>
        <p className={styles.notice}>{texts.riseNotice(earliestRise)}</p>
        <RefusalAlert error={preview.error} />
        <Button htmlType="submit" disabled={isStale} loading={preview.isPending}>
          {texts.preview}
        </Button>
      </Form>
      {proposal && <PriceDialog proposal={proposal} onClose={() => setProposal(null)} />}
    </>
  );
}
