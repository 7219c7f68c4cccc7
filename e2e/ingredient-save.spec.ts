/** Adding an ingredient: its image, confirmations, and errors of the server. */
import type { Page } from '@playwright/test';
import { desktop, expectNoSidewaysScroll } from './checks.ts';
import {
  addButton,
  fillForm,
  form,
  nameField,
  pickImage,
  position,
  priceField,
  confirmation,
  tinyPng,
  watchChanges,
} from './ingredient-page.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';

const noImage = 'Please add a Brand Image for this ingredient';

/** Draws an image of another type in the page. */
async function drawn(page: Page, type: string, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(${width}, ${height});
    const context = canvas.getContext('2d');
    // Noise hardly compresses, so a large image is a large file.
    const pixels = context.createImageData(${width}, ${height});
    for (let index = 0; index < pixels.data.length; index += 65536) {
      crypto.getRandomValues(pixels.data.subarray(index, index + 65536));
    }
    for (let index = 3; index < pixels.data.length; index += 4) pixels.data[index] = 255;
    context.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: '${type}' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let index = 0; index < bytes.length; index += 32768) {
      text += String.fromCharCode(...bytes.subarray(index, index + 32768));
    }
    return btoa(text);
  })()`);
  return Buffer.from(base64, 'base64');
}

/** Records the uploads to the file storage with their content type and authorization. */
function watchUpload(page: Page) {
  const uploads: {
    type: string;
    authorization: string | undefined;
    path: string;
  }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'PUT' || !pathname.startsWith('/files/')) return;
    const headers = request.headers();
    uploads.push({
      type: headers['content-type'] ?? '',
      authorization: headers['authorization'],
      path: pathname,
    });
  });
  return uploads;
}

const save = async (page: Page) => {
  await addButton(page).click();
  await page.waitForURL('**/add-drink*');
};

test('the image of an ingredient is uploaded as a PNG, or refused', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('a PNG is uploaded unchanged under the venue and its file name, and is then shown', async () => {
    await page.goto('/add-ingredient');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.locator('input[type=file]')).toHaveAttribute('accept', 'image/*');
    await (await chooser).setFiles({ name: 'my rum.png', mimeType: 'image/png', buffer: tinyPng });
    const preview = page.getByRole('img', { name: 'Preview of my rum.png' });
    await expect(preview).toBeVisible();
    await expect.poll(() => preview.boundingBox()).toMatchObject({ width: 300 });
    await expect(page.getByText(noImage)).toHaveCount(0);
    await nameField(page).fill('Rum');
    await priceField(page).fill('6.5');
    await position(page, '7').check();
    const uploads = watchUpload(page);
    const sent = watchChanges(page);
    await save(page);
    expect(uploads).toHaveLength(1);
    expect(uploads[0]).toMatchObject({ type: 'image/png', authorization: undefined });
    const path = uploads[0]?.path ?? '';
    expect(path).toMatch(
      new RegExp(`^/files/${encodeURIComponent(bar.venueName)}/.*/my%20rum.png$`),
    );
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST']);
    expect(sent.at(-1)?.body).toMatchObject({
      name: 'Rum',
      price: 6.5,
      positionInUnit: ['7'],
      imageURL: path.slice('/files/'.length),
      venueId: bar.venueId,
      unitId: bar.unitId,
      overrides: {},
    });

    const served = await page.request.get(path);
    expect(await served.body()).toEqual(tinyPng);
    await page.getByRole('link', { name: 'Edit Rum' }).click();
    const current = page.getByRole('img', { name: 'Rum, as it is now' });
    await expect(current).toHaveAttribute('src', path);
    // The name can be changed without another upload.
    await nameField(page).fill('White Rum');
    await form(page).getByRole('button', { name: 'Edit Ingredient' }).click();
    await page.waitForURL('**/add-drink*');
    expect(uploads).toHaveLength(1);
    await expect(page.getByRole('article', { name: 'White Rum' })).toBeVisible();
  });
  await test.step('a file that is not an image is refused at the field', async () => {
    await page.goto('/add-ingredient');
    const image = page.getByRole('group', { name: 'Brand Image*' });
    const huge = Buffer.from(tinyPng);
    huge.writeUInt32BE(30_000, 16);
    huge.writeUInt32BE(30_000, 20);
    const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(4096, 7)]);
    for (const [buffer, message] of [
      [program, 'This file cannot be read as an image. Use a PNG or JPEG picture'],
      [Buffer.alloc(0), 'The image is empty'],
      [huge, /cannot be read as an image|too many pixels/],
    ] as const) {
      await pickImage(page, 'rum.png', buffer);
      await expect(image.getByRole('alert')).toHaveText(message);
      await expect(page.getByText(noImage)).toBeVisible();
    }
    await pickImage(page);
    await expect(page.getByRole('img', { name: 'Preview of rum.png' })).toBeVisible();
    await expect(image.getByRole('alert')).toHaveCount(0);
  });
  await test.step('a JPEG is converted to PNG and scaled down when it is too large', async () => {
    await freshBar();
    await page.goto('/add-ingredient');
    await expect(nameField(page)).toBeVisible();
    await nameField(page).fill('Rum');
    await pickImage(page, 'rum.jpg', await drawn(page, 'image/jpeg', 2400, 1800));
    await expect(page.getByRole('img', { name: 'Preview of rum.png' })).toBeVisible();
    const uploads = watchUpload(page);
    await save(page);
    expect(uploads[0]?.type).toBe('image/png');
    expect(uploads[0]?.path).toMatch(/\/rum\.png$/);
    const served = await (await page.request.get(uploads[0]?.path ?? '')).body();
    expect(served.toString('latin1', 1, 4)).toBe('PNG');
    const [width, height] = [served.readUInt32BE(16), served.readUInt32BE(20)];
    expect(width / height).toBeCloseTo(4 / 3, 2);
    expect(width).toBeLessThanOrEqual(1600);
    expect(served.length).toBeLessThanOrEqual(5_000_000);
  });
});

test('an ingredient that cannot be saved keeps its form', async ({ ownerPage: page, freshBar }) => {
  test.slow();
  await test.step('an ingredient is not sent without a name, a valid price and an image', async () => {
    await page.goto('/add-ingredient');
    const sent = watchChanges(page);
    await addButton(page).click();
    await expect(nameField(page)).toBeFocused();
    await expect(nameField(page)).toHaveAccessibleDescription('Ingredient name is required');
    await nameField(page).fill('Rum');
    await priceField(page).fill('abc');
    await addButton(page).click();
    await expect(priceField(page)).toHaveAccessibleDescription('Enter an amount such as 12.50');
    await priceField(page).fill('7');
    await addButton(page).click();
    const upload = page.getByRole('button', { name: 'Upload Image' });
    await expect(upload).toBeFocused();
    await expect(page.getByRole('alert')).toHaveText(
      'Please add a Brand Image for this ingredient',
    );
    // Below the bar that sticks to the top.
    await expect.poll(async () => (await upload.boundingBox())?.y).toBeGreaterThan(56);
    await expect(page).toHaveURL(/\/add-ingredient(\?|$)/);
    expect(sent).toEqual([]);
  });
  await test.step('a failed upload shows an error, saves nothing and can be repeated', async () => {
    await page.goto('/add-ingredient');
    await fillForm(page, 'Rum');
    await page.route('**/files/**', (route) => route.fulfill({ status: 500 }), { times: 1 });
    const sent = watchChanges(page);
    await addButton(page).click();
    await expect(page.getByRole('alert').getByText('error!', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/add-ingredient(\?|$)/);
    await expect(nameField(page)).toHaveValue('Rum');
    expect(sent.map(({ path }) => path)).not.toContain('/api/ingredients');
    await save(page);
    await expect(page.getByRole('article', { name: 'Rum', exact: true })).toBeVisible();
  });
  await test.step('an ingredient that the server refuses shows errors at the fields and keeps the entered values', async () => {
    await freshBar();
    await page.goto('/add-ingredient');
    await fillForm(page, 'Rum');
    const uploads = watchUpload(page);
    const lines = form(page).getByRole('alert');
    const responses: [object, RegExp | string][] = [
      [{ msg: { errors: { name: 'Taken', price: 'Too much' } } }, 'Taken'],
      [{}, 'Unknown error'],
      [{ error: { message: 'Boom' } }, 'Boom'],
    ];
    for (const [json, line] of responses) {
      await page.route('**/api/ingredients', (route) => route.fulfill({ status: 500, json }), {
        times: 1,
      });
      await addButton(page).click();
      await expect(lines.first()).toHaveText(line);
      await expect(nameField(page)).toHaveValue('Rum');
      if (line !== 'Taken') continue;
      await expect(lines).toHaveText(['Taken', 'Too much']);
      await expect(nameField(page)).toHaveAccessibleDescription('Taken');
      await expect(priceField(page)).toHaveAccessibleDescription(/Too much/);
      await expect(nameField(page)).toBeFocused();
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await save(page);
    expect(uploads, 'the image is uploaded once').toHaveLength(1);
    await page.setViewportSize(desktop);
  });
  await test.step('the ingredient form works when the positions cannot be loaded', async () => {
    await freshBar();
    await page.route(/\/api\/ingredients\/positions\//, (route) => route.fulfill({ status: 500 }));
    await page.goto('/add-ingredient');
    await fillForm(page, 'Rum');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await save(page);
  });
});

test('a new ingredient takes its position, and is shown there', async ({ page, bar, freshBar }) => {
  await test.step('overwriting taken positions with a new ingredient requires a confirmation', async () => {
    const gin = await bar.addIngredient({ name: 'Gin', positionInUnit: ['1', '2'] });
    await page.goto('/add-ingredient');
    await fillForm(page, 'Rum');
    await position(page, '2').check();
    const sent = watchChanges(page);
    await addButton(page).click();
    await expect(confirmation(page)).toHaveAccessibleName(
      'This ingredient is set for positions that are occupied in the system. Are you sure you want to overwrite?',
    );
    await expect(confirmation(page).getByRole('listitem')).toHaveText(['Gin: 2']);
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toEqual([]);
    await expect(page).toHaveURL(/\/add-ingredient(\?|$)/);

    await bar.switchFlag('unit', 'general--inventory-management');
    await page.reload();
    await fillForm(page, 'Rum');
    await position(page, '2').check();
    await addButton(page).click();
    await expect(confirmation(page)).toHaveAccessibleName(/^You are changing the positions for an/);
    await confirmation(page).getByRole('button', { name: 'Change positions' }).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.at(-1)?.body).toMatchObject({ overrides: { '2': gin }, threshold: 20 });
    const taken = await bar.getJson<string[]>(`/api/ingredients/positions/${bar.unitId}`);
    expect(taken).toEqual(['1', '2']);
  });
  await test.step('after saving, Your Menu is at the ingredient, marks it and says where it is', async () => {
    const bar = await freshBar();
    for (let index = 1; index <= 6; index += 1) {
      await bar.addIngredient({ name: `Bottle ${index}`, price: 5, positionInUnit: [`${index}`] });
    }
    await page.goto('/add-ingredient?position=14');
    await fillForm(page, "Hendrick's Gin");
    const arrive = await hold(page, '**/assets/sortable-drag-*.js');
    await addButton(page).click();
    const saved = page.getByRole('article', { name: "Hendrick's Gin" });
    await expect(page.getByRole('alert')).toContainText("Hendrick's Gin is in position 14");
    // For two seconds.
    await expect(saved).toHaveAttribute('data-landed', 'true');
    await expect(saved).toBeFocused();
    // The list is rendered anew, with drag and drop.
    arrive();
    await expect(saved.getByRole('button', { name: /^Drag / })).toHaveAttribute('aria-describedby');
    await expect(saved).toBeFocused();
    await expect(saved).toBeInViewport({ ratio: 1 });
    await expect(saved).toHaveAttribute('data-landed', 'false');
  });
});

test('ingredients are added one after the other', async ({ page, bar }) => {
  await page.goto('/add-ingredient?position=3');
  await fillForm(page, 'Rum');
  await form(page).getByRole('button', { name: 'Save and add another' }).click();
  await expect(nameField(page)).toHaveValue('');
  await expect(nameField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/add-ingredient(?!.*position)/);
  await expect(position(page, '3')).not.toBeChecked();
  await expect(position(page, '3')).toHaveAccessibleDescription('Taken by Rum');
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(desktop);
  await fillForm(page, 'Gin');
  await addButton(page).click();
  await expect(page).toHaveURL(/\/add-drink/);
  const stored = await bar.getJson<{ name: string }[]>(
    `/api/venues/${bar.venueId}/units/${bar.unitNumber}`,
  );
  expect(stored.map(({ name }) => name)).toEqual(['Rum', 'Gin']);
});
