import { begin, type FirstPages } from './begin.ts';

/** Defined by the build; absent in development. */
declare const LODE_FIRST_PAGES: FirstPages | undefined;

begin(typeof LODE_FIRST_PAGES === 'undefined' ? { login: [], home: [] } : LODE_FIRST_PAGES);
