/** A bar of its own for a test: an owner, a venue and a unit, registered through the API. */
import type { Page } from '@playwright/test';
import {
  accounts,
  apiClient,
  type ApiClient,
  type DemoAccount,
  password,
  sendRequest,
  serverUrl,
  signIn,
  tokenOf,
} from './api-client.ts';

export type UnitCategory = 'ROTENDER_CLASSIC' | 'BEERTENDER';

/** The bar, and the API as its owner uses it. */
export interface Bar extends ApiClient {
  readonly ownerName: string;
  readonly email: string;
  readonly venueId: string;
  readonly venueName: string;
  readonly unitId: string;
  readonly unitNumber: number;
  readonly addUnit: (category: UnitCategory, venueId?: string) => Promise<Unit>;
  readonly addIngredient: (fields: object) => Promise<string>;
  readonly addDrink: (name: string, price: number, ingredients: string[]) => Promise<string>;
  /** Records a sale as the unit does, with a key of the unit. */
  readonly sell: (order: object) => Promise<{ id: string }>;
  /** Sells so many milliseconds ago: the unit, made just now, cannot date a sale so, but a correction can. */
  readonly sellAgo: (ms: number, order: object) => Promise<void>;
  readonly switchFlag: (kind: 'venue' | 'unit', flag: string, enabled?: boolean) => Promise<void>;
}

interface Unit {
  _id: string;
  unitNumber: number;
}

let count = 0;

/** Returns a name that no other test uses and that is not part of another name. It sorts after the demo data. */
export function uniqueName(prefix = 'Zest'): string {
  count += 1;
  const worker = String(process.env['TEST_WORKER_INDEX']).padStart(3, '0');
  return `${prefix} ${worker}-${String(count).padStart(4, '0')}`;
}

export const emailFor = (name: string): string =>
  `${name.replaceAll(' ', '.').toLowerCase()}@example.com`;

export async function createBar(admin: ApiClient, category: UnitCategory): Promise<Bar> {
  const ownerName = uniqueName();
  const venueName = `${ownerName} Bar`;
  const email = emailFor(ownerName);
  const form = { name: ownerName, venueName, email, password, password2: password };
  await admin.request('POST', '/api/users/register', form);
  const client = apiClient(await signIn(email));
  const { request, getJson } = client;

  const venues = await getJson<Record<string, object>>(`/api/users/${client.userId}/venues`);
  const venueId = Object.keys(venues)[0] ?? '';
  const addUnit: Bar['addUnit'] = (unitCategory, ofVenue = venueId) =>
    request('POST', `/api/units/${ofVenue}`, { category: unitCategory });
  const { _id: unitId, unitNumber } = await addUnit(category);
  const at = { venueId, unitId };
  const create = async (path: string, fields: object) =>
    (await request<{ _id: string }>('POST', path, { ...at, ...fields }))._id;
  let unitKey: Promise<{ key: string }> | undefined;
  const sell: Bar['sell'] = async (order) => {
    unitKey ??= request('POST', `/api/units/${unitNumber}/keys`);
    return sendRequest((await unitKey).key, 'POST', '/api/orders', order);
  };
  return {
    ...client,
    ...at,
    ownerName,
    email,
    venueName,
    unitNumber,
    addUnit,
    addIngredient: (fields) => create('/api/ingredients', fields),
    addDrink: (name, price, ingredients) => create('/api/drinks', { name, price, ingredients }),
    sell,
    sellAgo: async (ms, order) => {
      const { id } = await sell(order);
      await request('PUT', `/api/orders/${id}`, { date: Date.now() - ms });
    },
    switchFlag: async (kind, flag, enabled = true) => {
      const key = kind === 'unit' ? String(unitNumber) : venueName;
      await admin.request('PUT', '/api/flags', { kind, key, flag, enabled });
    },
  };
}

/** Stores these values before the first document loads. Later documents see what the page itself stored. */
async function storeOnce(page: Page, values: Record<string, string>): Promise<void> {
  // Runs in the browser, whose types this project does not include.
  await page.addInitScript(`
    if (location.protocol !== 'about:' && !sessionStorage.getItem('stored')) {
      sessionStorage.setItem('stored', 'yes');
      Object.assign(localStorage, ${JSON.stringify(values)});
    }
  `);
}

