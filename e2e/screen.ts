import type { Page } from '@playwright/test';
import type { Api } from './api.ts';

/** A screen to photograph, check for accessibility and measure. */
export interface Screen {
  name: string;
  /** The customer; null without a session. */
  account: string | null;
  path: string | ((api: Api) => Promise<string>);
  /** Dialog of the home page to show; other screens have none. */
  shows?: 'forced' | 'popups';
  /** Actions before the picture is taken. */
  before?: (page: Page) => Promise<void>;
  /** Not available with extreme content: sums that must match, a function that must be closed. */
  needsRealData?: boolean;
  /** The second theme shows more than other colours. */
  differsInVip?: boolean;
  /** Without service workers. */
  hasNoWorker?: boolean;
}
