import type { Database, Queryable } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/snapshot.ts';
import {
  type Head,
  type Link,
  readHead,
  readLinks,
  readSeenHeads,
  readUnchained,
  readUnlogged,
  readVanished,
} from './log.store.ts';

const batch = 5000;
/** Of each kind: who deletes a table need not fill the memory too. */
const named = 100;

/** Each difference between the chain and what it covers, and the head that was seen. One snapshot, in batches. */
export function checkLog(database: Database): Promise<{ head: Head | null; faults: string[] }> {
  return inSnapshot(database, async (dbTx) => {
    const head = await readHead(dbTx);
    const faults = [...(await checkLinks(dbTx, head)), ...(await checkRows(dbTx)), ...(await checkSeenHeads(dbTx))];
    return { head, faults };
  });
}

async function checkLinks(db: Queryable, head: Head | null): Promise<string[]> {
  const faults: string[] = [];
  let number = 0n;
  let hash: Buffer | null = null;
  for (;;) {
    const links = await readLinks(db, number, batch);
    for (const link of links) {
      if (faults.length < named) faults.push(...faultsOf(link, number, hash));
      ({ number, hash } = link);
    }
    if (links.length < batch) break;
  }
  if (head === null) return [...faults, 'the head of the chain is gone'];
  if (head.number !== number) faults.push(`the chain ends at link ${number}, its head says ${head.number}`);
  else if (hash !== null && !hash.equals(head.hash)) faults.push(`link ${number} is not the head of the chain`);
  return faults;
}

function faultsOf(link: Link, lastNumber: bigint, lastHash: Buffer | null): string[] {
  const { number, eventId, previous, hash, computed, auditId, hasAudit, isAuditAsItWas } = link;
  const faults: string[] = [];
  if (number !== lastNumber + 1n) faults.push(`links ${lastNumber + 1n} to ${number - 1n} are gone`);
  else if (lastHash !== null && !previous.equals(lastHash))
    faults.push(`link ${number} does not follow link ${lastNumber}`);
  if (computed === null) faults.push(`event ${eventId} of link ${number} is gone`);
  else if (!computed.equals(hash)) faults.push(`event ${eventId} or link ${number} was changed`);
  if (auditId !== null && !hasAudit) faults.push(`audit row ${auditId} of event ${eventId} is gone`);
  else if (auditId !== null && !isAuditAsItWas) faults.push(`audit row ${auditId} of event ${eventId} was changed`);
  return faults;
}

/** Rows that were inserted past the triggers. */
async function checkRows(db: Queryable): Promise<string[]> {
  const unchained = (await readUnchained(db, named)).map((id) => `event ${id} stands in no link`);
  const vanished = (await readVanished(db, named)).map((id) => `event ${id} is gone and was not chained`);
  const unlogged = (await readUnlogged(db, named)).map((id) => `audit row ${id} stands in no event`);
  return [...unchained, ...vanished, ...unlogged];
}

/** A chain that lost its end, with its head set back, is whole: only what was seen before tells. */
async function checkSeenHeads(db: Queryable): Promise<string[]> {
  const lost = (await readSeenHeads(db)).filter(({ isThere }) => !isThere);
  return lost
    .slice(0, named)
    .map(({ number, at }) => `link ${number}, the head on ${at.toISOString()}, is gone or another one`);
}
