import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { home, listSources } from './import-graph.ts';
import {
  docComments,
  opensWithQuestion,
  readSource,
  retiredInDocs,
  retiredNames,
  retiredWords,
} from './words.ts';

const layers = ['lib', 'rules', 'contract', 'db', 'server', 'web', 'client', 'simulator'];
const sources = [...layers, 'resilience', 'bench', 'tools', 'e2e']
  .flatMap((layer) => listSources([layer]))
  // These two files spell the retired words.
  .filter((file) => !file.startsWith('tools/words'))
  .map(readSource);

test('no retired word is part of a file name or a declared name', () => {
  expect(sources.length).toBeGreaterThan(900);
  expect(sources.flatMap(retiredNames)).toEqual([]);
});

test('no retired word is in a doc comment', () => {
  expect(sources.flatMap(docComments).length).toBeGreaterThan(2000);
  expect(sources.flatMap(retiredInDocs)).toEqual([]);
});

test('at most 3 % of doc comments open with What, How, Where, Why or Who', () => {
  const comments = sources.flatMap(docComments);
  const questions = comments.filter(opensWithQuestion);
  expect(questions.length / comments.length).toBeLessThanOrEqual(0.03);
});

test('the glossary has a replacement for every retired word', () => {
  const glossary = readFileSync(join(home, 'docs/glossary.md'), 'utf8');
  expect(Object.keys(retiredWords).filter((word) => !glossary.includes(word))).toEqual([]);
});

test('a retired word is found in a name and in a doc comment', () => {
  const text = `
    /** Whoever asks is told. */
    export function tellReach() {}
    /** Sends the request. */
    export const sentRequest = 1;
    class FieldProblem {}`;
  const source = { file: 'server/a.ts', text };
  expect(retiredNames(source)).toEqual(['server/a.ts: tellReach', 'server/a.ts: FieldProblem']);
  expect(retiredInDocs(source)).toHaveLength(2);
  expect(retiredNames({ file: 'db/reach.ts', text: '' })).toEqual(['db/reach.ts: db/reach.ts']);
});

const mechanisms = [
  'LRU',
  'debounce',
  'optimistic',
  'concurrency',
  'graceful',
  'rate limit',
  'advisory lock',
  'row-level security',
  'CSRF',
];

test.each(mechanisms)('the code of the mechanism "%s" is found by that name', (mechanism) => {
  const found = sources.filter(
    ({ file, text }) =>
      !file.includes('.test.') && text.toLowerCase().includes(mechanism.toLowerCase()),
  );
  expect(found.length).toBeGreaterThan(0);
});
