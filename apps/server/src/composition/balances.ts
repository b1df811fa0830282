import { coinUpSlice } from '../features/coin-up/coin-up.slice.ts';
import { earningsSlice } from '../features/earnings/earnings.slice.ts';
import { homeSlice } from '../features/home/home.slice.ts';
import { leavingSlice } from '../features/leaving/leaving.slice.ts';
import { walletSlice } from '../features/wallet/wallet.slice.ts';
import type { Accounts } from './accounts.ts';
import type { Mining } from './mining.ts';
import type { Platform } from './slice-deps.ts';

/** What customers own, what they save, and the page that shows both. */
export function composeBalances(
  { database, staffReads, log }: Platform,
  { staff: { authorise, recordAudit, propose }, settings, runMoneyCall, identity, messages, inbox }: Accounts,
  { electricity, prices }: Mining,
) {
  const {
    lockPayingAccounts,
    payOwed,
    payOwedWithoutNotice,
    raisePromotion,
    setPayMode,
    readSpendables,
    electricityDays,
  } = electricity;
  const wallet = walletSlice({
    database,
    log,
    authorise,
    recordAudit,
    lockPayingAccounts,
    payOwed,
    raisePromotion,
    setPayMode,
    checkSessionRow: identity.checkSessionRow,
    findNamedCustomer: identity.findNamedCustomer,
    noticeCredit: inbox.chosenNotices('DEPOSIT'),
  });
  const coinUp = coinUpSlice({
    database,
    staffReads,
    authorise,
    recordAudit,
    propose,
    runMoneyCall,
    settingsAt: settings.settingsAt,
    scheduledVersions: settings.scheduledVersions,
    settingVersions: settings.newestVersions,
    changeSetting: settings.changeSetting,
    payOwed,
    payOwedWithoutNotice,
    readSpendables,
    electricityDays,
    log,
  });
  const home = homeSlice({
    database,
    assetsInfo: wallet.assetsInfo,
    readElectricity: electricity.readOutlook,
    coinUpCard: coinUp.card,
    countUnread: inbox.countUnread,
  });
  const earnings = earningsSlice({ database, cnyRate: prices.cnyRate });
  const leaving = leavingSlice({
    database,
    authorise,
    recordAudit,
    propose,
    findNamedCustomer: identity.findNamedCustomer,
    lockPayingAccounts,
    endPromotion: electricity.endPromotion,
    settingsAt: settings.settingsAt,
    queueNotices: messages.queueNotices,
  });
  return { wallet, home, earnings, coinUp, leaving };
}
