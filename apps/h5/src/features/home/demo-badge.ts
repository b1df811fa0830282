import { deviceSetting } from '../../lib/session/device-setting.ts';

/** Whether the badge of the demo was dismissed. */
export const useDemoBadge = deviceSetting('demo-badge', 'isDismissed', false);
