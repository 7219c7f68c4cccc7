import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { unguard } from '../../lib/csv-cell.ts';
import { downloadLimits, downloadSalesCsv } from './download-sales-csv.ts';
import { readSalesCsv } from './sales-csv.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { cents, end, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('sales csv', () => {
  withTwoMonthsOfSales();

  describe('sales CSV', () => {
    const download = async (timezone = 'America/New_York') =>
      app.send(
        'GET',
        `/api/orders/sales/report.csv?${query({ startDate: start, endDate: end })}&timezone=${timezone}`,
        {
          token: owner.token,
        },
      );

    test('the CSV parses back to the report, row by row and to the cent', async () => {
      const { body } = await report({ startDate: start, endDate: end }, { current: 1, size: 1000 });
      const { text, headers } = await download();
      const rows: string[][] = parse(text, { bom: true });
      expect(rows[0]).toEqual(
        'Id,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #'.split(
          ',',
        ),
      );
      const lines = body.sales.flatMap((sale: any) =>
        sale.drinks.map((drink: any) => [sale, drink]),
      );
      const described = rows
        .slice(1, -7)
        .map((row) => [
          row[0],
          unguard(row[3] ?? ''),
          row[5],
          row[6],
          row[7],
          row[8],
          row[9],
          row[10],
          row[11],
        ]);
      const money = (amount: number | null) => (amount === null ? '' : amount.toFixed(2));
      expect(described).toEqual(
        lines.flatMap(([sale, drink]: any[]) => {
          const { refundedQuantity: back = 0, refundedTax = 0, refundedTips = 0 } = drink;
          const row = (
            glasses: number,
            [tax, tips]: number[],
            fee: number | null,
            status: string,
          ) => [
            sale.id,
            drink.name,
            money((cents(drink.price) * glasses) / 100),
            money((tax ?? 0) / 100),
            money((tips ?? 0) / 100),
            sale.paymentReaderDeviceName,
            money(fee),
            status,
            String(sale.unitNumber),
          ];
          const left = [
            cents(drink.tax) - cents(refundedTax),
            cents(drink.tips) - cents(refundedTips),
          ];
          return [
            row(drink.quantity - back, left, drink.processingFee, drink.status),
            ...(back > 0
              ? [row(back, [cents(refundedTax), cents(refundedTips)], null, 'refunded')]
              : []),
          ];
        }),
      );
      expect(Number(headers['x-total-count'])).toBe(body.sales.length);
      expect(headers['content-disposition']).toContain('sales-2024-02-28-2024-04-02.csv');
      expect(Object.fromEntries(rows.slice(-7).map((row) => [row[0], row[5]]))).toMatchObject({
        'Total Sales': money(body.totalSales),
        'Gross Volume': money(body.grossVolume),
        'Net Volume': money(body.netVolume),
      });
    });

    test('the CSV contains times in the requested zone', async () => {
      const first = async (timezone: string) =>
        parse((await download(timezone)).text)[1] as string[];
      expect((await first('America/New_York')).slice(1, 3)).toEqual(['2024-02-28', '17:17:03']);
      expect((await first('America/Los_Angeles')).slice(1, 3)).toEqual(['2024-02-28', '14:17:03']);
    });

    test('the CSV rejects an unknown time zone', async () => {
      expect(await download('Mars/Olympus')).toMatchObject({
        status: 400,
        body: { timezone: 'Unknown timezone' },
      });
    });

    test('the CSV escapes texts against formula injection and broken rows', async () => {
      const name = '=1+1,"x"\t\\N';
      await app.db.updateTable('drinks').set({ name }).where('id', '=', unit.cubaLibre).execute();
      const date = Date.UTC(2025, 0, 1);
      await app.send('POST', '/api/orders', {
        token: unit.key,
        body: { date, drinks: [{ drinkId: unit.cubaLibre }] },
      });
      const { text } = await app.send(
        'GET',
        `/api/orders/sales/report.csv?${query({ startDate: date, endDate: date })}&timezone=America/New_York`,
        { token: owner.token },
      );
      const cell = (parse(text)[1] as string[])[3] ?? '';
      expect(cell).not.toMatch(/^[=+\-@]/);
      expect(unguard(cell)).toBe(name);
    });
  });
});

