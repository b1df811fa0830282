import type { AddressCheck, Network } from '@lode/chain';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { readRecorder } from '../../platform/http/console/staff-call.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { find } from './find.ts';
import type { ChainAddress } from './search.store.ts';

export interface SearchDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
  readonly checkAddress: (network: Network, text: string) => Promise<AddressCheck>;
}

/** Finds what is a customer's, and transfers of the house. What was typed may be a phone number: the audit log says who looked for it. */
export function searchSlice({ database, staffReads, recordAudit, checkAddress }: SearchDeps): {
  consoleHandlers: ConsolePart<'search'>;
} {
  const record = readRecorder({ database, recordAudit });

  async function addressesOf(text: string): Promise<ChainAddress[]> {
    if (text.length < shortestAddress) return [];
    const checks = await Promise.all(
      (['BITCOIN', 'ERC20'] as const).map(async (network) => ({ network, check: await checkInAnyCase(network, text) })),
    );
    return checks.flatMap(({ network, check }) => (check.valid ? [{ network, key: check.key }] : []));
  }

  /** Nothing is paid to what is found: capitals that carry no checksum, or a wrong one, do not matter. */
  async function checkInAnyCase(network: Network, text: string): Promise<AddressCheck> {
    const check = await checkAddress(network, text);
    return check.valid ? check : checkAddress(network, text.toLowerCase());
  }

  return {
    consoleHandlers: {
      async search(context, { text }) {
        const groups = await find(staffReads, text, await addressesOf(text.trim()));
        const found = groups.reduce((sum, { hits }) => sum + hits.length, 0);
        await record(context, 'search', 'search', { text, found });
        return { groups };
      },
    },
  };
}

/** No address is shorter. */
const shortestAddress = 14;
