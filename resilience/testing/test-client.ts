/** Test client that sells on one unit of the demo and reads the sales, over the public API only. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { demoPassword } from '../../db/demo/accounts.ts';
import type { RunningProduct } from './running-product.ts';

export interface TestClient {
  /** Token of the owner. */
  token: string;
  venueId: string;
  unitId: string;
  unitNumber: number;
  /** Key of the unit, and an ingredient that it sells. */
  key: string;
  ingredientId: string;
  /** A sale of several drinks and a tip, paid by card. */
  sellPaid(
    product: RunningProduct,
    paid: { paymentId: string; drinks: number; glasses?: number },
  ): Promise<Body<'createOrder'>>;
  /** Returns the id of the order; throws when it was not acknowledged. */
  sell(product: RunningProduct, idempotencyKey: string): Promise<string>;
  ids(product: RunningProduct, since: number): Promise<Set<string>>;
  count(product: RunningProduct, since: number): Promise<number>;
}

type Body<N extends keyof Endpoints> = ResponseOf<Endpoints[N]>;

/** Signs in as an owner of the demo and creates a key for the first unit. */
export async function openClient(
  product: RunningProduct,
  email = 'maya@rooftop.example',
): Promise<TestClient> {
  const token = await login(product, email);
  const ownerId = subjectOf(token);
  const venues = await requestJson<Body<'listVenues'>>(product, `/api/users/${ownerId}/venues`, {
    token,
  });
  const [venueId] = Object.keys(venues);
  const [unit] = await requestJson<Body<'listUnits'>>(product, `/api/venues/${venueId}/units`, {
    token,
  });
  const { key } = await requestJson<Body<'createUnitKey'>>(
    product,
    `/api/units/${unit?.unitNumber}/keys`,
    { token, body: {} },
  );
  const [ingredient] = Object.keys(unit?.inventory ?? {});

  const report = (at: RunningProduct, since: number, page: number) =>
    requestJson<Body<'getSalesReport'>>(
      at,
      `/api/orders/sales/report?venueId=${venueId}&startDate=${since}&endDate=${Date.now() + 60_000}` +
        `&pagination[size]=10000&pagination[current]=${page}`,
      { token },
    );
  return {
    token,
    venueId: venueId ?? '',
    unitId: unit?._id ?? '',
    unitNumber: unit?.unitNumber ?? 0,
    key,
    ingredientId: ingredient ?? '',
    sellPaid: (at, { paymentId, drinks, glasses: quantity = 1 }) =>
      requestJson<Body<'createOrder'>>(at, '/api/orders', {
        token: key,
        body: {
          tips: 2.5,
          paymentId,
          drinks: Array.from({ length: drinks }, () => ({ ingredients: [ingredient], quantity })),
        },
      }),
    sell: async (at, idempotencyKey) => {
      const body = { ingredients: [ingredient], tips: 1 };
      return (
        await requestJson<Body<'createOrder'>>(at, '/api/orders', {
          token: key,
          body,
          idempotencyKey,
        })
      ).id;
    },
    count: async (at, since) => (await report(at, since, 1)).pagination.total,
    ids: async (at, since) => {
      const found = new Set<string>();
      for (let page = 1; ; page += 1) {
        const { sales } = await report(at, since, page);
        if (sales.length === 0) return found;
        for (const sale of sales) found.add(sale.id);
      }
    },
  };
}

export async function login(product: RunningProduct, email: string): Promise<string> {
  const body = { email, password: demoPassword };
  const signIn = await requestJson<Body<'login'>>(product, '/api/users/login', { body });
  if (!('token' in signIn)) throw new Error(`${email} has a second factor`);
  return signIn.token;
}

export function subjectOf(token: string): string {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return (claims as { sub: string }).sub;
}

export async function requestJson<T>(
  { url }: RunningProduct,
  path: string,
  options: { token?: string; body?: object; idempotencyKey?: string; method?: string },
): Promise<T> {
  const response = await fetch(url + path, {
    method: options.method ?? (options.body ? 'POST' : 'GET'),
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
