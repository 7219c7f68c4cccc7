import type { Locator, Page } from '@playwright/test';
import { makeZip, page as htmlPage } from '../server/testing/zip.ts';
import type { ZippedFile } from '../server/testing/zip.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { claimsOf, expect, signedInAs, test, tokenOf } from './test.ts';

test.use(signedInAs('admin'));

interface Rendering {
  _id: string;
  venueName: string;
  url: string;
}

const authorization = () => ({ Authorization: `Bearer ${claimsOf(tokenOf('admin')).rotoken}` });
const zipOf = (buffer: Buffer, name = 'site.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer,
});

/** Beside the browser. */
async function publish(page: Page, venueName: string, ...files: ZippedFile[]): Promise<Rendering> {
  const answer = await page.request.post('/api/renderings/create', {
    headers: authorization(),
    multipart: { venueName, zipFile: zipOf(makeZip(files)) },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const published: Rendering = await answer.json();
  return published;
}

test.beforeEach(async ({ page }) => {
  const answer = await page.request.get('/api/renderings/list', { headers: authorization() });
  const list: Rendering[] = await answer.json();
  for (const { _id } of list) {
    await page.request.delete(`/api/renderings/${_id}`, { headers: authorization() });
  }
});

const open = async (page: Page): Promise<{ form: Locator; rows: Locator }> => {
  await page.goto('/renderingsettings');
  const form = page.getByRole('form', { name: 'Upload a venue rendering' });
  await expect(form.getByLabel('Venue name')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Renderings' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  return { form, rows: page.getByRole('row').filter({ has: page.getByRole('cell') }) };
};

const submit = (form: Locator) => form.getByRole('button', { name: 'Submit' });

test('a page is published by its venue, shown in a tab of its own, and replaced', async ({
  page,
}) => {
  const { form, rows } = await open(page);
  await expect(page.getByRole('heading', { name: 'Rendering list' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Venue Name',
    'Path Name',
    'Deploy Date',
    'Operation',
  ]);
  await expect(form.getByLabel('Entry page path')).toHaveValue('index.html');
  await expect(form.getByLabel('Path name')).toHaveAttribute('readonly');
  await expect(submit(form)).toBeDisabled();
  await form.getByLabel('Venue name').fill('My  Bar One');
  await expect(form.getByLabel('Path name')).toHaveValue('my_bar_one');
  await expect(submit(form)).toBeDisabled();
  const chooser = form.locator('input[type=file]');
  expect(await chooser.getAttribute('accept')).toContain('.zip');
  await chooser.setInputFiles(zipOf(makeZip([htmlPage('First night')])));
  await expect(submit(form)).toBeEnabled();

  const release = await hold(page, '**/api/renderings/create');
  const sent = page.waitForRequest('**/api/renderings/create');
  await submit(form).click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(form.getByRole('progressbar')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeFocused();
  release();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('My Bar One');
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByLabel('Venue name')).toHaveValue('');
  await expect(form.getByLabel('Entry page path')).toHaveValue('index.html');
  await expect(submit(form)).toBeDisabled();

  const link = rows.getByRole('link', { name: 'my_bar_one' });
  await expect(link).toHaveAttribute('href', /\/my_bar_one\/index\.html$/);
  await expect(link).toHaveAttribute('rel', /noopener/);
  const tab = page.waitForEvent('popup');
  await link.click();
  await expect((await tab).getByRole('heading', { name: 'First night' })).toBeVisible();

  await form.getByLabel('Venue name').fill('My Bar One');
  await chooser.setInputFiles(zipOf(makeZip([htmlPage('Second night')])));
  await submit(form).click();
  const back = page.getByRole('button', { name: 'Bring back the version of My Bar One' });
  await expect(back).toBeVisible();
  await expect(rows).toHaveCount(1);
  await (await tab).reload();
  await expect((await tab).getByRole('heading', { name: 'Second night' })).toBeVisible();
  const brought = page.waitForResponse('**/restore');
  await back.click();
  await brought;
  await (await tab).reload();
  await expect((await tab).getByRole('heading', { name: 'First night' })).toBeVisible();
  await page.reload();
  await expect(rows).toContainText('My Bar One');
});

test('a new rendering comes first, and a deleted one is gone, after it was asked twice', async ({
  page,
}) => {
  await publish(page, 'Alpha', htmlPage());
  const { url } = await publish(page, 'Beta', htmlPage());
  const { form, rows } = await open(page);
  await expect(rows).toContainText(['Beta', 'Alpha']);
  await form.getByLabel('Venue name').fill('Gamma');
  await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
  await submit(form).click();
  await expect(rows).toContainText(['Gamma', 'Beta', 'Alpha']);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') asked.push(request.url());
  });
  const trash = (venue: string) =>
    page.getByRole('button', { name: `Delete the rendering of ${venue}`, exact: true });
  const question = page.getByRole('dialog', {
    name: 'Are you sure to delete the rendering of Beta?',
  });
  await trash('Beta').click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(asked).toEqual([]);

  await trash('Beta').click();
  const release = await hold(page, '**/api/renderings/*');
  await question.getByRole('button', { name: 'Delete' }).click();
  const row = rows.filter({ hasText: 'Beta' });
  await expect(row.getByText('Deleting…')).toBeVisible();
  await expect(page.getByText('Deleting…')).toHaveCount(1);
  for (const venue of ['Gamma', 'Alpha']) await expect(trash(venue)).toBeDisabled();
  release();
  await expect(rows).toContainText(['Gamma', 'Alpha']);
  await expect(rows).toHaveCount(2);
  for (const venue of ['Gamma', 'Alpha']) await expect(trash(venue)).toBeEnabled();
  expect((await page.request.get(url)).status()).toBe(404);
  await page.reload();
  await expect(rows).toHaveCount(2);
});

test('what went wrong stands under the form until something is done about it', async ({ page }) => {
  await publish(page, 'Taken Bar', htmlPage());
  const { form, rows } = await open(page);
  const alert = form.getByRole('alert');
  const zip = form.locator('input[type=file]');

  await zip.setInputFiles({ ...zipOf(Buffer.from('text')), name: 'notes.txt' });
  await expect(alert).toHaveText('Only zip files can be uploaded');
  await form.getByLabel('Venue name').fill('TAKEN BAR');
  await expect(submit(form)).toBeDisabled();
  await zip.setInputFiles(zipOf(makeZip([htmlPage(), { name: '../up.html', content: 'x' }])));
  await submit(form).click();
  await expect(alert).toHaveText('Name already used');

  await form.getByLabel('Venue name').fill('Free Bar');
  await expect(alert).toHaveCount(0);
  await submit(form).click();
  await expect(alert).toHaveText('Bundle refused: “../up.html” leads out of the bundle');
  await expect(form.getByLabel('Venue name')).toHaveValue('Free Bar');
  const release = await hold(page, '**/api/renderings/**');
  await submit(form).click();
  await expect(form.getByRole('progressbar')).toBeVisible();
  await expect(alert).toHaveCount(0);
  release();
  await expect(alert).toBeVisible();

  await page.route('**/api/renderings/*', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'The disk is on fire' } } }),
  );
  await page.getByRole('button', { name: 'Delete the rendering of Taken Bar' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(alert).toHaveText('The disk is on fire');
  await expect(page.getByText('Deleting…')).toHaveCount(0);
  await expect(rows).toHaveCount(1);
});

