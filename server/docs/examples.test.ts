/** The examples of docs/developers.md, run against a server with a token. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { settle } from '../testing/places.ts';
import { app, withApp } from '../testing/with-app.ts';

const run = promisify(execFile);
const text = readFileSync(new URL('../../docs/developers.md', import.meta.url), 'utf8');

const exampleIn = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`No example in ${language}`);
  return code;
};
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

let env: NodeJS.ProcessEnv;
let venueId: string;
withApp({ now: new Date() });
beforeAll(async () => {
  await app.app.listen({ port: 0 });
  const { owner } = await settle(app, 'Rooftop');
  ({ venueId } = owner);
  const body = { name: 'Example', scopes: ['reports:read'] };
  const made = await app.send('POST', '/api/tokens', { token: owner.token, body });
  const { port } = app.app.server.address() as AddressInfo;
  env = {
    ...process.env,
    BARBACK_URL: `http://localhost:${port}`,
    BARBACK_TOKEN: made.body.token,
  };
});

const soldDrinks = [{ name: 'Cuba Libre' }];

test.skipIf(!isInstalled('curl'))('the example with curl describes the token', async () => {
  const { stdout } = await run('sh', ['-c', exampleIn('sh')], { env });
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Example', venues: [{ id: venueId }] });
});

test('the example in Node.js reads the sales by drink', async () => {
  const args = ['--input-type=module', '-e', exampleIn('js')];
  const { stdout } = await run(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toMatchObject(soldDrinks);
});

test.skipIf(!isInstalled('python3'))('the example in Python reads the sales by drink', async () => {
  const { stdout } = await run('python3', ['-c', exampleIn('python')], { env });
  expect(JSON.parse(stdout)).toMatchObject(soldDrinks);
});
