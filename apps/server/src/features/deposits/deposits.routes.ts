import { formatAmount } from '@lode/money';
import { type ChainNodes, isClosed } from '../../platform/chains/chain-nodes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { badInput, isRefusal, refuse } from '../../platform/http/refusal.ts';
import { coinSettings, depositMin, openNetworks, type SettingPort } from './coin-settings.ts';
import { depositAddress } from './deposit-address.ts';
import { depositRecord, readDeposits } from './deposit-page.ts';
import { coinOf } from './deposit-state.ts';

export interface DepositRouteDeps extends SettingPort {
  database: Database;
  nodes: ChainNodes;
}

export function depositRoutes({ database, ...deps }: DepositRouteDeps) {
  const { nodes } = deps;
  return {
    coinSettings: (context) => coinSettings(database, deps, context.now),

    async depositAddress({ session, now }, { coin, network }) {
      if (coinOf[network] !== coin) return badInput('network');
      const chain = await nodes.open(network);
      if (isClosed(chain) || !(await openNetworks(database, nodes)).has(network)) return refuse('switchedOff');
      const address = await depositAddress(database, chain, { network, customerId: session.customerId, now });
      if (address === null) return refuse('switchedOff');
      return {
        coin,
        network,
        address,
        min: formatAmount(await depositMin(database, deps, network, now), coin),
        confirmations: nodes.confirmations(network),
        hasFaucet: (await nodes.demoNode(network)) !== null,
      };
    },

    async depositPage({ session }, input) {
      const request = pageRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const id = input.id === undefined ? null : rowId(input.id);
      const isNone = input.id !== undefined && id === null;
      const rows = isNone
        ? []
        : await readDeposits(database, session.customerId, { coin: input.coin ?? null, id }, request);
      const page = pageOf(rows, request.size, request.current, (last) => encodeCursor([last.id]));
      return { ...page, records: page.records.map((row) => depositRecord(row, nodes.addressOf)) };
    },
  } satisfies Handlers;
}