test('the entry page path is asked for by the browser', async ({ page }) => {
  const { form } = await open(page);
  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  await form.getByLabel('Venue name').fill('Entry Bar');
  await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
  await form.getByLabel('Entry page path').fill('');
  await submit(form).click();
  await expect(form.getByLabel('Entry page path')).toBeFocused();
  expect(posts).toEqual([]);
});

test('an upload can be cancelled, and what was typed stays', async ({ page }) => {
  const { form, rows } = await open(page);
  await form.getByLabel('Venue name').fill('Never Bar');
  await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
  await hold(page, '**/api/renderings/create');
  await submit(form).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByLabel('Venue name')).toHaveValue('Never Bar');
  await expect(submit(form)).toBeEnabled();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(rows).toHaveCount(0);
});

test('the screen fits, empty and full', async ({ page }) => {
  const { form } = await open(page);
  await expect(page.getByText('No venue has a page yet.')).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await publish(page, 'Velvet Fox', htmlPage());
  await publish(page, 'Velvet Fox', htmlPage());
  await page.reload();
  await page.getByRole('button', { name: 'Delete the rendering of Velvet Fox' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await form.getByLabel('Venue name').fill('x'.repeat(101));
  await expect(form.getByText('cannot be made into an address')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe('an owner', () => {
  test.use(signedInAs('owner'));
  test('never sees it', async ({ page }) => {
    await page.goto('/renderingsettings');
    await expect(page).toHaveURL(/\/add-drink$/);
    await expect(page.getByRole('heading', { name: 'Rendering list' })).toHaveCount(0);
  });
});

/** Tries everything a page could do to others, and writes down what came of it. */
const intruder = `
  const tries = {
    storage: () => { localStorage.setItem('mark', 'x'); return localStorage.length },
    session: () => { sessionStorage.setItem('mark', 'x'); return 'kept' },
    cookie: () => { document.cookie = 'mark=x'; return document.cookie },
    database: () => new Promise((done, failed) => {
      const asked = indexedDB.open('mark'); asked.onsuccess = () => done('kept'); asked.onerror = () => failed(asked.error) }),
    caches: () => caches.open('mark').then(() => 'kept'),
    worker: () => navigator.serviceWorker.register('worker.js').then(() => 'registered'),
    origin: () => self.origin,
    opener: () => String(opener),
    own: () => fetch('data.json').then((answer) => answer.json()).then(({ drinks }) => drinks),
    api: () => fetch(dashboard + '/api/version').then((answer) => answer.text()),
    signedIn: () => fetch(dashboard + '/api/renderings/list', { credentials: 'include' }).then((answer) => answer.text()),
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

test('a bundle reaches neither the dashboard nor another venue, and works all the same', async ({
  page,
}) => {
  const dashboard = process.env['E2E_URL'] ?? '';
  const neighbour = await publish(page, 'Neighbour', htmlPage('Neighbour'));
  const { url } = await publish(
    page,
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
  // Signed in, in the same browser.
  const { rows } = await open(page);
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

  // The address where pages are shown knows nothing of the dashboard.
  for (const path of ['/api/version', '/api/settings', '/login', '/assets/', '/healthz']) {
    expect((await page.request.get(new URL(path, url).href)).status(), path).toBe(404);
  }
});
