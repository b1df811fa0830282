import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, redirect } from 'react-router';
import { LoginPage } from '../features/login/login-page.tsx';
import { SetUpPage } from '../features/login/set-up-page.tsx';
import { WorkQueuePage } from '../features/work-queue/work-queue-page.tsx';
import { CallError, refusal } from '../lib/call.ts';
import { enter } from '../lib/session.ts';
import { Frame } from './frame.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { NotFoundPage, PageFailed } from './page-failed.tsx';

/** A page's own script, loaded when it is first opened. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] });

/** Pages ask for the session before they show; a session that ends in between ends the page too. */
export function createRouter(queryClient: QueryClient) {
  async function requireSession({ request }: { request: Request }) {
    const { pathname, search } = new URL(request.url);
    const login = `/login?to=${encodeURIComponent(pathname + search)}`;
    try {
      return (await enter(queryClient)) ?? redirect('/set-up');
    } catch (error) {
      if (error instanceof CallError && error.code === refusal.sessionExpired) return redirect(login);
      throw error;
    }
  }

  const router = createBrowserRouter([
    { path: '/login', Component: LoginPage, ErrorBoundary: PageFailed },
    { path: '/set-up', Component: SetUpPage, ErrorBoundary: PageFailed },
    {
      id: 'frame',
      path: '/',
      loader: requireSession,
      shouldRevalidate: () => false,
      Component: Frame,
      ErrorBoundary: PageFailed,
      HydrateFallback: FrameSkeleton,
      children: [
        { index: true, Component: WorkQueuePage },
        { path: 'support', lazy: page(() => import('../features/support/threads-page.tsx'), 'ThreadsPage') },
        { path: 'support/:id', lazy: page(() => import('../features/support/thread-page.tsx'), 'ThreadPage') },
        { path: 'settings', lazy: page(() => import('../features/settings/settings-page.tsx'), 'SettingsPage') },
        { path: 'settings/one', lazy: page(() => import('../features/settings/setting-page.tsx'), 'SettingPage') },
        { path: 'audit', lazy: page(() => import('../features/audit/audit-page.tsx'), 'AuditPage') },
        { path: 'customers', lazy: page(() => import('../features/customers/customers-page.tsx'), 'CustomersPage') },
        {
          path: 'customers/:id/:part?',
          lazy: page(() => import('../features/customers/customer-page.tsx'), 'CustomerPage'),
        },
        {
          path: 'customers/:id/view/:part?',
          lazy: page(() => import('../features/customer-view/view-page.tsx'), 'CustomerViewPage'),
        },
        {
          path: 'withdrawals',
          lazy: page(() => import('../features/withdrawals/withdrawals-page.tsx'), 'WithdrawalsPage'),
        },
        {
          path: 'withdrawals/auto-approval',
          lazy: page(() => import('../features/auto-approval/auto-approval-page.tsx'), 'AutoApprovalPage'),
        },
        { path: 'withdrawals/:id', lazy: page(() => import('../features/withdrawals/review-page.tsx'), 'ReviewPage') },
        { path: 'deposits', lazy: page(() => import('../features/deposits/deposits-page.tsx'), 'DepositsPage') },
        { path: 'deposits/:id', lazy: page(() => import('../features/deposits/deposit-page.tsx'), 'DepositPage') },
        {
          path: 'stuck-payments',
          lazy: page(() => import('../features/stuck-payments/stuck-payments-page.tsx'), 'StuckPaymentsPage'),
        },
        { path: 'pools', lazy: page(() => import('../features/pools/pools-page.tsx'), 'PoolsPage') },
        {
          path: 'chain-money',
          lazy: page(() => import('../features/chain-money/chain-money-page.tsx'), 'ChainMoneyPage'),
        },
        {
          path: 'proposals/new',
          lazy: page(() => import('../features/proposals/new-proposal-page.tsx'), 'NewProposalPage'),
        },
        { path: 'proposals', lazy: page(() => import('../features/proposals/proposals-page.tsx'), 'ProposalsPage') },
        { path: 'proposals/:id', lazy: page(() => import('../features/proposals/proposal-page.tsx'), 'ProposalPage') },
        { path: 'machines', lazy: page(() => import('../features/machines/machines-page.tsx'), 'MachinesPage') },
        { path: 'repairs', lazy: page(() => import('../features/repairs/repairs-page.tsx'), 'RepairsPage') },
        { path: 'repairs/:id', lazy: page(() => import('../features/repairs/repair-page.tsx'), 'RepairPage') },
        { path: 'models', lazy: page(() => import('../features/machines/models-page.tsx'), 'ModelsPage') },
        { path: 'machines/:id', lazy: page(() => import('../features/machines/machine-page.tsx'), 'MachinePage') },
        { path: 'machines/outages', lazy: page(() => import('../features/machines/outages-page.tsx'), 'OutagesPage') },
        { path: 'ledger', lazy: page(() => import('../features/books/ledger-page.tsx'), 'LedgerPage') },
        {
          path: 'ledger/trial-balance',
          lazy: page(() => import('../features/books/trial-balance-page.tsx'), 'TrialBalancePage'),
        },
        {
          path: 'ledger/reconciliation',
          lazy: page(() => import('../features/books/reconciliation-page.tsx'), 'ReconciliationPage'),
        },
        { path: 'ledger/month', lazy: page(() => import('../features/books/month-page.tsx'), 'MonthPage') },
        { path: 'days', lazy: page(() => import('../features/days/days-page.tsx'), 'DaysPage') },
        {
          path: 'network-day/:coin/:date',
          lazy: page(() => import('../features/days/network-day-page.tsx'), 'NetworkDayPage'),
        },
        { path: 'coin-up', lazy: page(() => import('../features/coin-up/coin-up-page.tsx'), 'CoinUpPage') },
        { path: 'content', lazy: page(() => import('../features/content/content-page.tsx'), 'ContentPage') },
        {
          path: 'content/new',
          lazy: page(() => import('../features/content/content-form-page.tsx'), 'ContentFormPage'),
        },
        {
          path: 'content/:id',
          lazy: page(() => import('../features/content/content-revision-page.tsx'), 'ContentRevisionPage'),
        },
        { path: 'messages', lazy: page(() => import('../features/messages/messages-page.tsx'), 'MessagesPage') },
        { path: 'messages/:id', lazy: page(() => import('../features/messages/message-page.tsx'), 'MessagePage') },
        { path: 'imports', lazy: page(() => import('../features/imports/import-page.tsx'), 'ImportPage') },
        { path: 'sites', lazy: page(() => import('../features/sites/sites-page.tsx'), 'SitesPage') },
        { path: 'sites/:id', lazy: page(() => import('../features/sites/site-page.tsx'), 'SitePage') },
        { path: 'runbooks/:name', lazy: page(() => import('../features/runbooks/runbook-page.tsx'), 'RunbookPage') },
        { path: 'health', lazy: page(() => import('../features/health/health-page.tsx'), 'HealthPage') },
        { path: 'account', lazy: page(() => import('../features/account/account-page.tsx'), 'AccountPage') },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]);

  /** Another tab logged out, an administrator ended it, or it has been idle. */
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') endIfExpired(query.state.error);
  });
  queryClient.getMutationCache().subscribe(({ mutation }) => endIfExpired(mutation?.state.error ?? null));
  function endIfExpired(error: unknown): void {
    const { pathname, search } = window.location;
    if (!(error instanceof CallError) || error.code !== refusal.sessionExpired || pathname === '/login') return;
    queryClient.clear();
    void router.navigate(`/login?to=${encodeURIComponent(pathname + search)}`, { replace: true });
  }

  return router;
}
