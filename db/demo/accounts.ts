/** Accounts, venues and drinks of the demo. */

export const demoPassword = 'pour-one-out';

/** The one account without the owner items of the sidebar, unless the environment names another. */
export const demoDeniedUserId = '0195d6a0-0000-7000-8000-0000000000aa';

export interface SeedAccount {
  email: string;
  name: string;
  firstName?: string;
  lastName?: string;
  accountType: 'owner' | 'SUPER_ADMIN' | 'customer' | 'staff';
  /** Of staff: the owner by email, and the venue where access is limited to one. */
  staffOf?: { owner: string; role: 'manager' | 'bartender' | 'accountant'; venue?: string };
  id?: string;
  /** Description printed at demo start; accounts without one only fill lists. */
  what?: string;
  venues: SeedVenue[];
}

export interface SeedVenue {
  name: string;
  address?: string;
  taxPercentage: number;
  /** Clock of its business days; without one it has calendar days, and a start is suggested. */
  clock?: { timezone: string; startsMinutes: number };
  units: SeedUnit[];
}

export interface SeedUnit {
  category: 'ROTENDER_CLASSIC' | 'BEERTENDER';
  /** Average sales per day. */
  salesPerDay: number;
  /** Numbers that have confirmed, of those reserved for fiction. */
  contacts?: string[];
  ingredients: SeedIngredient[];
  /** `of` lists ingredient names; the drink's name defaults to those names joined. */
  drinks: { of: string[]; name?: string; priceCents?: number; inactive?: true; deleted?: true }[];
}

export interface SeedIngredient {
  name: string;
  priceCents: number;
  doublePriceCents?: number;
  source?: 'soda gun';
  category?: 'Beer' | 'Liquor' | 'Wine' | 'Syrup/Puree' | 'Pre-mixed cocktails';
  /** Position and remaining percentage. */
  places: [position: number, percent: number][];
}

const barIngredients: SeedIngredient[] = [
  {
    name: "Tito's Vodka",
    priceCents: 700,
    doublePriceCents: 1200,
    places: [
      [1, 82],
      [2, 34],
    ],
  },
  { name: 'Beefeater', priceCents: 750, doublePriceCents: 1300, places: [[3, 71]] },
  { name: 'Bacardí Carta Blanca', priceCents: 700, doublePriceCents: 1200, places: [[4, 55]] },
  { name: 'Patrón Silver', priceCents: 1100, doublePriceCents: 1900, places: [[5, 12]] },
  { name: "Maker's Mark", priceCents: 900, doublePriceCents: 1600, places: [[6, 90]] },
  { name: 'Cointreau', priceCents: 400, places: [[7, 64]] },
  { name: 'Martini Rosso', priceCents: 350, places: [[8, 47]] },
  { name: 'Campari', priceCents: 450, places: [[9, 18]] },
  { name: 'Aperol', priceCents: 450, places: [[10, 77]] },
  {
    name: 'Prosecco',
    priceCents: 650,
    category: 'Wine',
    places: [
      [11, 58],
      [12, 40],
    ],
  },
  { name: 'Lime Juice', priceCents: 100, category: 'Syrup/Puree', places: [[13, 66]] },
  { name: 'Midori', priceCents: 500, places: [[15, 0]] },
  { name: 'Espresso Martini Mix', priceCents: 900, category: 'Pre-mixed cocktails', places: [] },
  { name: 'Cola', priceCents: 250, source: 'soda gun', places: [[101, 73]] },
  { name: 'Tonic', priceCents: 250, source: 'soda gun', places: [[102, 41]] },
  { name: 'Soda', priceCents: 150, source: 'soda gun', places: [[103, 66]] },
  { name: 'Cranberry', priceCents: 250, source: 'soda gun', places: [[104, 22]] },
];

const barDrinks: SeedUnit['drinks'] = [
  { of: ["Tito's Vodka", 'Tonic'], name: 'Vodka Tonic' },
  { of: ['Beefeater', 'Tonic'], name: 'Gin & Tonic' },
  { of: ['Beefeater', 'Campari', 'Martini Rosso'], name: 'Negroni', priceCents: 1400 },
  { of: ['Bacardí Carta Blanca', 'Cola', 'Lime Juice'], name: 'Cuba Libre' },
  { of: ['Patrón Silver', 'Cointreau', 'Lime Juice'], name: 'Margarita' },
  { of: ["Tito's Vodka", 'Cointreau', 'Cranberry', 'Lime Juice'], name: 'Cosmopolitan' },
  { of: ['Aperol', 'Prosecco', 'Soda'], name: 'Aperol Spritz' },
  { of: ["Maker's Mark", 'Soda'], name: 'Bourbon Soda' },
  { of: ['Campari', 'Martini Rosso', 'Soda'], name: 'Americano' },
  { of: ["Tito's Vodka", 'Cranberry'] },
  { of: ['Midori', 'Soda'] },
  { of: ['Bacardí Carta Blanca', 'Lime Juice', 'Soda'], name: 'Rum Rickey', inactive: true },
  { of: ['Cranberry', 'Soda'], name: 'House Spritzer', priceCents: 0 },
  { of: ["Maker's Mark", 'Cola'], name: 'Bourbon Cola', deleted: true },
];

