/** A bar of its own for a test that changes what others look at: an owner, a venue, a unit, and what the test puts there. */
import type { Page } from '@playwright/test';
import { password } from './accounts.ts';
import { claimsOf, tokenOf } from './test.ts';

export interface FreshBar {
  readonly venueId: string;
  readonly venueName: string;
  readonly unitId: string;
  readonly unitNumber: number;
  /** Calls the API as the owner; a refusal is an error. */
  readonly tell: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  readonly addIngredient: (fields: object) => Promise<string>;
  readonly addDrink: (name: string, price: number, ingredients: string[]) => Promise<string>;
  readonly switchFlag: (kind: 'venue' | 'unit', flag: string, enabled?: boolean) => Promise<void>;
}

let count = 0;

/** @param category of its unit */
export async function openFreshBar(
  page: Page,
  category: 'ROTENDER_CLASSIC' | 'BEERTENDER' = 'ROTENDER_CLASSIC',
): Promise<FreshBar> {
  count += 1;
  // At the end of the owners, where it is in nobody's way.
  const name = `Zest ${count} ${Date.now()}`;
  const venueName = `${name} Bar`;
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@example.com`;
  const send = async <Answer>(
    token: string,
    method: string,
    path: string,
    data?: object,
  ): Promise<Answer> => {
    const answer = await page.request.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    const parsed: Answer = await answer.json();
    return parsed;
  };

  const admin = tokenOf('admin');
  const form = { name, venueName, email, password, password2: password };
  const { id } = await send<{ id: string }>(admin, 'POST', '/api/users/register', form);
  const signedIn = await page.request.post('/api/users/login', { data: { email, password } });
  const { token }: { token: string } = await signedIn.json();
  // In the page, so it is text here; once, because a test may sign out.
  await page.addInitScript(`
    if (!sessionStorage.getItem('opened')) {
      sessionStorage.setItem('opened', 'yes');
      localStorage.setItem('token', ${JSON.stringify(token)});
    }
  `);

  const tell: FreshBar['tell'] = (method, path, body) =>
    send(claimsOf(token).rotoken, method, path, body);
  const venues = await tell<Record<string, object>>('GET', `/api/users/${id}/venues`);
  const venueId = Object.keys(venues)[0] ?? '';
  const unit = await tell<{ _id: string; unitNumber: number }>('POST', `/api/units/${venueId}`, {
    category,
  });
  const at = { venueId, unitId: unit._id };
  return {
    ...at,
    venueName,
    unitNumber: unit.unitNumber,
    tell,
    addIngredient: async (fields) =>
      (await tell<{ _id: string }>('POST', '/api/ingredients', { ...at, ...fields }))._id,
    addDrink: async (drinkName, price, ingredients) =>
      (
        await tell<{ _id: string }>('POST', '/api/drinks', {
          ...at,
          name: drinkName,
          price,
          ingredients,
        })
      )._id,
    switchFlag: async (kind, flag, enabled = true) => {
      const key = kind === 'unit' ? String(unit.unitNumber) : venueName;
      await send(admin, 'PUT', '/api/flags', { kind, key, flag, enabled });
    },
  };
}
