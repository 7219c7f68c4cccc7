import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBreach, importsAgainstLayers } from './boundary-rules.ts';
import { findCircle, home, listSources, parseImports, readImports } from './import-graph.ts';

const folders = ['lib', 'rules', 'contract', 'db', 'server', 'web', 'client', 'simulator'];
const files = listSources(folders);
const imports = files.flatMap(readImports);

test('scans every project', () => {
  for (const folder of folders) {
    expect(files.filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(0);
  }
  expect(imports.filter(({ isOwn }) => isOwn).length).toBeGreaterThan(200);
});

test('every import resolves to a file', () => {
  const missing = imports.filter(({ to, isOwn }) => isOwn && !existsSync(join(home, to)));
  expect(missing).toEqual([]);
});

test('imports respect the module boundaries', () => {
  const breaches = imports.map(findBreach).filter((breach) => breach !== null);
  expect(breaches).toEqual([]);
});

const all = [
  ...imports,
  ...listSources(['bench', 'resilience', 'tools', 'e2e']).flatMap(readImports),
];

test('there are no circular imports', () => {
  expect(findCircle(all)).toBeNull();
});

test('no two top folders import each other', () => {
  const top = (path: string): string => path.split('/')[0] ?? '';
  const arrows = new Set(
    all
      .filter(({ from, to, isOwn }) => isOwn && top(from) !== top(to))
      .map(({ from, to }) => `${top(from)} imports ${top(to)}`),
  );
  const mutual = [...arrows].filter((arrow) =>
    arrows.has(arrow.split(' imports ').toReversed().join(' imports ')),
  );
  expect(mutual).toEqual([]);
});

test('at most two folders of the server import a folder above them', () => {
  expect(importsAgainstLayers(imports)).toEqual([
    'shared imports adapters',
    'venues imports reports',
  ]);
});

describe('boundary violations', () => {
  test.each([
    ['lib/money.ts', `import { connect } from '../db/pool/connect.ts'`],
    ['lib/money.ts', `import { readFileSync } from 'node:fs'`],
    ['lib/money.ts', `import type { Pool } from 'pg'`],
    ['contract/units.ts', `import type { Tables } from '../db/tables/tables.ts'`],
    ['db/tables/tables.ts', `export type { Call } from '../../contract/endpoint.ts'`],
    ['db/demo/history.ts', `import { makeOrder } from '../../simulator/make-order.ts'`],
    ['simulator/api.ts', `import { hashSecret } from '../server/shared/ids.ts'`],
    ['simulator/api.ts', `import { decodeClaims } from '../web/session/claims.ts'`],
    ['server/app.ts', `import { Card } from '../web/ui/page.tsx'`],
    ['web/api/client.ts', `const x = await import('../../server/shared/ids.ts')`],
    ['web/ui/page.tsx', `import { formatMoney } from '../../lib/money.ts'`],
    ['server/units/units.routes.ts', `import { x } from '../venues/venues.view.ts'`],
    ['server/shared/ids.ts', `import { x } from '../venues/venues.queries.ts'`],
    ['server/http/mount.ts', `import { x } from '../users/authenticate.ts'`],
    ['server/units/units.ts', `import { x } from '../http/mount.ts'`],
    ['server/users/authenticate.ts', `import { x } from './users.routes.ts'`],
    ['server/app.ts', `import { x } from './adapters/flags/file-flags.ts'`],
    ['server/users/sessions.ts', `import { x } from './users.view.ts'`],
    ['server/units/units.queries.ts', `import { x } from '../shared/errors.ts'`],
    ['server/units/units.view.ts', `import { listUnits } from './units.queries.ts'`],
    ['server/app.ts', `import { connect } from '../db/pool/connect.ts'`],
    ['server/app.ts', `import { createTestDatabase } from '../db/testing/database.ts'`],
    ['web/screens/login/a.tsx', `import { b } from '../owners/b.tsx'`],
    ['web/layout/shell.tsx', `import { b } from '../screens/owners/b.tsx'`],
    ['web/screens/login/a.tsx', `import { Shell } from '../../layout/shell.tsx'`],
  ])('detects a forbidden import in %s: %s', (file, text) => {
    expect(parseImports(file, text).map(findBreach)).not.toContain(null);
  });

  test.each([
    ['server/units/units.routes.ts', `import { x } from './units.queries.ts'`],
    ['server/units/units.view.ts', `import type { UnitRow } from './units.queries.ts'`],
    ['server/app.ts', `import { x } from './units/units.routes.ts'`],
    ['server/main.ts', `import { x } from './adapters/flags/file-flags.ts'`],
    ['simulator/api.ts', `import { readError } from '../web/api/api-error.ts'`],
    ['server/app.test.ts', `import { createTestDatabase } from '../db/testing/database.ts'`],
    ['web/routes.tsx', `const x = () => import('./screens/owners/owners-screen.tsx')`],
    ['web/components/ring.tsx', `import { formatMoney } from '../../lib/money.ts'`],
  ])('allows the import in %s: %s', (file, text) => {
    expect(parseImports(file, text).map(findBreach)).toEqual([null]);
  });

  test.each(['export { a }', 'import type { A }', 'export type { A }'])(
    'detects a circular import by %s',
    (statement) => {
      const circle = [
        ...parseImports('db/a.ts', `import { b } from './b.ts'`),
        ...parseImports('db/b.ts', `${statement} from './a.ts'`),
      ];
      expect(findCircle(circle)).toEqual(['db/a.ts', 'db/b.ts', 'db/a.ts']);
    },
  );
});
