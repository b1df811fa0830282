import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** A read under its own key: `[call, input]`. */
export function callQuery<Call extends ConsoleCall>(name: Call, input: ConsoleInput<Call>) {
  return queryOptions<ConsoleData<Call>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}