const taps: SeedIngredient[] = [
  { name: 'Harbour Lager', priceCents: 700, category: 'Beer', places: [[1, 61]] },
  { name: '+1 Pale Ale', priceCents: 800, category: 'Beer', places: [[2, 27]] },
];

const beers: SeedUnit['drinks'] = [{ of: ['Harbour Lager'] }, { of: ['+1 Pale Ale'] }];

const rooftop: SeedVenue = {
  name: 'Rooftop Bar',
  address: '230 Bowery, New York, NY 10012',
  taxPercentage: 8.875,
  clock: { timezone: 'America/New_York', startsMinutes: 300 },
  units: [
    {
      category: 'ROTENDER_CLASSIC',
      salesPerDay: 34,
      contacts: ['+14155550132'],
      ingredients: barIngredients,
      drinks: barDrinks,
    },
    { category: 'BEERTENDER', salesPerDay: 21, ingredients: taps, drinks: beers },
  ],
};

const harbour: SeedVenue = {
  name: 'Harbour Terrace',
  address: '89 South Street, Pier 17, New York, NY 10038',
  taxPercentage: 8.875,
  clock: { timezone: 'America/New_York', startsMinutes: 300 },
  units: [{ category: 'BEERTENDER', salesPerDay: 12, ingredients: taps, drinks: beers }],
};

/** An owner with venues that have no sales yet. */
const newcomer = (name: string, email: string, ...venues: string[]): SeedAccount => ({
  email,
  name,
  accountType: 'owner',
  venues: venues.map((venue) => ({ name: venue, taxPercentage: 0, units: [] })),
});

/** A person of the owner of the demo. */
const staff = (
  name: string,
  email: string,
  what: string,
  access: Omit<NonNullable<SeedAccount['staffOf']>, 'owner'>,
): SeedAccount => ({
  email,
  name,
  accountType: 'staff',
  what,
  staffOf: { owner: 'maya@rooftop.example', ...access },
  venues: [],
});

export const seedData: SeedAccount[] = [
  {
    email: 'admin@barback.example',
    name: 'Barback',
    firstName: 'Robin',
    lastName: 'Vale',
    accountType: 'SUPER_ADMIN',
    what: 'super admin',
    venues: [],
  },
  {
    email: 'maya@rooftop.example',
    name: 'Rooftop Hospitality',
    firstName: 'Maya',
    lastName: 'Okafor',
    accountType: 'owner',
    what: 'owner of Rooftop Bar and Harbour Terrace',
    venues: [rooftop, harbour],
  },
  {
    email: 'lou@northside.example',
    name: 'Northside Taps',
    accountType: 'owner',
    what: 'owner of another bar',
    venues: [
      {
        name: 'Northside Taproom',
        taxPercentage: 10.25,
        units: [{ category: 'BEERTENDER', salesPerDay: 15, ingredients: taps, drinks: beers }],
      },
    ],
  },
  {
    email: 'hidden@barback.example',
    name: 'Quiet Corner',
    accountType: 'owner',
    id: demoDeniedUserId,
    what: 'owner without the owner items',
    venues: [{ name: 'Quiet Corner', taxPercentage: 0, units: [] }],
  },
  {
    email: 'customer@barback.example',
    name: 'Kim Customer',
    accountType: 'customer',
    what: 'customer, who has no dashboard',
    venues: [],
  },
  staff('Sam Rivera', 'sam@rooftop.example', 'manager at the venues of maya@rooftop.example', {
    role: 'manager',
  }),
  staff('Toni Baker', 'toni@rooftop.example', 'bartender of Rooftop Bar', {
    role: 'bartender',
    venue: 'Rooftop Bar',
  }),
  staff('Alex Chen', 'alex@rooftop.example', 'accountant of the venues of maya@rooftop.example', {
    role: 'accountant',
  }),
  newcomer('Alto Lounge Group', 'office@alto.example', 'Alto Lounge', 'Alto Pool Deck'),
  newcomer('Bluebird Brewing', 'hello@bluebird.example', 'Bluebird Tasting Room'),
  newcomer('Casa Verde', 'maria@casaverde.example', 'Casa Verde Cantina'),
  newcomer('Dockside Partners', 'team@dockside.example', 'Dockside', 'Pier Nine', 'The Lower Deck'),
  newcomer('Ember & Ash', 'bar@ember.example', 'Ember & Ash'),
  newcomer('Fifth Street Social', 'fss@fifth.example', 'Fifth Street Social'),
  newcomer('Grand Lobby Hotels', 'bars@grandlobby.example', 'Lobby Bar', 'Sky Bar'),
  newcomer('Juniper House', 'gin@juniper.example', 'Juniper House'),
  newcomer("O'Malley & Daughters", 'niamh@omalley.example', "O'Malley's"),
];

/** Flags enabled in the demo. */
export const demoFlags = [
  { venue: 'Rooftop Bar', unit: null, flag: 'general--double-order' },
  // The first unit of the demo.
  { venue: 'Rooftop Bar', unit: 1001, flag: 'general--inventory-management' },
  { venue: 'Harbour Terrace', unit: null, flag: 'general--pax-shift4' },
] as const;