/**
 * Signs the page in before its first document of the product loads, unless that is done otherwise. A storage state of the
 * context would do the same, but Playwright loads a document in a page of its own to store it.
 */
export async function signInFirst(page: Page, token: string): Promise<void> {
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(serverUrl())} && !sessionStorage.getItem('began')) {
      sessionStorage.setItem('began', 'yes');
      if (!localStorage.getItem('token')) localStorage.setItem('token', ${JSON.stringify(token)});
    }
  `);
}

/** Signs the page in as the owner of the bar. */
export const signInPage = (page: Page, { loginToken }: Bar): Promise<void> =>
  storeOnce(page, { token: loginToken });

/** Signs the page in as a demo account, for what wants a sign-in of the last minutes; the stored one may be older. */
export async function signInNow(page: Page, account: DemoAccount): Promise<void> {
  await storeOnce(page, { token: await signIn(accounts[account]) });
}

/** Signs the page out, and in as the owner of the bar: for another step that needs a bar of its own. */
export async function signInAnew(page: Page, { loginToken }: Bar): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A document of the product that runs none of its scripts.
  await page.goto('/api/version/');
  await page.evaluate(`
    localStorage.clear();
    sessionStorage.clear();
    sessionStorage.setItem('stored', 'yes');
    localStorage.setItem('token', ${JSON.stringify(loginToken)});
  `);
}

/** Gives the reason that choosing a venue in the owner list asks for. */
export async function giveReason(page: Page, reason = 'Support call'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Act for/ });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.keyboard.press('Enter');
}

/** Makes the super admin in this page act for the owner of the bar, as choosing the venue in the owner list does. */
export async function actFor(
  page: Page,
  bar: Pick<Bar, 'userId' | 'ownerName' | 'email' | 'venueId' | 'venueName'>,
): Promise<void> {
  const { request } = apiClient(tokenOf('admin'));
  await request('POST', '/api/admins/acting', { ownerId: bar.userId, reason: 'A test' });
  await storeOnce(page, {
    owner: JSON.stringify({
      id: bar.userId,
      name: bar.ownerName,
      email: bar.email,
      venues: [{ id: bar.venueId, name: bar.venueName }],
    }),
    venue: bar.venueId,
  });
}

/** Staff of a bar, invited and joined through the API. */

export interface Staff extends ApiClient {
  readonly name: string;
  readonly email: string;
}

interface Invited {
  readonly link: string;
}

/** Link of an invitation to an address. */
export async function inviteTo(bar: Bar, email: string, role: string): Promise<string> {
  const { link } = await bar.request<Invited>('POST', '/api/people', { email, role });
  return link;
}

/** Adds somebody to the staff of a bar, signed in. */
export async function addStaff(bar: Bar, role: string): Promise<Staff> {
  const name = uniqueName('Kim');
  const email = emailFor(name);
  const token = (await inviteTo(bar, email, role)).replace('/accept#', '');
  await sendRequest(null, 'POST', '/api/invitations/accept', { token, email, name, password });
  return { ...apiClient(await signIn(email)), name, email };
}

/** Makes them staff of another bar too. */
export async function joinBar(staff: Staff, bar: Bar, role: string): Promise<void> {
  const token = (await inviteTo(bar, staff.email, role)).replace('/accept#', '');
  await staff.request('POST', '/api/invitations/accept', { token, email: staff.email });
}

/** Adds drinks of one bottle each, with cola: `Drink 1` at $10, `Drink 2` at $11. */
export async function fillMenu(bar: Bar, drinks: number): Promise<void> {
  const cola = await bar.addIngredient({
    name: 'Cola',
    price: 2,
    source: 'soda gun',
    positionInUnit: ['101'],
  });
  for (let position = 1; position <= drinks; position += 1) {
    const id = await bar.addIngredient({
      name: `Bottle ${position}`,
      price: 5,
      positionInUnit: [String(position)],
    });
    await bar.addDrink(`Drink ${position}`, 9 + position, [id, cola]);
  }
}
