import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import { home } from './import-graph.ts';
import { runIn } from './testing/installation.ts';

/** Reports which of the versions a start would accept. */
async function supported(versions: readonly string[]): Promise<string[]> {
  const program = `
    import { isSupported } from './tools/check-node.mjs';
    console.log(JSON.stringify(${JSON.stringify(versions)}.filter(isSupported)));
  `;
  const { out } = await runIn(home, ['--input-type=module', '--eval', program]);
  return JSON.parse(out);
}

test('a start accepts the versions of Node.js that package.json declares', async () => {
  const refused = ['18.20.4', '20.18.3', '21.7.3', '22.0.0', '22.12.0', '23.11.1'];
  const accepted = ['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '25.9.0', '26.10.0'];
  expect(await supported([...refused, ...accepted])).toEqual(accepted);
  expect(packageJson.engines.node).toBe('^20.19 || ^22.13 || >=24');
  expect(packageLock.packages[''].engines).toEqual(packageJson.engines);
  expect(accepted[0]).toContain(readFileSync(join(home, '.nvmrc'), 'utf8').trim());
});
