/** `customer` requires a session, `visitor` requires none, `open` accepts both. */
type Access = 'customer' | 'open' | 'visitor';

interface RouteRule {
  access: Access;
  /** The short path is the main one, as the spec has it. */
  short?: boolean;
  /** Shown with the tab bar, without a transition. */
  tab?: boolean;
}

/** Every page of the app, at `/pages/<name>/index` and at `/<name>`. */
const table = {
  start: { access: 'open' },
  login: { access: 'visitor', short: true },
  password_forget: { access: 'open' },
  password_edit: { access: 'customer' },
  user_agreement: { access: 'open' },
  user_ys: { access: 'open' },
  index: { access: 'customer', short: true, tab: true },
  devices: { access: 'customer', tab: true },
  coinup: { access: 'customer', tab: true },
  mine: { access: 'customer', short: true, tab: true },
  devices_detail: { access: 'customer' },
  outputs: { access: 'customer' },
  recharge: { access: 'customer', short: true },
  recharge_detail: { access: 'customer' },
  withdraw: { access: 'customer' },
  withdraw_record: { access: 'customer' },
  withdraw_record_detail: { access: 'customer' },
  withdraw_address: { access: 'customer' },
  bill: { access: 'customer' },
  electric_record: { access: 'customer' },
  electric_detail: { access: 'customer' },
  electric_pay_mode: { access: 'customer' },
  coinup_into: { access: 'customer' },
  coinup_out: { access: 'customer' },
  coinup_record: { access: 'customer' },
  coinup_safe: { access: 'open' },
  coinup_xy: { access: 'open' },
  messages: { access: 'customer' },
  message_settings: { access: 'customer' },
  support: { access: 'open' },
  support_threads: { access: 'customer' },
  support_thread: { access: 'customer' },
  sessions: { access: 'customer' },
  second_factor: { access: 'customer' },
  fundPWA: { access: 'customer' },
  user_sm: { access: 'open' },
  statement: { access: 'customer' },
  success: { access: 'customer' },
  assets: { access: 'customer' },
  dogeList: { access: 'customer' },
  detail: { access: 'customer' },
  webview: { access: 'customer' },
  about: { access: 'open' },
  closed: { access: 'open' },
  not_me: { access: 'open', short: true },
} satisfies Record<string, RouteRule>;

export type RouteName = keyof typeof table;

export const routes: Record<RouteName, RouteRule> = table;
export const routeNames = Object.keys(table) as RouteName[];

const fullPath = (name: RouteName) => `/pages/${name}/index`;
const shortPath = (name: RouteName) => `/${name}`;

/** Both paths of a page, the main one first. */
export function pathsOf(name: RouteName): [main: string, alias: string] {
  return routes[name].short ? [shortPath(name), fullPath(name)] : [fullPath(name), shortPath(name)];
}

/** The address of a page: `href('devices_detail', { id: '7' }) === '/pages/devices_detail/index?id=7'`. */
export function href(name: RouteName, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return query ? `${pathsOf(name)[0]}?${query}` : pathsOf(name)[0];
}

const byPath = new Map<string, RouteName>([
  ['/', 'start'],
  ...routeNames.flatMap((name) => pathsOf(name).map((path): [string, RouteName] => [path, name])),
]);

/** The page of a path, with or without a trailing slash; null for an unknown one. */
export function routeOf(pathname: string): RouteName | null {
  return byPath.get(pathname.replace(/(.)\/+$/, '$1')) ?? null;
}

const targetParam = 'to';

/** The login page with the target to return to. */
export function loginHref(target: string | null): string {
  return target === null ? href('login') : href('login', { [targetParam]: target });
}

/**
 * Target after a login; only pages of this app, because a crafted link could otherwise redirect a customer to another site.
 */
export function targetAfterLogin(search: string): string {
  const target = new URLSearchParams(search).get(targetParam);
  if (target === null || !target.startsWith('/') || target.startsWith('//')) return href('index');
  const name = routeOf(target.split(/[?#]/)[0] ?? '');
  return name !== null && routes[name].access === 'customer' ? target : href('index');
}
