import ts from 'typescript6';
import { fileRule, isTest, isTypeScript, walk } from './rule.ts';

const chinese = /[\u4e00-\u9fff]/;

/** Where words of the screen may stand: locale files, catalogues of messages, demo data, demo pages. */
const catalogue = /(^|\/)(locales?|demo)\/|\.zh\.tsx?$|(^|\/)(texts|catalogue|codes)\.ts$|\.demo\.tsx$/;

/** Screen text is kept together, so that a person who minds the words finds them all. Comments may quote it. */
export const screenTextRule = fileRule(
  'screen text',
  (file) => isTypeScript(file) && /^(apps|packages)\//.test(file) && !isTest(file) && !catalogue.test(file),
  (file, source) => {
    const findings: { line: number; problem: string }[] = [];
    walk(file, source, (node, line) => {
      const isText =
        ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || isTemplateRest(node);
      if (isText && chinese.test(node.text)) {
        findings.push({
          line: line(),
          problem: `screen text ${node.text.trim()} belongs in a locale or catalogue file`,
        });
      }
    });
    return findings;
  },
);

function isTemplateRest(node: ts.Node): node is ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
