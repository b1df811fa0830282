import type { FastifyRequest } from 'fastify';
import { logSampler } from '../log/log-sampler.ts';
import { coarseNetwork } from './networks.ts';

/** Why a request was refused before or by its handler: what a probe of the limits, of the input checks or of others' records looks like. */
export type RefusedBy = 'limit' | 'proof-of-work' | 'input' | 'not-found';

/** A flood must not fill the log: one line of a call and a reason in so long, with the number of all since. */
const loggedEveryMs = 10_000;

export function refusalLog() {
  const sampler = logSampler(loggedEveryMs);
  return (request: FastifyRequest, call: string, by: RefusedBy): void => {
    const refused = sampler(`${call} ${by}`);
    if (refused === null) return;
    const { session } = request;
    const customer = session === null ? {} : { customer: String(session.customerId) };
    const network = coarseNetwork(request.ip);
    request.log.info({ event: 'request.refused', call, by, network, ...customer, refused });
  };
}
