import { page as htmlPage } from '../server/testing/renderings.ts';
import { expect, test } from './renderings.ts';

test.use({ account: 'admin' });

/** Tries to access data of the dashboard and of other pages, and writes the results into the page. */
const intruder = `
  const tries = {
    storage: () => { localStorage.setItem('mark', 'x'); return localStorage.length },
    session: () => { sessionStorage.setItem('mark', 'x'); return 'stored' },
    cookie: () => { document.cookie = 'mark=x'; return document.cookie },
    database: () => new Promise((done, failed) => {
      const opening = indexedDB.open('mark'); opening.onsuccess = () => done('stored'); opening.onerror = () => failed(opening.error) }),
    caches: () => caches.open('mark').then(() => 'stored'),
    worker: () => navigator.serviceWorker.register('worker.js').then(() => 'registered'),
    origin: () => self.origin,
    opener: () => String(opener),
    own: () => fetch('data.json').then((response) => response.json()).then(({ drinks }) => drinks),
    api: () => fetch(dashboard + '/api/version').then((response) => response.text()),
    signedIn: () => fetch(dashboard + '/api/renderings/list', { credentials: 'include' }).then((response) => response.text()),
    frame: async () => {
      const frame = document.createElement('iframe');
      frame.src = neighbour;
      await new Promise((done) => { frame.onload = done; document.body.append(frame) });
      return frame.contentWindow.document.title;
    },
  };
  const found = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try { found[name] = await attempt() } catch (error) { found[name] = 'refused: ' + error.name }
  }
  document.querySelector('output').textContent = JSON.stringify(found);
`;

test('a published page cannot access the dashboard or another page, but loads its own files', async ({
  page,
  renderings: { open, publish },
}) => {
  const dashboard = process.env['E2E_URL'] ?? '';
  const neighbour = await publish('Neighbour', htmlPage('Neighbour'));
  const { url } = await publish(
    'Intruder',
    {
      name: 'index.html',
      content: `<!doctype html><html lang="en"><title>Intruder</title><link rel="stylesheet" href="app.css">
        <output></output><script type="module" src="app.js"></script></html>`,
    },
    { name: 'app.css', content: 'output { color: rgb(1, 2, 3) }' },
    { name: 'data.json', content: '{"drinks":["Negroni"]}' },
    { name: 'worker.js', content: '' },
    {
      name: 'app.js',
      content: `const dashboard = ${JSON.stringify(dashboard)}, neighbour = ${JSON.stringify(neighbour.url)};${intruder}`,
    },
  );
  // The same browser is signed in to the dashboard.
  const { rows } = await open();
  const tab = page.waitForEvent('popup');
  await rows.filter({ hasText: 'Intruder' }).getByRole('link').click();
  const output = (await tab).locator('output');
  await expect(output).not.toBeEmpty();
  expect(JSON.parse(await output.innerText())).toEqual({
    storage: 'refused: SecurityError',
    session: 'refused: SecurityError',
    cookie: 'refused: SecurityError',
    database: 'refused: SecurityError',
    caches: 'refused: SecurityError',
    worker: expect.stringContaining('refused: '),
    origin: 'null',
    opener: 'null',
    own: ['Negroni'],
    api: 'refused: TypeError',
    signedIn: 'refused: TypeError',
    frame: 'refused: SecurityError',
  });
  await expect(output).toHaveCSS('color', 'rgb(1, 2, 3)');
  expect(await page.evaluate<string | null>(`localStorage.getItem('mark')`)).toBeNull();

  // The host of the published pages serves nothing of the dashboard.
  for (const path of ['/api/version', '/api/settings', '/login', '/assets/', '/healthz']) {
    expect((await page.request.get(new URL(path, url).href)).status(), path).toBe(404);
  }
});
