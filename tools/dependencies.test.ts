import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json';
import { home } from './import-graph.ts';

test('docs/dependencies.md names every package, and no other', () => {
  const page = readFileSync(join(home, 'docs/dependencies.md'), 'utf8');
  const tables = page.split('## Written by hand')[0] ?? '';
  const named = tables
    .split('\n')
    .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? [])
    .flatMap((cell) => cell.replaceAll(/\([^)]*\)/g, '').split(','))
    .map((name) => name.trim())
    .filter((name) => !['package', '', '---'].includes(name));
  const { dependencies, devDependencies } = packageJson;
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});
