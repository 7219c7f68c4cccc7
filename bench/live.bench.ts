/**
 * Streams of tonight: what 200 of them cost order intake, how long a sale takes to a stream of another process, whether
 * cuts lose or repeat any, and the memory of 500.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openAdminSession, openBenchDatabase } from './bench-database.ts';
import { sell } from './intake.bench.ts';
import { makeSellers, type Seller } from '../resilience/testing/fleet.ts';
import { median, report, reportP95 } from '../resilience/testing/outcome.ts';
import { type Served, serve } from './process.ts';
import { send } from './requests.ts';

const streamsOfIntake = 200;
/** At the venue that sells; the others are spread over the other venues. */
const streamsOfSelling = 20;
const streamsOfMemory = 500;
/** An account can have 30. */
const streamsOfSession = 25;
const rounds = 4;
const secondsOfRound = 6;
const limitMs = 1000;
const limitMb = 64;
const sales = 1000;
const salesPerSecond = 60;
const cutAfter = [250, 500, 750];

export async function benchLive(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const sellers = await makeSellers(connection, 16);
  const [seller] = sellers;
  if (!seller) throw new Error('The benchmark has no units');
  const sessions = streamsOfMemory / streamsOfSession;
  const tokens: string[] = [];
  while (tokens.length < sessions) tokens.push(await openAdminSession(connection));
  const venues = await connection.db
    .selectFrom('venues')
    .select('id')
    .where('id', '<>', seller.venueId)
    .execute();
  const open = async (server: Served, count: number, atSelling = count) => {
    const streams: LiveStream[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const other = venues[nth % venues.length]?.id ?? '';
      const venueId = nth < atSelling ? seller.venueId : other;
      streams.push(await openLive(server, venueId, tokens[nth % tokens.length] ?? ''));
    }
    return streams;
  };

  const [one, two] = [await serve('serve', embedded.target), await serve('serve', embedded.target)];
  await benchArrival(one, two, sellers, tokens[0] ?? '');
  await two.stop();

  await sell(one.url, sellers, 3);
  const rates: { without: number; with: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await sell(one.url, sellers, secondsOfRound);
    const streams = await open(one, streamsOfIntake, streamsOfSelling);
    rates.push({ without, with: await sell(one.url, sellers, secondsOfRound) });
    streams.forEach((stream) => stream.close());
    await wait(1000);
  }
  const without = median(rates.map((rate) => rate.without));
  const withStreams = median(rates.map((rate) => rate.with));
  report(
    `NIGHT-05 orders taken in with ${streamsOfIntake} streams / without`,
    withStreams / without,
    { least: 0.95 },
    `${withStreams.toFixed(0)} / ${without.toFixed(0)} a second; ${streamsOfSelling} of them show the sales`,
  );
  await one.stop();

  const quiet = await serve('serve', embedded.target);
  (await open(quiet, 1)).forEach((stream) => stream.close());
  await sell(quiet.url, sellers, 3);
  const before = quiet.memoryMb();
  const streams = await open(quiet, streamsOfMemory);
  await sell(quiet.url, [seller], 2);
  const usedMb = quiet.memoryMb() - before;
  report(
    `memory of ${streamsOfMemory} streams / ${limitMb} MB`,
    usedMb / limitMb,
    { most: 1 },
    `${usedMb.toFixed(0)} MB, ${((1024 * usedMb) / streamsOfMemory).toFixed(0)} kB each`,
  );
  streams.forEach((stream) => stream.close());
  await quiet.stop();
  await database.close();
}

/** Sales at one process, read at another through a stream that is cut three times. */
async function benchArrival(
  selling: Served,
  reading: Served,
  sellers: readonly Seller[],
  token: string,
): Promise<void> {
  const soldAt = new Map<string, number>();
  const arrivedAt = new Map<string, number>();
  let twice = 0;
  let lastId: string | undefined;
  let cuts = 0;
  const venueId = sellers[0]?.venueId ?? '';
  let stream: LiveStream;
  const take = (text: string): void => {
    for (const [, id, sale] of text.matchAll(/\nid: (.+)\ndata: .*?"sale":\{"id":"([^"]+)"/g)) {
      if (sale === undefined) continue;
      if (arrivedAt.has(sale)) twice += 1;
      else arrivedAt.set(sale, performance.now());
      lastId = id;
    }
  };
  const follow = async (): Promise<void> => {
    stream = await openLive(reading, venueId, token, { after: lastId, take });
  };
  stream = await openLive(reading, venueId, token, { take });
  const sending: Promise<void>[] = [];
  for (let nth = 0; nth < sales; nth += 1) {
    const seller = sellers[nth % sellers.length];
    if (seller) {
      sending.push(sellOne(selling, seller).then((id) => void soldAt.set(id, performance.now())));
    }
    if (cutAfter[cuts] === nth) {
      cuts += 1;
      stream.close();
      await follow();
    }
    await wait(1000 / salesPerSecond);
  }
  await Promise.all(sending);
  await wait(2 * limitMs);
  stream.close();
  const times = [...soldAt].flatMap(([id, at]) => {
    const arrived = arrivedAt.get(id);
    return arrived === undefined ? [] : [Math.max(0, arrived - at)];
  });
  const lost = soldAt.size - times.length;
  report(
    `NIGHT-01 sales lost or repeated of ${sales} at ${salesPerSecond} a second, with three cuts`,
    lost + twice,
    { most: 0 },
    `${lost} lost, ${twice} repeated`,
  );
  const arrival = 'NIGHT-02 from the response of a sale to a stream of another process';
  reportP95(arrival, times, limitMs);
}

async function sellOne({ url }: Served, { key, drinkId }: Seller): Promise<string> {
  const body = { id: randomUUID(), drinks: [{ drinkId }] };
  const text = await send(`${url}/api/orders`, key, 'POST', body);
  const { id }: { id: string } = JSON.parse(text);
  return id;
}

interface LiveStream {
  close(): void;
}

/** Opens a stream, and resolves when its first bytes have arrived. */
async function openLive(
  { url }: Served,
  venueId: string,
  token: string,
  { after, take }: { after?: string | undefined; take?: (text: string) => void } = {},
): Promise<LiveStream> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    ...(after === undefined ? {} : { 'last-event-id': after }),
  };
  const sent: ClientRequest = request(`${url}/api/venues/${venueId}/live`, {
    headers,
    agent: false,
  });
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response?.statusCode !== 200)
    throw new Error(`A stream was refused: ${response?.statusCode}`);
  // The error of a connection that is cut on purpose.
  response.on('error', () => undefined);
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    if (!take) return;
    rest += text;
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) return;
    take(rest.slice(0, end));
    rest = rest.slice(end);
  });
  await once(response, 'data');
  return { close: () => sent.destroy() };
}
