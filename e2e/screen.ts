import type { Page } from '@playwright/test';
import type { Api } from './api.ts';

/** A screen that is photographed, checked for accessibility and measured. */
export interface Screen {
  name: string;
  /** The customer whose data it shows; null when logged out. */
  account: string | null;
  path: string | ((api: Api) => Promise<string>);
  /** The notices in front of the home page; every other screen goes without. */
  shows?: 'forced' | 'popups';
  /** Actions before the picture is taken. */
  before?: (page: Page) => Promise<void>;
  /** Its state needs real responses instead of extreme ones: figures that add up, a switch that is off. */
  needsTrueAnswers?: boolean;
  /** A browser without the app's service worker. */
  hasNoWorker?: boolean;
}
