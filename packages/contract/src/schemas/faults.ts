import { Type } from '@sinclair/typebox';
import { longestFaultText } from '../fault-text.ts';
import { route } from './route.ts';
import { OneOf } from './shapes.ts';

export const faultRoutes = {
  reportFault: route('reportFault', {
    summary: 'A failure that the client does not show: the server logs it, redacted, and keeps nothing.',
    access: 'open',
    limit: 'report',
    input: {
      kind: OneOf(['PROMISE', 'ERROR']),
      message: Type.String({ minLength: 1, maxLength: longestFaultText }),
      /** Script, line and column of the topmost frame that is the client's own. */
      place: Type.String({ pattern: '^(/js/[\\w.~-]{1,100}:\\d{1,7}:\\d{1,7})?$' }),
      /** Path of the page, without its query. */
      page: Type.String({ pattern: '^/[\\w/-]{0,80}$' }),
    },
    data: Type.Null(),
  }),
};
