import ts from 'typescript6';
import { fileRule, isTest, isTypeScript, walk } from './rule.ts';

const chinese = /[\u4e00-\u9fff]/;

/**
 * A sentence for the staff says the same in both of its languages: `sentence(english, chinese)` gives the Chinese every value and
 * every figure that the English has.
 */
export const sentencesRule = fileRule(
  'sentences',
  (file) => isTypeScript(file) && file.startsWith('apps/server/') && !isTest(file),
  (file, source) => {
    const findings: { line: number; problem: string }[] = [];
    walk(file, source, (node, line) => {
      const [en, zh] = argumentsOf(node);
      if (en && zh)
        findings.push(...problemsOf(partsOf(en), partsOf(zh)).map((problem) => ({ line: line(), problem })));
    });
    return findings;
  },
);

function argumentsOf(node: ts.Node): readonly ts.Expression[] {
  const isSentence =
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'sentence';
  return isSentence && node.arguments.length === 2 ? node.arguments : [];
}

interface Parts {
  values: ReadonlySet<string>;
  text: string;
}

function problemsOf(en: Parts, zh: Parts): string[] {
  const lacking = [...en.values].filter((value) => !zh.values.has(value));
  const figures = (en.text.match(/\d+/g) ?? []).filter((figure) => !zh.text.includes(figure));
  return [
    ...(lacking.length > 0 ? [`the Chinese lacks ${lacking.join(', ')}`] : []),
    ...(figures.length > 0 ? [`the Chinese lacks the figure ${figures.join(', ')}`] : []),
    ...(/[a-z]{2}/i.test(en.text) && !chinese.test(zh.text) ? ['the Chinese is none'] : []),
  ];
}

/** The names of the values that stand in an expression, and its own words. */
function partsOf(expression: ts.Expression): Parts {
  const values = new Set<string>();
  const texts: string[] = [];
  const each = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isValue(node)) values.add(node.text.replace(/Zh$/, ''));
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, each);
  };
  each(expression);
  return { values, text: texts.join(' ') };
}

/** Neither what is called nor a property of something else. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  return node.text !== 'en' && node.text !== 'zh' && node.text !== 'undefined';
}
