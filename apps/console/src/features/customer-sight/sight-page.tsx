import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { type SightPart, sightParts, sightTexts as texts } from '../../locales/zh/customer-sight.ts';
import { reasonTexts, stateTexts } from '../../locales/zh/states.ts';
import styles from './sight.module.css';
import { SightAssets } from './sight-assets.tsx';
import { SightBill } from './sight-bill.tsx';
import { SightCoinUp } from './sight-coin-up.tsx';
import { SightHome } from './sight-home.tsx';
import { SightMachines } from './sight-machines.tsx';
import { SightMessages } from './sight-messages.tsx';
import { SightOutputs } from './sight-outputs.tsx';
import { SightWithdrawals } from './sight-withdrawals.tsx';

const pages: Record<SightPart, React.ComponentType<{ id: string; reason: string }>> = {
  home: SightHome,
  assets: SightAssets,
  bill: SightBill,
  machines: SightMachines,
  outputs: SightOutputs,
  'coin-up': SightCoinUp,
  withdrawals: SightWithdrawals,
  messages: SightMessages,
};

/** What a customer sees on the phone, once a reason is given; the reason stays with the page and not in its address. */
export function CustomerSightPage() {
  const { id = '' } = useParams();
  // Another customer needs a reason of its own.
  return <Sight key={id} />;
}

function Sight() {
  const { id = '', part: asked = 'home' } = useParams();
  const navigate = useNavigate();
  const [reason, setReason] = useState<string | null>(null);
  const part = sightParts.find((one) => one.part === asked)?.part;
  useKeys({
    ...Object.fromEntries(sightParts.map((one, n) => [`${n + 1}`, () => void navigate(pathOf(id, one.part))])),
    Escape: () => void navigate(`/customers/${id}`),
  });
  const head = (
    <PageHead title={texts.title(id)}>
      <Link to={`/customers/${id}`}>{texts.back}</Link>
    </PageHead>
  );
  if (part === undefined) {
    return (
      <>
        {head}
        <Nothing title={stateTexts.notFound} text={stateTexts.notFoundText} />
      </>
    );
  }
  if (reason === null) {
    return (
      <>
        {head}
        <Ask onReason={setReason} />
      </>
    );
  }
  const Page = pages[part];
  return (
    <>
      {head}
      <Alert type="info" banner showIcon title={texts.readOnly(reason)} />
      <nav className={styles.parts} aria-label={texts.parts}>
        {sightParts.map((one) => (
          <Link key={one.part} to={pathOf(id, one.part)} aria-current={one.part === part ? 'page' : undefined}>
            {one.label}
          </Link>
        ))}
      </nav>
      <section className={styles.phone} aria-label={texts.phone}>
        <Page key={part} id={id} reason={reason} />
      </section>
    </>
  );
}

const pathOf = (id: string, part: SightPart) => `/customers/${id}/view${part === 'home' ? '' : `/${part}`}`;

function Ask({ onReason }: { onReason: (reason: string) => void }) {
  return (
    <div className={styles.ask}>
      <p>{texts.askText}</p>
      <p>{texts.inAudit}</p>
      <Form layout="vertical" requiredMark={false} onFinish={({ reason }) => onReason(reason.trim())}>
        <Form.Item
          name="reason"
          label={reasonTexts.reason}
          rules={[{ required: true, whitespace: true, message: reasonTexts.missing }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {texts.ask}
        </Button>
      </Form>
    </div>
  );
}
