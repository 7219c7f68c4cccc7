import { describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { auditRows, caseOf, fail, noon, resolve, withRefunds } from '../testing/refunds.ts';
import { app, owner } from '../testing/with-app.ts';

describe('what was done without a network', () => {
  withRefunds();

  const at = new Date(noon).getTime() - 3_600_000;

  test('is recorded once, however often it is sent', async () => {
    const { id } = await caseOf(await fail());
    const before = await auditRows();
    const body = { resolution: 'remade', note: 'At the other unit', at };
    const first = await resolve(id, body);
    expect(first).toMatchObject({ status: 200, body: { state: 'resolved', note: body.note } });
    expect(await resolve(id, body)).toMatchObject({ status: 200, body: first.body });
    const several = await app.send('POST', `/api/venues/${owner.venueId}/cases/resolve`, {
      token: owner.token,
      body: { ids: [id], ...body },
    });
    expect(several.body.results).toEqual([{ id, status: 200, message: null }]);
    expect(await auditRows()).toBe(before + 1);
  });

  test('does not take the place of what somebody else did, or of something else', async () => {
    const { id } = await caseOf(await fail());
    const bartender = await addPerson(app, owner, 'bartender');
    await resolve(id, { resolution: 'remade', at });
    const message = 'Rooftop resolved this already: made again';
    const refused = { status: 409, body: { error: { message } } };
    expect(await resolve(id, { resolution: 'remade', at }, bartender.token)).toMatchObject(refused);
    expect(await resolve(id, { resolution: 'meter', at })).toMatchObject(refused);
    expect(await resolve(id, { resolution: 'remade' })).toMatchObject(refused);
  });

  test.each([
    ['is refused after 72 hours', 'remade', -73],
    ['is no refund', 'refunded', -1],
  ])('%s', async (_, resolution, hours) => {
    const { id } = await caseOf(await fail());
    const time = new Date(noon).getTime() + hours * 3_600_000;
    const response = await resolve(id, { resolution, at: time });
    expect(response).toMatchObject({ status: 400, body: { at: expect.any(String) } });
  });
});
