import type { ConsoleData } from '@lode/contract/console';
import { App } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { sitesTexts as texts } from '../../locales/zh/sites.ts';
import styles from './sites.module.css';

export interface PriceProposal {
  site: ConsoleData<'site'>['site'];
  tariff: string;
  price: string;
  from: string;
  figures: ConsoleData<'previewTariff'>;
}

/** A price in money, before it is proposed to the second person. */
export function PriceDialog({ proposal, onClose }: { proposal: PriceProposal; onClose: () => void }) {
  const { site, tariff, price, from, figures } = proposal;
  const { before, after, notified, firstDay } = figures;
  const { message } = App.useApp();
  const options = { site: site.name, price, from, ...(tariff !== '' && { name: tariff }) };
  const propose = useChange({
    change: async (reason: string) => {
      const { id } = await call('propose', { action: 'tariff:set', options, reason });
      void message.success(texts.proposed(id));
    },
    refreshes: ['site', 'siteList', 'workQueue'],
    onDone: onClose,
  });
  return (
    <ReasonDialog title={texts.confirm} okText={texts.submit} change={propose} onClose={onClose}>
      <p>{texts.effect(site.name, tariff || texts.defaultTariff, from)}</p>
      <dl className={styles.facts}>
        <dt>{texts.priceOf}</dt>
        <dd>
          {before ?? texts.none} → {after} {texts.perKwh}
        </dd>
        <dt>{texts.perDay}</dt>
        <dd>
          {firstDay.before === null ? texts.none : <Amount value={firstDay.before} />} →{' '}
          <Amount value={firstDay.after} coin="USDT" />
        </dd>
        <dt>{texts.whoPays}</dt>
        <dd>{countOf(firstDay)}</dd>
        <dt>{texts.notified}</dt>
        <dd>{countOf(notified)}</dd>
      </dl>
      <p className={styles.quiet}>{texts.notYet}</p>
    </ReasonDialog>
  );
}

const countOf = ({ customers, machines }: { customers: number; machines: number }) =>
  customers === 0 ? texts.noCustomer : texts.count(customers, machines);
