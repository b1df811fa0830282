export { Alert } from './components/alert/alert.tsx';
export { Amount, type AmountProps, hiddenDots } from './components/amount/amount.tsx';
export { AmountField, type AmountFieldProps } from './components/amount-field/amount-field.tsx';
export { Button, type ButtonProps } from './components/button/button.tsx';
export { Card, GroupTitle, Rule } from './components/card/card.tsx';
export {
  Chip,
  type MachineStatus,
  MachineStatusChip,
  machineStatusLooks,
  type Tone,
  type TransferState,
  TransferStatusChip,
  toneClass,
  type WithdrawalState,
  WithdrawalStatusChip,
  withdrawalLooks,
} from './components/chip/chip.tsx';
export { ColumnChart } from './components/column-chart/column-chart.tsx';
export { Columns } from './components/columns/columns.tsx';
export { AgreementArticle, type AgreementArticleProps } from './components/content/agreement-article.tsx';
export { BannerImage } from './components/content/banner-image.tsx';
export { ContentArticle } from './components/content/content-article.tsx';
export { RichTextBox } from './components/content/rich-text-box.tsx';
export { CountdownButton } from './components/countdown-button/countdown-button.tsx';
export type { FeeNetDay } from './components/fee-net-chart/fee-net-bars.ts';
export { FeeNetChart } from './components/fee-net-chart/fee-net-chart.tsx';
export { Field, type FieldProps } from './components/field/field.tsx';
export { Figure, type FigureSize } from './components/figure/figure.tsx';
export { ChipBar, FilterChips, PickChip } from './components/filter-chips/filter-chips.tsx';
export {
  type ForcedNotice,
  ForcedNoticeDialog,
  type ForcedNoticeDialogProps,
} from './components/forced-notice-dialog/forced-notice-dialog.tsx';
export {
  FundsPasswordDialog,
  type FundsPasswordDialogProps,
  type FundsPasswordOutcome,
} from './components/funds-password-dialog/funds-password-dialog.tsx';
export { Hero, HeroBody } from './components/hero/hero.tsx';
export { EyeButton, HiddenAmounts, useHiddenAmounts } from './components/hidden-amounts/hidden-amounts.tsx';
export { Icon } from './components/icon/icon.tsx';
export type { IconName } from './components/icon/icon-names.ts';
export { IconButton } from './components/icon-button/icon-button.tsx';
export { KeyValues } from './components/key-values/key-values.tsx';
export { Legend } from './components/legend/legend.tsx';
export { AppLink, type LinkProps, LinkProvider, MoreLink, TextLink } from './components/link/link.tsx';
export { Modal, type ModalProps } from './components/modal/modal.tsx';
export { NavBar, TopBar } from './components/nav-bar/nav-bar.tsx';
export {
  type DownloadStatus,
  NewVersionDialog,
  type NewVersionDialogProps,
} from './components/new-version-dialog/new-version-dialog.tsx';
export { NoticeStrip } from './components/notice-strip/notice-strip.tsx';
export { FootAboveTabs, Main, Page, Stack } from './components/page/page.tsx';
export { Empty, ErrorState, OfflineBanner } from './components/page-state/page-state.tsx';
export { Phrases } from './components/phrases/phrases.tsx';
export { PinField } from './components/pin-field/pin-field.tsx';
export { PopupDialog, type PopupDialogProps } from './components/popup-dialog/popup-dialog.tsx';
export { Progress } from './components/progress/progress.tsx';
export { PullList, type PullListProps } from './components/pull-list/pull-list.tsx';
export { Row, type RowProps } from './components/row/row.tsx';
export { RunningStrip } from './components/running-strip/running-strip.tsx';
export { partsOfRange, type StatusPeriod } from './components/running-strip/status-periods.ts';
export { Runway } from './components/runway/runway.tsx';
export { Schedule, type ScheduleStep } from './components/schedule/schedule.tsx';
export { Segmented } from './components/segmented/segmented.tsx';
export { ActionSheet, type ActionSheetItem, Sheet } from './components/sheet/sheet.tsx';
export { Skeleton, SkeletonScreen } from './components/skeleton/skeleton.tsx';
export { Spinner } from './components/spinner/spinner.tsx';
export { StatusBar } from './components/status-bar/status-bar.tsx';
export { TabBar } from './components/tab-bar/tab-bar.tsx';
export { Tag } from './components/tag/tag.tsx';
export { Tick } from './components/tick/tick.tsx';
export { Timeline, type TimelineItem } from './components/timeline/timeline.tsx';
export { ToastHost } from './components/toast/toast-host.tsx';
export { showLoading, toast } from './components/toast/toast-store.ts';
export { EmptyVein, Vein } from './components/vein/vein.tsx';
export { VeinPicture } from './components/vein/vein-picture.tsx';
export { copyText } from './lib/copy-text.ts';
export { groupDigits, minus, withDecimals } from './lib/digits.ts';
export { untilReloadAllowed, useIsReloadBlocked, useReloadGuard } from './lib/reload-guard.ts';
export { shanghaiClock, shanghaiDate, shanghaiShortTime, shanghaiTime, weekdayOf } from './lib/shanghai-time.ts';
export { share } from './lib/share.ts';
export { timings } from './lib/timings.ts';
export { useBodyLock } from './lib/use-body-lock.ts';
export { useCountdown } from './lib/use-countdown.ts';
export { topmostDialog } from './lib/use-dialog-focus.ts';
export { useThrottled } from './lib/use-throttled.ts';
export { zh as uiMessages } from './locale/zh.ts';
