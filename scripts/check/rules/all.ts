import { grantsRule, ledgerWritesRule, migrationOrderRule } from './database.ts';
import { dependenciesRule } from './dependencies.ts';
import { namesRule } from './documents.ts';
import { environmentRule } from './environment.ts';
import { ledgerEncodingRule } from './ledger-encoding.ts';
import { moneyRule } from './money.ts';
import type { Rule } from './rule.ts';
import { screenTextRule } from './screen-text.ts';
import { accessRule, sliceRule } from './server.ts';
import { linkRule, wordsRule } from './tidy.ts';

/** Rules about money, access, boundaries and documents that no linter has; all others are lint rules. */
export const repoRules: readonly Rule[] = [
  moneyRule,
  ledgerWritesRule,
  ledgerEncodingRule,
  screenTextRule,
  accessRule,
  sliceRule,
  grantsRule,
  migrationOrderRule,
  dependenciesRule,
  environmentRule,
  wordsRule,
  linkRule,
  namesRule,
];
