import type { ConsoleInput } from '@lode/contract/console';
import { minedCoins } from '@lode/money';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { LineReader } from '../../platform/line-reader.ts';
import { chineseOf, englishOf, inClauses, type Sentence, sentence } from '../../platform/sentence.ts';
import { authorityOf, type StaffPorts } from '../../platform/staff/authority.ts';
import { reasonsAgainstSpeed } from './hashrate-bounds.ts';
import { lockImports } from './import-machines.store.ts';
import * as cells from './machine-cells.ts';
import { readHashrateUnit, readMillionths, readText, reasonsAgainstPower } from './machine-cells.ts';
import { insertModel, type NewModel, readModelList } from './models.store.ts';
import { modelIsThere } from './sentences.zh.ts';

interface ModelsConsoleDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
}

/** What machines are made of. An import adds models too, by the first machine of each. */
export function modelsConsole({
  database,
  staffReads,
  recordAudit,
}: ModelsConsoleDeps): ConsolePart<'modelList' | 'createModel'> {
  return {
    async modelList(_context, input) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      return recordsOf(
        await readModelList(staffReads, request),
        ({ id }) => [id],
        ({ id, ...model }) => ({ ...model, id: String(id) }),
      );
    },
    async createModel({ session, now }, { reason, ...typed }) {
      const model = readModel(typed);
      if ('refused' in model) return refusedWith(model.refused);
      return database.transaction(async (dbTx) => {
        await lockImports(dbTx);
        const id = await insertModel(dbTx, model);
        if (id === null) return refusedWith(modelIsThere(model.name));
        await recordAudit(dbTx, {
          at: now,
          authority: authorityOf(session),
          action: 'model:create',
          subject: `model ${id}`,
          reason: reason.trim(),
          detail: { ...model, powerWatts: String(model.powerWatts) },
        });
        return { id: String(id) };
      });
    },
  };
}

/** By the rules of a file of machines. */
function readModel(typed: Omit<ConsoleInput<'createModel'>, 'reason'>): NewModel | { refused: Sentence } {
  const reader = new LineReader({ line: 1, values: typed });
  const coin = reader.choice('coin', minedCoins);
  const model = {
    name: readText(reader, 'name', cells.modelName.shape, cells.modelName.expected),
    coin,
    hashrate: readMillionths(reader, 'hashrate', cells.hashrate.isAllowed, cells.hashrate.expected),
    hashrateUnit: readHashrateUnit(reader, 'hashrateUnit', coin),
    powerWatts: reader.whole('powerWatts', 1, 1_000_000),
    poolFeeRate: readMillionths(reader, 'poolFeeRate', cells.poolFeeRate.isAllowed, cells.poolFeeRate.expected),
  };
  const reasons = [
    ...reader.reasons,
    ...(reader.reasons.length === 0 && coin === 'BTC' ? reasonsAgainstPower(model) : []),
    ...(reader.reasons.length === 0 ? reasonsAgainstSpeed(coin, model) : []),
  ];
  if (reasons.length === 0) return model;
  return { refused: inClauses(reasons.map((one) => sentence(englishOf(one), chineseOf(one)))) };
}
