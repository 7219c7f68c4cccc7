import { createECDH, randomBytes } from 'node:crypto';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const keys = createECDH('prime256v1');
const subscription = {
  // Nothing listens there.
  endpoint: 'http://127.0.0.1:9/push',
  keys: {
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};

test('push is turned on for this device, tested and removed', async ({ page, bar }) => {
  // The headless browser denies notifications, and no push service can be reached from here.
  const content = `
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => (${JSON.stringify(subscription)}) });
  `;
  await page.addInitScript({ content });
  await page.goto('/profile#alerts');
  const card = page.getByRole('region', { name: 'Push messages' });
  await card.getByRole('button', { name: 'On this device: turn on' }).click();
  await expect(card.getByText('this device')).toBeVisible();
  await page.getByLabel('All that is urgent: Push').check();
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  expect(await bar.getJson<object>('/api/users/me/notifications')).toMatchObject({
    push: expect.arrayContaining(['failures']),
  });

  await card.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('A test message is on its way.')).toBeVisible();
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('button', { name: 'On this device: turn on' })).toBeVisible();
});