describe('read sales csv', () => {
  withApp({ owner: 'Rooftop' });

  const range = { startMs: Date.UTC(2024, 0, 1), endMs: Date.UTC(2024, 1, 1) };
  const start = async (account: string): Promise<Readable> => {
    const scope = { venueId: owner.venueId, unitId: null };
    const as = { timezone: 'UTC', feesReported: false };
    return (await readSalesCsv(downloads(), account, scope, range, as)).csv;
  };
  const leave = async (csv: Readable): Promise<void> => {
    const closed = once(csv, 'close');
    csv.destroy();
    await closed;
  };
  const downloads = (): Pool => app.deps.readRouter.primary.downloads;
  const inUse = (): number => downloads().totalCount - downloads().idleCount;

  test('an export that is never read releases its connection', async () => {
    const csv = await start('one');
    expect(inUse()).toBe(1);
    await leave(csv);
    expect(inUse()).toBe(0);
  });

  test('an aborted export and a completed one release their connections', async () => {
    const left = await start('one');
    await once(left, 'readable');
    await leave(left);
    const csv = await start('two');
    for await (const piece of csv) expect(piece).toEqual(expect.any(String));
    expect(inUse()).toBe(0);
  });

  test('the limit on concurrent exports leaves connections for other requests', async () => {
    const open = await Promise.all(['1', '2', '3', '4', '5'].map(start));
    await expect(start('6')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 });
    expect(inUse()).toBe(5);
    await leave(open[0] as Readable);
    await leave(await start('6'));
    await Promise.all(open.slice(1).map(leave));
    expect(inUse()).toBe(0);
  });
});

