import { deviceSetting } from './session/device-setting.ts';

/** Whether amounts are hidden. */
export const useAmountsHidden = deviceSetting('amounts', 'isHidden', false);
