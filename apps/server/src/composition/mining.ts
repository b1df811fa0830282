import { alertPorts } from '../features/alerts/alerts.slice.ts';
import { electricitySlice } from '../features/electricity/electricity.slice.ts';
import { machinesSlice } from '../features/machines/machines.slice.ts';
import { networkDaysSlice } from '../features/network-days/network-days.slice.ts';
import { loadPriceSources, loadRateSource } from '../features/prices/price-config.ts';
import { pricesSlice } from '../features/prices/prices.slice.ts';
import type { Accounts } from './accounts.ts';
import type { Platform } from './slice-deps.ts';

/** Machines, their electricity, and the figures that a mining day is computed from. */
export function composeMining(
  { database, staffReads, config, chainConfig, log, nodes }: Platform,
  {
    staff: { authorise, recordAudit, propose },
    inbox: { chosenNotices },
    identity: { findNamedCustomer },
  }: Pick<Accounts, 'staff' | 'inbox' | 'identity'>,
) {
  const machines = machinesSlice({
    database,
    staffReads,
    authorise,
    recordAudit,
    propose,
    queueNotices: chosenNotices('TERMS'),
    ...alertPorts(log),
  });
  const { enterArrear, leaveArrear } = machines;
  const electricity = electricitySlice({
    database,
    staffReads,
    authorise,
    recordAudit,
    propose,
    queueNotices: chosenNotices('ELECTRICITY'),
    enterArrear,
    leaveArrear,
    findNamedCustomer,
  });
  const countedChain = chainConfig.networkDayChain;
  const networkDays = networkDaysSlice({
    database,
    staffReads,
    nodes,
    countedChain,
    // The demo's days are those of other years, and a test chain's subsidies are its own.
    subsidies: config.mode === 'production' ? 'MAIN' : 'ANY_YEAR',
    log,
    ...alertPorts(log),
  });
  const { environment } = config;
  const rateSource = loadRateSource(environment);
  const prices = pricesSlice({ database, sources: loadPriceSources(environment), rateSource, log });
  return { networkDays, prices, machines, electricity };
}

export type Mining = ReturnType<typeof composeMining>;
