/** Every screen of the route table, with an address in the demo data. */
import { listRoutes } from '../tools/map-page.ts';
import type { ApiClient } from './api-client.ts';

/** Screens of links in messages, with one that does not exist. */
const links = ['/reset-password', '/new-email', '/confirm', '/accept', '/wall'];

/** An account that is signed in has another first screen, and an owner registers no owner. */
const isElsewhere = new Set(['/', '/login', '/register', '/gallery']);

interface Place {
  readonly _id: string;
  readonly unitNumber: number;
}

export async function demoPlace(demo: ApiClient) {
  const venues = await demo.getJson<Record<string, { id: string; name: string }>>(
    `/api/users/${demo.userId}/venues`,
  );
  const [venue] = Object.values(venues);
  if (!venue) throw new Error('The demo has no venue');
  const [unit] = await demo.getJson<Place[]>(`/api/venues/${venue.id}/units`);
  const [ingredient] = await demo.getJson<Place[]>(
    `/api/venues/${venue.id}/ingredients?unit=${unit?._id}`,
  );
  const values: Record<string, string> = {
    // The account itself is in the session.
    '/profile': '/profile?tab=security',
    '/owners/$id': `/owners/${demo.userId}`,
    '/venues/$id': `/venues/${venue.id}`,
    '/units/$number': `/units/${unit?.unitNumber}`,
    '/fleet/$number': `/fleet/${unit?.unitNumber}`,
    '/ingredients/$id/$unitId': `/ingredients/${ingredient?._id}/${unit?._id}`,
    ...Object.fromEntries(links.map((path) => [path, `${path}#no-such-link`])),
  };
  const addressOf = (path: string): string => {
    const address = values[path] ?? path;
    if (address.includes('$')) throw new Error(`The test has no address for ${path}`);
    return address;
  };
  return { venue, addressOf };
}

type Who = ReturnType<typeof listRoutes>[number]['who'];

/** Paths of the route table that these see while they are signed in. */
export const pathsFor = (who: readonly Who[]): string[] =>
  listRoutes()
    .filter((route) => who.includes(route.who) && !isElsewhere.has(route.path))
    .map(({ path }) => path);
