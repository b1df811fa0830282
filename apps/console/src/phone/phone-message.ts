import type { ConsoleData } from '@lode/contract/console';

/** What the phone is asked to show. */
export interface PhoneMessage {
  shown: ConsoleData<'contentRevision'>['shown'];
  /** Of what opens a detail: the home page with it, or the detail. */
  page: 'HOME' | 'DETAIL';
  theme: 'default' | 'vip';
  isDark: boolean;
}

/** The page of the phone, which the console's page calls once it has loaded: both are of one origin. */
export interface PhoneWindow extends Window {
  showOnPhone?: (message: PhoneMessage) => void;
}

export const phonePath = '/phone';
