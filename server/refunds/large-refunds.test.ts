import { describe, expect, test } from 'vitest';
import { ofBrowser, testPassword } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { after, provider, refund, sell, withRefunds } from '../testing/refunds.ts';

withRefunds();

const minuteMs = 60_000;
/** Twelve Cuba Libres, $108; the tip is refunded with the other drink. */
const large = () =>
  sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 12 }, { ingredients: [unit.cola] }] });

const confirm = (token: string) =>
  app.send('POST', '/api/users/me/identity', { token, body: { password: testPassword } });

describe('a refund of more than $100', () => {
  test('in a browser needs an authentication within ten minutes, and is not requested otherwise', async () => {
    const { id } = await large();
    const token = await app.login(owner.email, ofBrowser);
    after(11 * minuteMs);
    expect(await refund(id, '0', { token })).toMatchObject({
      status: 403,
      body: {
        statusCode: 403,
        status: 'refused',
        error: { code: 'recent_authentication_required' },
      },
    });
    expect(provider.received).toEqual([]);
    expect((await refund(id, '1', { token })).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect((await refund(id, '0', { token })).status).toBe(200);
  });

  test('needs none from a program, whose sign-in was from no page', async () => {
    const { id } = await large();
    const token = await app.login(owner.email);
    after(11 * 60 * minuteMs);
    expect((await refund(id, '0', { token })).status).toBe(200);
  });
});
