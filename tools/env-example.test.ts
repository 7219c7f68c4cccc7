import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listVariables } from '../server/startup/env.ts';
import { envExample, envExampleFile } from './env-example.ts';
import { home } from './import-graph.ts';

test('.env.example is what npm run env-example writes', () => {
  expect(readFileSync(join(home, envExampleFile), 'utf8')).toBe(envExample());
});

test('every environment variable has a description', () => {
  expect(listVariables().length).toBeGreaterThan(30);
  expect(listVariables().filter(({ description }) => description === '')).toEqual([]);
});

test('docs/operations.md explains every environment variable', () => {
  const page = readFileSync(join(home, 'docs/operations.md'), 'utf8');
  expect(listVariables().filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
});
