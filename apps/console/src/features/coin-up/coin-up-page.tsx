import { Segmented } from 'antd';
import { PageHead } from '../../components/page-head.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import { InterestDays } from './interest-days.tsx';
import { Positions } from './positions.tsx';
import { ProductTerms } from './product-terms.tsx';

const views = { TERMS: ProductTerms, POSITIONS: Positions, INTEREST: InterestDays } as const;
const isView = (name: string | undefined): name is keyof typeof views =>
  name !== undefined && Object.hasOwn(views, name);

/** Savings: what is offered and the fund behind it, who saves, and each day's interest. */
export function CoinUpPage() {
  const [{ view: asked }, setView] = useListView(['view', 'coin']);
  const view = isView(asked) ? asked : 'TERMS';
  const Shown = views[view];
  const show = (next: string) => setView({ view: next === 'TERMS' ? undefined : next, coin: undefined });
  useKeys(Object.fromEntries(texts.viewOptions.map(({ value }, n) => [String(n + 1), () => show(value)])));
  return (
    <>
      <PageHead title={texts.title}>
        <Segmented aria-label={texts.views} value={view} options={texts.viewOptions} onChange={show} />
      </PageHead>
      <Shown />
    </>
  );
}
