/** Bundles: rejection time of hostile ones, memory use of large ones, and serving speed of pages. */

import { hostileZips, makeZip } from '../server/testing/files.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { demoPassword } from '../db/demo/accounts.ts';
import { makeTestFolder } from '../db/testing/folder.ts';

import { hasNginx, memoryDuring, residentMb, startNginx } from './process.ts';
import { report } from '../resilience/testing/outcome.ts';
import { type RunningProduct, startProduct } from '../resilience/testing/running-product.ts';

const admin = 'admin@barback.example';
const megabyte = 1024 ** 2;
/** Maximum growth of a process while a hundred times a megabyte passes through it. */
const flatMb = 64;
const script = `const drinks = [];\n${'drinks.push({ name: "Negroni", price: 12.5 });\n'.repeat(400)}`;

export async function benchRenderings(): Promise<void> {
  const dataDir = await makeTestFolder();
  const product = await startProduct(dataDir);
  try {
    const publish = await publisher(product);
    await refuseHostile(product, publish);
    const { url } = await takeLarge(product, publish);
    await serveLarge(product, new URL('film.mp4', url).href);
    await serveMany(new URL('app.js', url).href);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Publish = (zip: Buffer) => Promise<Response>;
const published = z.object({ url: z.string() });

async function publisher({ url }: RunningProduct): Promise<Publish> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin, password: demoPassword }),
  });
  const { token } = z.object({ token: z.string() }).parse(await response.json());
  return (zip) => {
    const form = new FormData();
    form.set('venueName', 'Bench Bar');
    form.set('zipFile', new Blob([new Uint8Array(zip)]), 'site.zip');
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${url}/api/renderings/create`, { method: 'POST', headers, body: form });
  };
}

async function refuseHostile(product: RunningProduct, publish: Publish): Promise<void> {
  let slowest = { name: '', ms: 0 };
  const growth = await growthMb(product, async () => {
    for (const [name, { make }] of Object.entries(hostileZips)) {
      const zip = make();
      const started = performance.now();
      const { status } = await publish(zip);
      const ms = performance.now() - started;
      if (status !== 422) throw new Error(`${name} was answered with ${status}`);
      if (ms > slowest.ms) slowest = { name, ms };
    }
  });
  report(
    'seconds to refuse a hostile bundle, slowest',
    slowest.ms / 1000,
    { most: 1 },
    `${slowest.ms.toFixed(0)} ms for ${slowest.name}, of ${Object.keys(hostileZips).length}`,
  );
  report('memory while they come in', growth / flatMb, { most: 1 }, grown(growth));
}

async function takeLarge(product: RunningProduct, publish: Publish): Promise<{ url: string }> {
  const zip = makeZip([
    { name: 'index.html', content: '<title>Bench</title>' },
    { name: 'app.js', content: script },
    { name: 'film.mp4', content: randomBytes(99 * megabyte), method: 0 },
  ]);
  let url = '';
  const growth = await growthMb(product, async () => {
    const response = await publish(zip);
    if (!response.ok) throw new Error(await response.text());
    ({ url } = published.parse(await response.json()));
  });
  report('memory while 100 MB come in', growth / flatMb, { most: 1 }, grown(growth));
  return { url };
}

async function serveLarge(product: RunningProduct, url: string): Promise<void> {
  const growth = await growthMb(product, async () => {
    const downloads = Array.from({ length: 8 }, async () => {
      const { body } = await fetch(url);
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += chunk.length;
      if (bytes !== 99 * megabyte) throw new Error(`Only ${bytes} bytes came`);
    });
    await Promise.all(downloads);
  });
  report('memory while 8 load 100 MB each', growth / flatMb, { most: 1 }, grown(growth));
}

const grown = (growth: number): string => `${growth.toFixed(0)} of ${flatMb} MB more at most`;

/** Difference between the peak memory of the process and its memory before. */
async function growthMb({ pid }: RunningProduct, work: () => Promise<void>): Promise<number> {
  const { before, most } = await memoryDuring(() => residentMb(pid), work);
  return most - before;
}

async function serveMany(url: string): Promise<void> {
  if (!hasNginx()) {
    console.log('left out  pages / nginx: nginx is not on this machine (apt-get install nginx)');
    return;
  }
  const root = await mkdtemp(join(tmpdir(), 'barback-pages-'));
  await mkdir(join(root, 'bench_bar'));
  await writeFile(join(root, 'bench_bar', 'app.js'), script);
  const nginx = await startNginx(root);
  const theirs = await rate(`${nginx.url}/bench_bar/app.js`);
  await nginx.stop();
  await rm(root, { recursive: true });
  const ours = await rate(url);
  report(
    'pages / nginx',
    ours / theirs,
    { least: 0.5 },
    `${ours.toFixed(0)} / ${theirs.toFixed(0)} requests a second`,
  );
}

async function rate(url: string): Promise<number> {
  const run = (duration: number) => autocannon({ url, connections: 32, duration });
  await run(2);
  const result = await run(6);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  return result.requests.average;
}
