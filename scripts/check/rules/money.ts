import ts from 'typescript6';
import { fileRule, isTest, isTypeScript, walk } from './rule.ts';

/** Words that make a name an amount, a price or a rate of money. */
const amountWord =
  /(^|[a-z_.])(amount|balance|available|frozen|price|fee|net|gross|owed|paid|usdt|satoshi|posted|held|subsidy|output)s?(?![a-z])/i;
const countWord = /(count|height|blocks|seconds|length|size|index|id)$/i;

/** Turning money into pixels needs a float; these files draw and never compute money. */
const drawsOnly = /\/(charts?|sparkline|vein|bars)(\/|-|\.)/;

/**
 * No floating point touches an amount: bigint minor units, `parseAmount` and the named divisions instead.
 * Forbidden are `parseFloat`, `toFixed`, and `Number(x)`, `parseInt(x)`, `+x` where x is named like money.
 */
export const moneyRule = fileRule(
  'money',
  (file) => isTypeScript(file) && /^(apps|packages)\//.test(file) && !isTest(file) && !drawsOnly.test(file),
  (file, source) => {
    const findings: { line: number; problem: string }[] = [];
    walk(file, source, (node, line) => {
      const problem = floatProblem(node);
      if (problem) findings.push({ line: line(), problem });
    });
    return findings;
  },
);

function floatProblem(node: ts.Node): string | null {
  if (ts.isCallExpression(node)) {
    const callee = calleeName(node.expression);
    if (callee === 'parseFloat') return 'parseFloat: read decimals with parseAmount or parseDecimal';
    if (callee === 'toFixed') return 'toFixed: write amounts with formatAmount or displayAmount';
    const [argument] = node.arguments;
    if ((callee === 'Number' || callee === 'parseInt') && argument && namesMoney(argument)) {
      return `${callee}(${argument.getText()}): an amount never becomes a number`;
    }
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken && namesMoney(node.operand)) {
    return `+${node.operand.getText()}: an amount never becomes a number`;
  }
  return null;
}

function calleeName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

function namesMoney(expression: ts.Expression): boolean {
  const text = expression.getText().replace(/([a-z])([A-Z])/g, '$1_$2');
  return amountWord.test(text) && !countWord.test(text);
}
