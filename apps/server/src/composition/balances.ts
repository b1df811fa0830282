import { coinUpSlice } from '../features/coin-up/coin-up.slice.ts';
import { homeSlice } from '../features/home/home.slice.ts';
import { walletSlice } from '../features/wallet/wallet.slice.ts';
import type { Accounts } from './accounts.ts';
import type { Mining } from './mining.ts';
import type { Platform } from './slice-deps.ts';

/** What customers own, what they save, and the page that shows both. */
export function composeBalances(
  { database, log }: Platform,
  { staff: { authorise, recordAudit }, settings, runMoneyCall }: Accounts,
  { electricity }: Mining,
) {
  const { lockPayingAccounts, payOwed, raisePromotion, setPayMode, promoRemaining, electricityDays } = electricity;
  const wallet = walletSlice({
    database,
    authorise,
    recordAudit,
    lockPayingAccounts,
    payOwed,
    raisePromotion,
    setPayMode,
  });
  const coinUp = coinUpSlice({
    database,
    authorise,
    recordAudit,
    runMoneyCall,
    settingsAt: settings.settingsAt,
    settingsAhead: settings.settingsAhead,
    changeSetting: settings.changeSetting,
    payOwed,
    promoRemaining,
    electricityDays,
    log,
  });
  const home = homeSlice({
    database,
    assetsInfo: wallet.assetsInfo,
    readElectricity: electricity.readOutlook,
    coinUpCard: coinUp.card,
  });
  return { wallet, home, coinUp };
}
