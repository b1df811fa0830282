import type { Finding, Repo, Rule } from './rule.ts';

const page = 'docs/security/asvs.md';
const states = ['met', 'met, page', 'met, not tested', 'not met', 'n.a.'] as const;
const test = /\[[\w./-]+\.(?:test|spec)\.tsx?\]/;

interface Requirement {
  line: number;
  id: string;
  level: string;
  state: string;
  proof: string;
}

/** A row of the security requirements is in a known state, once; what is met names its test; the page counts them right. */
export const requirementsRule: Rule = {
  name: 'requirements',
  check: (repo) => (repo.files.includes(page) ? [...rowFindings(repo), ...countFindings(repo)] : []),
};

function cellsOf(text: string): string[] {
  return text
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function requirements(repo: Repo): Requirement[] {
  return repo
    .read(page)
    .split('\n')
    .flatMap((text, index) => {
      const [id = '', level = '', , state = '', , proof = ''] = cellsOf(text);
      return /^\d+\.\d+\.\d+$/.test(id) ? [{ line: index + 1, id, level, state, proof }] : [];
    });
}

function rowFindings(repo: Repo): Finding[] {
  const seen = new Set<string>();
  return requirements(repo).flatMap(({ line, id, state, proof }) => {
    const problems = [
      ...(seen.has(id) ? [`${id} has two rows`] : []),
      ...(states.some((known) => known === state) ? [] : [`${id} is "${state}", which is no state of the page`]),
      ...(state === 'met' && !test.test(proof) ? [`${id} is met without a test`] : []),
    ];
    seen.add(id);
    return problems.map((problem) => ({ file: page, line, problem }));
  });
}

function countFindings(repo: Repo): Finding[] {
  const rows = requirements(repo);
  const written = new Map(
    repo
      .read(page)
      .split('\n')
      .map(cellsOf)
      .map(([state = '', ...counts]) => [state, counts.slice(0, 3).join(' ')]),
  );
  return [...states, 'all'].flatMap((state) => {
    const counted = rows.filter((row) => state === 'all' || row.state === state);
    const first = counted.filter(({ level }) => level === '1').length;
    const expected = `${first} ${counted.length - first} ${counted.length}`;
    return written.get(state) === expected
      ? []
      : [{ file: page, problem: `${state}: the rows give ${expected}, the page says ${written.get(state)}` }];
  });
}
