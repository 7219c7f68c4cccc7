import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../contract/endpoints.ts';
import { listExports, type Export } from './exports.ts';
import { home, listSources } from './import-graph.ts';
import { listRoutes } from './route-table.ts';

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

function table(heads: string[], rows: string[][]): string {
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
