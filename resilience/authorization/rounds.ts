/**
 * Detects responses that leak another tenant's data: compares them with planted values and with responses for unknown
 * ids.
 */
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { addressOf, type RequestTarget, targets } from '../../server/testing/endpoint-targets.ts';
import { type Place } from '../../server/testing/places.ts';
import type { Reply, TestApp } from '../../server/testing/app.ts';

/** A request with its endpoint target. */
export interface Shot {
  name: string;
  endpoint: Endpoint;
  aim: RequestTarget;
}

/** Endpoints without tenant ids, with their input. */
const unaimed: { readonly [name in EndpointName]?: RequestTarget } = {
  register: { body: {} },
  login: { body: {} },
  getConfirmation: { body: { token: 'nothing' } },
  acceptConfirmation: { body: { token: 'nothing' } },
  declineConfirmation: { body: { token: 'nothing' } },
  updatePerson: { params: { id: 'nothing' }, body: { role: 'bartender' } },
  removePerson: { params: { id: 'nothing' } },
  getInvitation: { body: { token: 'nothing' } },
  acceptInvitation: { body: { token: 'nothing' } },
  getOwner: { params: { id: 'nothing' } },
  updateOwner: { params: { id: 'nothing' }, body: {} },
  inviteOwner: { body: {} },
  getFleetUnit: { params: { unitNumber: 'nothing' } },
  createSupportTicket: { body: {} },
  updateSupportTicket: { params: { ticketId: 'nothing' }, body: {} },
  addSupportNote: { params: { ticketId: 'nothing' }, body: {} },
  repeatOwnerInvitation: { params: { id: 'nothing' } },
  createVenue: { body: { name: 'x' } },
  handleStripeWebhook: { params: { venueId: 'nothing' }, body: {} },
  deleteRendering: { params: { id: 'nothing' } },
  restoreRendering: { params: { id: 'nothing' } },
  updateTerms: { body: { terms: 'x' } },
  setFlag: { body: {} },
  downloadAuditCsv: {},
};

/** Deletions come last; the ones other requests depend on come at the very end. */
const last = [
  'deletePricePlan',
  'deleteMenuCategory',
  'discardStockCount',
  'deleteInvoice',
  'undoDelivery',
  'cancelStockOrder',
  'deleteStore',
  'deleteSupplier',
  'deleteSetupTemplate',
  'deleteWebhook',
  'deleteDrink',
  'undeleteDrink',
  'revokeUnitKey',
  'revokeWall',
  'deleteUnit',
  'logout',
];
const byEnding = ({ name: a }: Shot, { name: b }: Shot): number =>
  last.indexOf(a) - last.indexOf(b);

/** Requests to every endpoint of the contract, targeted at a place where applicable. */
export const shotsAt = (place: Place): Shot[] =>
  Object.entries<Endpoint>(endpoints)
    .map(([name, endpoint]) => ({ name, endpoint, aim: aimOf(name, place) }))
    .sort(byEnding);

const isEndpoint = (name: string): name is EndpointName => name in endpoints;

function aimOf(name: string, place: Place): RequestTarget {
  if (!isEndpoint(name)) return {};
  return targets[name]?.(place) ?? unaimed[name] ?? {};
}

export const isAimed = ({ name }: Shot): boolean => isEndpoint(name) && Boolean(targets[name]);

export const shoot = (
  app: TestApp,
  { endpoint, aim }: Shot,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  app.send(endpoint.method, addressOf(endpoint, aim), {
    headers,
    ...(token === undefined ? {} : { token }),
    ...(aim.body ? { body: aim.body } : {}),
  });

/** Variants of a request with each id in turn taken from `other`, and with all of them. */
export function strayShots(own: Place, other: Place): Shot[] {
  const foreign = shotsAt(other);
  return shotsAt(own)
    .filter(isAimed)
    .flatMap((shot) => {
      const aim = foreign.find(({ name }) => name === shot.name)?.aim ?? {};
      return mixed(shot.aim, aim).map((stray) => ({ ...shot, aim: stray }));
    });
}

/** Each differing leaf on its own, then all of them together. */
function mixed(own: RequestTarget, other: RequestTarget): RequestTarget[] {
  const leaves = differences(own, other);
  const one = leaves.map((path) => taken(own, other, path));
  return leaves.length > 1 ? [...one, other] : one;
}

type Path = readonly string[];

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const partOf = (value: unknown, key: string): unknown =>
  entriesOf(value).find(([name]) => name === key)?.[1];

function differences(own: unknown, other: unknown, path: Path = []): Path[] {
  if (typeof own !== 'object' || own === null) return own === other ? [] : [path];
  return entriesOf(own).flatMap(([key, part]) =>
    differences(part, partOf(other, key), [...path, key]),
  );
}

function taken<T>(own: T, other: unknown, [key, ...rest]: Path): T {
  const copy = structuredClone(own);
  if (key === undefined || typeof copy !== 'object' || copy === null) return copy;
  const there = partOf(other, key);
  const part = rest.length === 0 ? there : taken(partOf(own, key), there, rest);
  return Object.assign(copy, { [key]: part });
}

/** Response without values that vary between requests and without the requested ids. */
export function normalised({ status, text }: Reply, sent: readonly string[]): string {
  const plain = text.replaceAll(/"requestId":"[^"]*"/g, '');
  return sent
    .filter((id) => id.length > 3)
    .reduce((so, id) => so.replaceAll(id, 'what was asked for'), `${status} ${plain}`);
}

/** Every text and number in a request. */
export const sentIn = ({ aim }: Shot): string[] => leavesOf(aim).map(String);

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

/** Snapshot of everything the owner sees of a place. */
export async function photograph(app: TestApp, place: Place): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  const shots = shotsAt(place).filter(
    ({ endpoint }) => endpoint.method === 'GET' && !endpoint.guarded,
  );
  for (const shot of shots) {
    seen[shot.name] = normalised(await shoot(app, shot, place.owner.token), []);
  }
  return seen;
}
