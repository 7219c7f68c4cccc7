// npm run map: writes docs/map.md, the list of every route, endpoint and rule with its file.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { home } from './import-graph.ts';
import { drawMap, mapFile } from './map-page.ts';

const file = join(home, mapFile);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, drawMap());
