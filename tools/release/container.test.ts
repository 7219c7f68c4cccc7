import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { home } from '../import-graph.ts';
import { type Machine, missingForMachine, startMachine } from './testing/machine.ts';

const missing = missingForMachine();
if (missing !== null) process.stderr.write(`The Containerfile is not tried here: ${missing}.\n`);

const context = join(home, 'build/release');
const text = readFileSync(join(home, 'packaging/container/Containerfile'), 'utf8');
const instructions = text
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .replaceAll('$VERSION', packageJson.version)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** Returns what follows the only instruction of a name. */
function only(name: string): string {
  const [found, ...others] = instructions.filter((instruction) => instruction.name === name);
  expect(others).toEqual([]);
  return found?.rest ?? '';
}
/** Quotes the arguments of a JSON array for a shell. */
const quoted = (array: string): string =>
  (JSON.parse(array) as string[]).map((each) => `'${each}'`).join(' ');

describe.skipIf(missing !== null)(
  'steps of the Containerfile, by hand on a copy of this machine',
  () => {
    let machine: Machine;
    beforeAll(async () => {
      machine = await startMachine();
    });
    afterAll(() => machine.stop());

    const run = async (command: string): Promise<string> => {
      const { code, out } = await machine.run(command);
      expect(code, `${command}\n${out}`).toBe(0);
      return out.trim();
    };

    test('make a server that is healthy, confined to its volume, and ends with 0', async () => {
      for (const { name, rest } of instructions) {
        const [from = '', to = ''] = rest.split(' ');
        if (name === 'ADD') await run(`tar -xzf ${join(context, from)} -C ${to}`);
        if (name === 'RUN') await run(rest);
      }
      const as = `setpriv --reuid=${only('USER')} --regid=${only('USER')} --clear-groups`;
      const secrets =
        'JWT_SECRET=a-secret-of-at-least-32-characters SECRETS_KEY=a-key-of-at-least-32-characters-';
      const unit = '--unit=container --remain-after-exit --quiet';
      const program = `${quoted(only('ENTRYPOINT'))} ${quoted(only('CMD'))}`;
      const environment = `env ${only('ENV')} ${secrets}`;
      const folder = `--working-directory=${only('WORKDIR')}`;
      const show = (property: string) =>
        run(`systemctl show --property=${property} --value container`);

      const health = `${as} env ${only('ENV')} ${quoted(only('HEALTHCHECK').replace(/^.* CMD /, ''))}`;
      expect((await machine.run(health)).code).toBe(1);
      await run(`systemd-run ${unit} ${folder} ${as} ${environment} ${program}`);
      await run(
        `until ${health}; do [ "$(systemctl show --property=SubState --value container)" = running ] || exit 1; done`,
      );
      // An address that is not the default one.
      expect(await run('curl -fsS http://127.0.0.2:4000/')).toContain('<div id="root">');
      expect(await run(`ps -o user= -p ${await show('MainPID')}`)).toBe(only('USER'));
      expect(await run(`find / -xdev -path /opt/barback-* -user ${only('USER')}`)).toBe('');
      expect(await run(`stat -c %U ${only('VOLUME')}/postgres`)).toBe(only('USER'));

      await run(`systemctl kill --kill-whom=main --signal=${only('STOPSIGNAL')} container`);
      await run(
        'until [ "$(systemctl show --property=SubState --value container)" = exited ]; do sleep 0.1; done',
      );
      expect(await show('ExecMainStatus')).toBe('0');
    });
  },
);