describe('download sales csv', () => {
  withTwoMonthsOfSales();

  const inUse = (): number => {
    const { totalCount, idleCount } = app.deps.readRouter.primary.downloads;
    return totalCount - idleCount;
  };
  const path = (): string =>
    `/api/orders/sales/report.csv?${query({ startDate: start, endDate: end })}&timezone=UTC`;

  describe('the file of a download', () => {
    afterEach(() => vi.useRealTimers());

    const range = { startMs: start, endMs: end };
    const as = { timezone: 'UTC', feesReported: false };
    const begin = async (account: string, limits = {}, dataDir = app.deps.dataDir) => {
      const scope = { venueId: owner.venueId, unitId: null };
      const all = { ...downloadLimits, ...limits };
      const reads = app.deps.readRouter.after(null);
      return (await downloadSalesCsv({ reads, dataDir }, account, scope, range, as, all)).csv;
    };
    /** Begins once the lock of an export before has ended, whose connection was closed: PostgreSQL has to notice that. */
    const beginAgain = (account: string, limits = {}) =>
      vi.waitFor(() => begin(account, limits), { timeout: 30_000 });
    const leave = async (csv: Readable): Promise<void> => {
      const closed = once(csv, 'close');
      csv.destroy();
      await closed;
    };

    test('has no name, and is private to its download', async () => {
      const csv = await begin('one');
      expect(await readdir(join(app.deps.dataDir, 'downloads'))).toEqual([]);
      await expect(begin('one')).rejects.toMatchObject({ status: 429 });
      const other = await begin('two');
      expect(await text(csv)).toBe(await text(other));
      await leave(await begin('one'));
    });

    test('is limited in size, alone and together with the others', async () => {
      const whole = (await buffer(await begin('one'))).length;
      await expect(begin('one', { mostBytes: whole - 1 })).rejects.toMatchObject({ status: 413 });
      const together = { mostBytes: whole, mostBytesOfAll: 3 * whole };
      const open = [await begin('one', together), await begin('two', together)];
      await expect(begin('three', together)).rejects.toMatchObject({ status: 429 });
      expect(inUse()).toBe(0);
      await Promise.all(open.map(leave));
      const third = await beginAgain('three', together);
      expect((await buffer(third)).length).toBe(whole);
    });

    test('takes at most the room that it leaves to others', async () => {
      const whole = (await buffer(await begin('one'))).length;
      const first = await begin('one', { mostBytesOfAll: 2 * whole });
      await expect(begin('two', { mostBytesOfAll: 3 * whole - 1 })).rejects.toMatchObject({
        status: 429,
      });
      const second = await beginAgain('two', { mostBytesOfAll: 3 * whole });
      await Promise.all([first, second].map(leave));
    });

    test('is closed after ten minutes', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const csv = await begin('one');
      const failed = once(csv, 'error');
      vi.advanceTimersByTime(10 * 60_000);
      expect(await failed).toEqual([new Error('The download was not read in time')]);
    });

    test('is closed after ten minutes also without a reader, which nothing has to notice', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const csv = await begin('one');
      expect(csv.listenerCount('error')).toBeGreaterThan(0);
      // Not with once, which listens to errors.
      const closed = new Promise((resolve) => csv.on('close', resolve));
      vi.advanceTimersByTime(10 * 60_000);
      await closed;
      await leave(await begin('one'));
    });

    test('that cannot be made leaves no connection in use', async () => {
      const blocked = join(app.deps.dataDir, 'a-file');
      await writeFile(blocked, '');
      await expect(begin('one', {}, blocked)).rejects.toMatchObject({ code: 'ENOTDIR' });
      expect(inUse()).toBe(0);
      await leave(await beginAgain('one'));
    });
  });

  test('a download whose days cannot be named fails before the export, and the next one is made', async () => {
    const clock = { timezone: 'Nowhere', starts_minutes: 0, set_at: new Date() };
    const { venueId: venue_id, userId: set_by } = owner;
    await app.db
      .insertInto('venue_clocks')
      .values({ venue_id, from_day: '2020-01-01', ...clock, set_by })
      .execute();
    expect((await app.send('GET', path(), { token: owner.token })).status).toBe(500);
    await app.db.deleteFrom('venue_clocks').where('venue_id', '=', venue_id).execute();
    expect((await app.send('GET', path(), { token: owner.token })).status).toBe(200);
  });

  describe('slow readers', () => {
    const sockets: Socket[] = [];
    let url: string;
    beforeAll(async () => {
      url = await app.app.listen({ host: '127.0.0.1', port: 0 });
      // More than the buffers of a connection hold.
      await app.db
        .updateTable('ordered_drinks')
        .set({ name: 'x'.repeat(100_000) })
        .execute();
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });

    /** Signs in as another super admin, requests the download and reads only its beginning. */
    async function startSlowReader(name: string): Promise<{ token: string; socket: Socket }> {
      const token = await addSuperAdmin(app, `${name}@example.com`);
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.write(`GET ${path()} HTTP/1.1\r\nhost: bar\r\nauthorization: Bearer ${token}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
      return { token, socket };
    }

    const download = (token: string): Promise<Response> =>
      fetch(url + path(), { headers: { authorization: `Bearer ${token}` } });

    test('leave downloads and mails to other accounts', async () => {
      const readers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(startSlowReader));
      expect(inUse()).toBe(0);
      const csv = await download(owner.token);
      expect(csv.status).toBe(200);
      expect(await csv.text()).toContain('\r\nTotal Sales');
      const mail = await app.send('POST', '/api/reports/sales/mail', {
        token: owner.token,
        body: {
          venueId: owner.venueId,
          startDate: start - 2000,
          endDate: start - 1000,
          timezone: 'UTC',
        },
      });
      expect(mail.status).toBe(202);
      expect(sockets.map((socket) => socket.readableEnded)).toEqual(readers.map(() => false));

      const [{ token, socket }] = readers as [Awaited<ReturnType<typeof startSlowReader>>];
      const again = await download(token);
      expect(again.status).toBe(429);
      expect(await again.text()).toContain('Only one download at a time');
      socket.destroy();
      const patience = { timeout: 20_000 };
      await vi.waitFor(async () => expect((await download(token)).status).toBe(200), patience);
    });

    test('do not end downloads that take longer to make than a connection may be idle', async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      const { server } = app.app;
      const usual = server.timeout;
      server.setTimeout(100);
      let late = Promise.resolve(new Response());
      await app.db.transaction().execute(async (transaction) => {
        await sql`lock table ordered_drinks`.execute(transaction);
        late = download(owner.token);
        await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(1);
        // Its time begins after that of the download.
        const idle = connect(Number(new URL(url).port), '127.0.0.1').resume();
        await once(idle, 'close');
      });
      server.setTimeout(usual);
      const { status, body } = await late;
      expect(status).toBe(200);
      await body?.cancel();
    });
  });
});
