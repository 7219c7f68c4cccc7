import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { newId } from '../shared/ids.ts';
import { readEnvironment } from './env.ts';
import { explainStartupError } from './startup-errors.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../testing/app.ts';
import { type ServerProcess, spawnServer } from '../testing/services/processes.ts';

describe('shutdown', () => {
  let app: TestApp;
  const dataDir = withTestFolder();
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterEach(async () => {
    for (const { process } of running) process.kill('SIGKILL');
    await Promise.all(running.splice(0).map(({ ended }) => ended));
  });
  afterAll(() => app.close());

  const start = (environment: Record<string, string> = {}): ServerProcess => {
    const server = spawnServer({
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      ...environment,
    });
    running.push(server);
    return server;
  };

  const isListening = (url: string): Promise<boolean> =>
    fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );

  test('completes a request in flight before the server exits, and accepts no new one', async () => {
    const unit = await createUnit(app, await addOwner(app, 'Rooftop'));
    const server = start();
    const url = await server.ready;
    const holding = await app.pool.connect();
    await holding.query('begin');
    await holding.query('lock table orders in access exclusive mode');

    const order = fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${unit.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        unitNumber: unit.unitNumber,
        date: new Date().toISOString(),
        drinks: [{ drinkId: unit.cubaLibre, quantity: 1 }],
      }),
    });
    const waiting = `select count(*) from pg_locks join pg_stat_activity using (pid)
    where relation = 'orders'::regclass and not granted and query like '%insert into "orders"%'`;
    const countWaiting = async () => (await app.pool.query(waiting)).rows[0].count;
    await expect.poll(countWaiting).toBe(1);
    server.process.kill('SIGTERM');
    await expect.poll(() => isListening(url)).toBe(false);
    expect(await countWaiting()).toBe(1);

    await holding.query('rollback');
    holding.release();
    expect((await order).status).toBe(201);
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
  });

  test('completes a running job before the server exits', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let accept = (): void => undefined;
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        stream.resume();
        stream.once('end', () => {
          accept = done;
          arrive();
        });
      },
    });
    const listening = mailServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const id = newId(new Date());
    const message = { id, channel: 'mail', recipient: 'maya@example.com', body: 'Rum is at 18%' };
    await app.db
      .insertInto('messages')
      .values({ ...message, channel: 'mail', created_at: new Date() })
      .execute();
    await queueJobs(app.db, [{ kind: 'send message', key: id, payload: { messageId: id } }]);

    const server = start({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'bar@example.com' });
    const url = await server.ready;
    await arrived;
    server.process.kill('SIGTERM');
    await expect.poll(() => isListening(url)).toBe(false);
    const state = async () =>
      (await app.db.selectFrom('messages').select('state').executeTakeFirst())?.state;
    expect(await state()).toBe('sending');

    accept();
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
    expect(await state()).toBe('sent');
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  });
});

describe('startup errors', () => {
  const environment = readEnvironment({ DATA_DIR: '/srv/barback' }, '/');

  const denied = (path: object) =>
    Object.assign(new Error('permission denied'), { code: 'EACCES', syscall: 'open', ...path });

  test('a file that may not be read is named', () => {
    const message = explainStartupError(denied({ path: '/srv/barback/jwt-secret' }), environment);
    expect(message).toMatch(
      /^The file \/srv\/barback\/jwt-secret in the data folder \/srv\/barback may not be read/,
    );
  });

  test.each<[string, object]>([
    ['Connection terminated unexpectedly', {}],
    ['query_wait_timeout', { code: '08P01' }],
  ])('"%s" is a database that cannot be reached', (message, code) => {
    const error = Object.assign(new Error(message), code);
    expect(explainStartupError(error, environment)).toMatch(
      /^The database at \/srv\/barback cannot be reached/,
    );
  });

  test('a statement that the database has cancelled is no database that cannot be reached', () => {
    const message = 'canceling statement due to statement timeout';
    const error = Object.assign(new Error(message), { code: '57014' });
    expect(explainStartupError(error, environment)).toBe(`Barback could not start: ${message}.`);
  });

  test('a system call without a file names the folder', () => {
    const message = explainStartupError(denied({}), environment);
    expect(message).toMatch(/^A file in the data folder \/srv\/barback may not be read/);
  });
});
