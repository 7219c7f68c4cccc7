import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../contract/endpoints.ts';
import { listExports } from './import-graph.ts';
import { home } from './import-graph.ts';
import { drawMap, listRoutes, mapFile, routesFile } from './map-page.ts';

test('docs/map.md is up to date with npm run map', () => {
  expect(readFileSync(join(home, mapFile), 'utf8')).toBe(drawMap());
});

test('the map has every endpoint', () => {
  const map = drawMap();
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    expect(map).toContain(`| \`${method} ${path}\` | \`${name}\` |`);
  }
});

test('the map has every route of the table, each with an existing screen', () => {
  const rows = readFileSync(join(home, routesFile), 'utf8').match(/\brow\(/g) ?? [];
  expect(rows.length).toBeGreaterThan(15);
  expect(listRoutes()).toHaveLength(rows.length);
  expect(listRoutes().filter(({ screen }) => !existsSync(join(home, screen)))).toEqual([]);
});

test('parses a route with its screen', () => {
  const source = `
    const login = () => import('./screens/login/login-screen.tsx');
    const coming = (pick) => async () => pick(await import('./screens/coming/all.tsx'));
    const table = [row('/login', 'exact', 'public', login), row(
      '/settings', 'deep', 'signedIn', coming(({ Settings }) => Settings))];`;
  expect(listRoutes(source)).toEqual([
    { path: '/login', who: 'public', screen: 'web/screens/login/login-screen.tsx' },
    { path: '/settings', who: 'signedIn', screen: 'web/screens/coming/all.tsx' },
  ]);
  expect(() => listRoutes(`row('/lost', 'exact', 'public', lost)`)).toThrow('/lost');
});

test('describes an export by the first sentence of its doc comment', () => {
  const source = `
    /** Splits cents. No cent is lost.
     * @param total in cents */
    export function splitCents(total: number) { return [total]; }
    export type Hidden = string;
    /** A limit */
    export const limit = 3;
    export const plain = 4;`;
  expect(listExports(source)).toEqual([
    { name: 'splitCents', says: 'Splits cents.' },
    { name: 'limit', says: 'A limit' },
    { name: 'plain', says: '' },
  ]);
});
