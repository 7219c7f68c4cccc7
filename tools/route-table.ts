// Parses the rows of web/routes.tsx without running it, because it is browser code.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, type Program } from 'oxc-parser';
import { home } from './import-graph.ts';

export const routesFile = 'web/routes.tsx';

export interface RouteOnMap {
  path: string;
  who: string;
  /** File of its screen. */
  screen: string;
}

type Statement = Program['body'][number];

/** Every `row('/path', match, who, screen)` of the file, at any nesting level. */
export function listRoutes(text = readFileSync(join(home, routesFile), 'utf8')): RouteOnMap[] {
  const { program } = parseSync(routesFile, text);
  const screens = new Map(program.body.flatMap((statement) => screenOf(statement, text)));
  const rows = [...text.matchAll(/\brow\(\s*'([^']+)',\s*'\w+',\s*'(\w+)',\s*(\w+)/g)];
  return rows.map(([row, path = '', who = '', name = '']) => {
    const screen = screens.get(name);
    if (screen === undefined) throw new Error(`No screen is imported for ${row}`);
    return { path, who, screen };
  });
}

// const login = () => import('./screens/login/login-screen.tsx');
function screenOf(statement: Statement, text: string): [name: string, file: string][] {
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, start, end }) => {
    const request = /\bimport\('([^']+)'\)/.exec(text.slice(start, end))?.[1];
    if (id.type !== 'Identifier' || request === undefined) return [];
    return [[id.name, posix.join(posix.dirname(routesFile), request)]];
  });
}
