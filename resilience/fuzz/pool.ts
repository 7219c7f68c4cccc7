/** Pool of valid values by type: created before the run, and learned from responses. */
import { z } from 'zod';
import type { Operation } from './document.ts';
import type { Known } from './values.ts';

export interface KnownPool {
  learn(what: string, value: string): void;
  /** Adds a body that this operation accepts. */
  learnBody(name: string, body: object): void;
  bodiesOf(operation: Operation): readonly object[];
  size(): number;
  /** Values for the fields of one operation; deletions get values that other operations do not depend on. */
  forOperation(operation: Operation): Known;
  /** Learns values from a response of this operation. */
  learnFrom(operation: Operation, response: unknown): void;
}

/** Types of path ids whose name is ambiguous. */
const idsByPath: readonly [RegExp, string][] = [
  [/\/keys/, 'keyId'],
  [/^\/api\/tokens/, 'tokenId'],
  [/^\/api\/webhooks/, 'webhookId'],
  [/\/walls/, 'wallId'],
  [/\/price-changes/, 'priceChangeId'],
  [/^\/api\/copies/, 'copyId'],
  [/\/setup-templates/, 'templateId'],
  [/^\/api\/admins\/tickets/, 'ticketId'],
  [/\/price-plans/, 'pricePlanId'],
  [/\/menu-categories/, 'categoryId'],
  [/\/venues\/[^/]+\/counts/, 'countId'],
  [/\/stores/, 'storeId'],
  [/\/suppliers/, 'supplierId'],
  [/\/deliveries/, 'deliveryId'],
  [/\/stock-orders/, 'stockOrderId'],
  [/\/supply/, 'ingredientId'],
  [/\/costs/, 'ingredientId'],
  [/^\/api\/report-views/, 'reportViewId'],
  [/^\/api\/users\/venues/, 'venueId'],
  [/^\/api\/admins\/owner/, 'ownerId'],
  [/^\/api\/stripe-readers/, 'readerId'],
  [/^\/api\/ingredients/, 'ingredientId'],
  [/\/drinks/, 'drinkId'],
  [/^\/api\/orders/, 'orderId'],
  [/^\/api\/renderings/, 'renderingId'],
  [/^\/api\/settings/, 'settingId'],
  [/^\/api\/people/, 'personId'],
  [/^\/api\/users\/me\/sessions/, 'sessionId'],
  [/^\/api\/users\/me\/passkeys/, 'passkeyId'],
  [/^\/api\/users\/me\/push-subscriptions/, 'pushId'],
  [/^\/api\/alerts/, 'alertId'],
  [/^\/api\/units/, 'unitId'],
];

const sameAs: Record<string, string> = {
  userId: 'ownerId',
  unit: 'unitId',
  drink: 'drinkId',
  ingredients: 'ingredientId',
  drinkIds: 'drinkId',
  units: 'unitId',
  unitIds: 'unitId',
  overrides: 'ingredientId',
  updatedInventory: 'ingredientId',
};

const fixed: Record<string, readonly string[]> = {
  startDate: ['1000000000000'],
  endDate: ['4000000000000'],
  date: [String(Date.UTC(2026, 0, 1)), '2026-01-01T00:00:00Z'],
  from: ['2026-06-12'],
  to: ['2026-06-12'],
  day: ['2026-06-12'],
  night: ['2026-06-12'],
  startsAt: ['05:00'],
  opens: ['16:00'],
  closes: ['26:00'],
  timezone: ['America/Los_Angeles', 'Europe/Berlin', 'UTC', 'Asia/Kathmandu'],
  drinkIndexes: ['0', '1', '0,1', '[0]'],
  contacts: ['+14155552671', '(415) 555-2671'],
  password: ['a password for this run only'],
  currentPassword: ['a password for this run only'],
  password2: ['a password for this run only'],
  pathName: [''],
  entryPagePath: ['index.html'],
  taxPercentage: ['7.25'],
  positionInUnit: ['3', '4', '5', '101'],
  current: ['1', '2', '0'],
  size: ['1', '10', '50'],
  // Of a browser with push messages.
  endpoint: ['https://fcm.googleapis.com/fcm/send/one', 'https://fcm.googleapis.com/fcm/send/two'],
  p256dh: [`B${'A'.repeat(86)}`],
  auth: ['A'.repeat(22)],
};

/** The activity log has times, others days. */
const fixedOfAudit: Record<string, readonly string[]> = {
  from: ['1000000000000'],
  to: ['4000000000000'],
};

const most = 60;
const learned = z.looseObject({
  id: z.string().optional(),
  _id: z.string().optional(),
  unitNumber: z.number().optional(),
  key: z.string().optional(),
  /** Of an invitation; its fragment is the token. */
  link: z.string().nullish(),
  person: z.object({ id: z.string() }).optional(),
});

const idOf = (path: string): string => idsByPath.find(([form]) => form.test(path))?.[1] ?? 'id';

export function makePool(): KnownPool {
  const values = new Map<string, string[]>();
  const bodies = new Map<string, object[]>();
  const of = (what: string): readonly string[] => values.get(what) ?? fixed[what] ?? [];
  const learn = (what: string, value: string): void => {
    const list = values.get(what) ?? [];
    values.set(what, list);
    // The first values stay, because others depend on them.
    if (list.length >= most) list.splice(most / 2, 1);
    list.push(value);
  };
  return {
    learn,
    learnBody: (name, body) => bodies.set(name, [...(bodies.get(name) ?? []), body]),
    bodiesOf: ({ name }) => bodies.get(name) ?? [],
    size: () => [...values.values()].flat().length,
    forOperation: ({ name, method, path }) => {
      const ends = method === 'DELETE' || name === 'deactivateIngredient';
      return (field) => {
        if (name === 'setFlag' || name === 'getFlags') {
          if (field === 'key') return [...of('unitNumber'), ...of('venueName')];
        }
        // Elsewhere days.
        if (name === 'copySetup' && (field === 'from' || field === 'to')) return of('unitId');
        if (name === 'createSetupTemplate' && field === 'from') return of('unitId');
        const times = path.startsWith('/api/audit') ? fixedOfAudit[field] : undefined;
        if (times) return times;
        const isItsOwn = field === 'id' || field === '_id';
        const what = isItsOwn ? idOf(path) : (sameAs[field] ?? field);
        if (
          (name === 'register' || name === 'invitePerson' || name === 'inviteOwner') &&
          what === 'email'
        )
          return [`${Math.random()}@fuzz.example`];
        // An order's id is its own field.
        if (name === 'createOrder' && isItsOwn) return [];
        const isLast = isItsOwn || path.endsWith(`{${field}}`);
        return ends && isLast ? of(`spare ${what}`) : of(what);
      };
    },
    learnFrom: ({ method, path }, response) => {
      const { success, data } = learned.safeParse(response);
      const what = idOf(path);
      if (!success || (method !== 'POST' && what !== 'settingId')) return;
      const id = data._id ?? data.id ?? data.person?.id;
      if (id !== undefined) {
        learn(what, id);
        learn(`spare ${what}`, id);
      }
      if (data.unitNumber !== undefined && what === 'unitId') {
        learn('unitNumber', String(data.unitNumber));
        learn('spare unitNumber', String(data.unitNumber));
      }
      const token = data.link?.split('#')[1];
      if (token !== undefined) learn('token', token);
      if (data.key !== undefined && what === 'ingredientId') learn('imageURL', data.key);
    },
  };
}
