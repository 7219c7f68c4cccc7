/** The examples of docs/developers.md, run against a server with a token. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOwner } from '../testing/app.ts';
import { settle } from '../testing/places.ts';
import { senderToThisMachine, startReceiver } from '../testing/services/event-receiver.ts';
import { app, withApp } from '../testing/with-app.ts';

const run = promisify(execFile);
const text = readFileSync(new URL('../../docs/developers.md', import.meta.url), 'utf8');

/** @param nth from 0, among those of the language */
const exampleIn = (language: string, nth = 0): string => {
  const all = [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))];
  const code = all[nth]?.[1];
  if (code === undefined) throw new Error(`No example in ${language}`);
  return code;
};
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

let env: NodeJS.ProcessEnv;
let venueId: string;
let owner: TestOwner;
withApp({ now: new Date(), deps: { webhooks: senderToThisMachine() } });
beforeAll(async () => {
  await app.app.listen({ port: 0 });
  ({ owner } = await settle(app, 'Rooftop'));
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

describe('API-04', () => {
  /** A request of a webhook, and its secret. */
  async function receive(): Promise<{ body: string; header: string; secret: string }> {
    const receiver = await startReceiver();
    const body = { url: receiver.url, events: ['sale.created'] };
    const { token } = owner;
    const made = await app.send('POST', '/api/webhooks', { token, body });
    await app.send('POST', `/api/webhooks/${made.body.id}/test`, { token });
    await receiver.close();
    const [sent] = receiver.received;
    const header = String(sent?.headers['barback-signature']);
    return { body: sent?.text ?? '', header, secret: made.body.secret };
  }

  const examples = {
    'Node.js': {
      isThere: true,
      verify: (args: string[]) => {
        const call = `${exampleIn('js', 1)}\nconsole.log(isFromBarback(...process.argv.slice(1)))`;
        return run(process.execPath, ['--input-type=module', '-e', call, ...args]);
      },
    },
    Python: {
      isThere: isInstalled('python3'),
      verify: (args: string[]) => {
        const call = `${exampleIn('python', 1)}\nimport sys\nprint(str(is_from_barback(sys.argv[1].encode(), *sys.argv[2:])).lower())`;
        return run('python3', ['-c', call, ...args]);
      },
    },
  };

  test.each(Object.entries(examples).filter(([, { isThere }]) => isThere))(
    'the example in %s verifies a signature, and refuses others',
    async (_, { verify }) => {
      const { body, header, secret } = await receive();
      const isVerified = async (...args: string[]) => (await verify(args)).stdout.trim();
      expect(await isVerified(body, header, secret)).toBe('true');
      expect(await isVerified(`${body} `, header, secret)).toBe('false');
      expect(await isVerified(body, header, `${secret}x`)).toBe('false');
      const [time = '', ...signatures] = header.split(',');
      const other = [time, `v1=${'0'.repeat(64)}`, ...signatures].join(',');
      expect(await isVerified(body, other, secret)).toBe('true');
      const old = [`t=${Number(time.slice(2)) - 600}`, ...signatures].join(',');
      expect(await isVerified(body, old, secret)).toBe('false');
    },
  );
});
