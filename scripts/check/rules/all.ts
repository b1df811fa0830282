import { grantsRule, ledgerWritesRule, migrationOrderRule } from './database.ts';
import { dependenciesRule } from './dependencies.ts';
import { namesRule } from './documents.ts';
import { environmentRule } from './environment.ts';
import { ledgerEncodingRule } from './ledger-encoding.ts';
import { moneyRule } from './money.ts';
import type { Rule } from './rule.ts';
import { screenTextRule } from './screen-text.ts';
import { accessRule, sliceRule } from './server.ts';
import { fileNameRule, lengthRule, linkRule, wordsRule } from './tidy.ts';

/** The rules of the house that no off-the-shelf linter knows. */
export const houseRules: readonly Rule[] = [
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
  lengthRule,
  fileNameRule,
  wordsRule,
  linkRule,
  namesRule,
];
