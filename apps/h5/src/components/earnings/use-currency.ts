import { deviceSetting } from '../../lib/session/device-setting.ts';
import type { Currency } from './earnings-figures.ts';

/** The currency of earnings. */
export const useCurrency = deviceSetting<'currency', Currency>('earnings', 'currency', 'USDT');
