import { useState } from 'react';
import { alertDemo } from '../components/alert/alert.demo.tsx';
import { amountDemo } from '../components/amount/amount.demo.tsx';
import { amountFieldDemo } from '../components/amount-field/amount-field.demo.tsx';
import { buttonDemo } from '../components/button/button.demo.tsx';
import { cardDemo } from '../components/card/card.demo.tsx';
import { chartMarksDemo } from '../components/chart-marks/chart-marks.demo.tsx';
import { chipDemo } from '../components/chip/chip.demo.tsx';
import { columnChartDemo } from '../components/column-chart/column-chart.demo.tsx';
import { columnsDemo } from '../components/columns/columns.demo.tsx';
import { contentDemo } from '../components/content/content.demo.tsx';
import { countdownButtonDemo } from '../components/countdown-button/countdown-button.demo.tsx';
import { feeNetChartDemo } from '../components/fee-net-chart/fee-net-chart.demo.tsx';
import { fieldDemo } from '../components/field/field.demo.tsx';
import { figureDemo } from '../components/figure/figure.demo.tsx';
import { filterChipsDemo } from '../components/filter-chips/filter-chips.demo.tsx';
import { forcedNoticeDialogDemo } from '../components/forced-notice-dialog/forced-notice-dialog.demo.tsx';
import { fundsPasswordDialogDemo } from '../components/funds-password-dialog/funds-password-dialog.demo.tsx';
import { heroDemo } from '../components/hero/hero.demo.tsx';
import { hiddenAmountsDemo } from '../components/hidden-amounts/hidden-amounts.demo.tsx';
import { iconDemo } from '../components/icon/icon.demo.tsx';
import { iconButtonDemo } from '../components/icon-button/icon-button.demo.tsx';
import { keyValuesDemo } from '../components/key-values/key-values.demo.tsx';
import { legendDemo } from '../components/legend/legend.demo.tsx';
import { linkDemo } from '../components/link/link.demo.tsx';
import { modalDemo } from '../components/modal/modal.demo.tsx';
import { navBarDemo } from '../components/nav-bar/nav-bar.demo.tsx';
import { newVersionDialogDemo } from '../components/new-version-dialog/new-version-dialog.demo.tsx';
import { noticeStripDemo } from '../components/notice-strip/notice-strip.demo.tsx';
import { pageDemo } from '../components/page/page.demo.tsx';
import { pageStateDemo } from '../components/page-state/page-state.demo.tsx';
import { phrasesDemo } from '../components/phrases/phrases.demo.tsx';
import { pinFieldDemo } from '../components/pin-field/pin-field.demo.tsx';
import { popupDialogDemo } from '../components/popup-dialog/popup-dialog.demo.tsx';
import { progressDemo } from '../components/progress/progress.demo.tsx';
import { pullListDemo } from '../components/pull-list/pull-list.demo.tsx';
import { rowDemo } from '../components/row/row.demo.tsx';
import { runningStripDemo } from '../components/running-strip/running-strip.demo.tsx';
import { runwayDemo } from '../components/runway/runway.demo.tsx';
import { scheduleDemo } from '../components/schedule/schedule.demo.tsx';
import { segmentedDemo } from '../components/segmented/segmented.demo.tsx';
import { Segmented } from '../components/segmented/segmented.tsx';
import { sheetDemo } from '../components/sheet/sheet.demo.tsx';
import { skeletonDemo } from '../components/skeleton/skeleton.demo.tsx';
import { spinnerDemo } from '../components/spinner/spinner.demo.tsx';
import { statusBarDemo } from '../components/status-bar/status-bar.demo.tsx';
import { tabBarDemo } from '../components/tab-bar/tab-bar.demo.tsx';
import { tagDemo } from '../components/tag/tag.demo.tsx';
import { tickDemo } from '../components/tick/tick.demo.tsx';
import { timelineDemo } from '../components/timeline/timeline.demo.tsx';
import { toastDemo } from '../components/toast/toast.demo.tsx';
import { ToastHost } from '../components/toast/toast-host.tsx';
import { veinDemo } from '../components/vein/vein.demo.tsx';
import type { Demo } from './demo.ts';
import styles from './demo-page.module.css';

/** Every component; a test compares the list with the folders. */
export const demos: readonly Demo[] = [
  alertDemo,
  amountDemo,
  amountFieldDemo,
  buttonDemo,
  cardDemo,
  chipDemo,
  columnChartDemo,
  columnsDemo,
  contentDemo,
  countdownButtonDemo,
  feeNetChartDemo,
  fieldDemo,
  figureDemo,
  filterChipsDemo,
  forcedNoticeDialogDemo,
  fundsPasswordDialogDemo,
  heroDemo,
  hiddenAmountsDemo,
  iconDemo,
  iconButtonDemo,
  keyValuesDemo,
  legendDemo,
  linkDemo,
  modalDemo,
  navBarDemo,
  newVersionDialogDemo,
  noticeStripDemo,
  pageDemo,
  pageStateDemo,
  phrasesDemo,
  pinFieldDemo,
  popupDialogDemo,
  progressDemo,
  pullListDemo,
  rowDemo,
  chartMarksDemo,
  runningStripDemo,
  runwayDemo,
  scheduleDemo,
  segmentedDemo,
  sheetDemo,
  skeletonDemo,
  spinnerDemo,
  statusBarDemo,
  tabBarDemo,
  tagDemo,
  tickDemo,
  timelineDemo,
  toastDemo,
  veinDemo,
];

const themes = ['default', 'vip'] as const;
type Theme = (typeof themes)[number];

const shown = [
  { value: 'default', label: 'default' },
  { value: 'vip', label: 'vip' },
  { value: 'both', label: '两者' },
] as const;

/** All components in both themes; overlays take the page's theme. */
export function DemoPage() {
  const [choice, setChoice] = useState<Theme | 'both'>('both');
  return (
    <>
      <div className={styles.choice}>
        <Segmented
          label="主题"
          options={shown}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            document.documentElement.dataset.theme = next === 'vip' ? 'vip' : 'default';
          }}
        />
      </div>
      <div className={styles.sides}>
        {themes
          .filter((theme) => choice === 'both' || choice === theme)
          .map((theme) => (
            <div key={theme} className={styles.side} data-theme={theme}>
              {demos.map(({ title, Show }) => (
                <section key={title} className={styles.demo}>
                  <h2 className={styles.title}>{title}</h2>
                  <Show />
                </section>
              ))}
            </div>
          ))}
      </div>
      <ToastHost />
    </>
  );
}
