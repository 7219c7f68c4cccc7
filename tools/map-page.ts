import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, type Program } from 'oxc-parser';
import { type Export, listExports } from './import-graph.ts';
import { endpoints } from '../contract/endpoints.ts';
import { home, listSources } from './import-graph.ts';

export const mapFile = 'docs/map.md';

/** Code map generated from the sources. */
export function drawMap(): string {
  return [
    '# Map',
    '',
    'Every route, endpoint and rule, and its file. Made by `npm run map`; a test checks that it is up to date.',
    '',
    '## Routes',
    '',
    table(
      ['Address', 'Who', 'File of its screen'],
      listRoutes().map(({ path, who, screen }) => [code(path), who, code(screen)]),
    ),
    '',
    '## Calls',
    '',
    table(['Call', 'Name', 'What it does', 'File'], listEndpoints()),
    '',
    '## Rules',
    '',
    table(['Rule', 'What it says', 'File'], listRules()),
    '',
  ].join('\n');
}

function listEndpoints(): string[][] {
  const files = new Map(
    listSources(['contract'])
      .filter((file) => file !== 'contract/endpoints.ts')
      .flatMap((file) => exportsOf(file).map(({ name }): [string, string] => [name, file])),
  );
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`No file of contract/ exports the call ${name}`);
    return [code(`${endpoint.method} ${endpoint.path}`), code(name), endpoint.summary, code(file)];
  });
}

function listRules(): string[][] {
  return listSources(['rules', 'lib'])
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => exportsOf(file).map(({ name, says }) => [code(name), says, code(file)]));
}

const exportsOf = (file: string): Export[] => listExports(readFileSync(join(home, file), 'utf8'));

const code = (text: string): string => `\`${text}\``;

function table(latestNumbers: string[], rows: string[][]): string {
  return [line(latestNumbers), line(latestNumbers.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

// Parses the rows of web/routes.tsx without running it, because it is browser code.

export const routesFile = 'web/routes.tsx';

interface RouteOnMap {
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
