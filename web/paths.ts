/** All links of the app are defined here. */
import type { TermKey } from '../rules/terms.ts';

type Search = Readonly<Record<string, string | number | undefined>>;

/** Appends a flat query: `?unit=1042`. */
function withSearch(path: string, search: Search): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') pairs.set(name, String(value));
  }
  const text = pairs.toString();
  return text ? `${path}?${text}` : path;
}

/** Search of a screen that shows a venue, or a unit of it. */
export interface PlaceSearch {
  readonly venue?: string | undefined;
  readonly unit?: string | number | undefined;
}

/**
 * A sales report: days as YYYY-MM-DD, a unit by its number, a timezone by its label or its name; pages from 1, which
 * have the sales later or earlier than one with that id; only sales that have what show, drink, reader and payment ask for.
 */
export interface SalesReportSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Label of the preset that the days were chosen by. */
  readonly period?: string | undefined;
  readonly venue?: string | undefined;
  readonly unit?: string | undefined;
  readonly timezone?: string | undefined;
  /** Of a venue with a clock: business or calendar. */
  readonly days?: string | undefined;
  readonly page?: number | string | undefined;
  readonly sort?: string | undefined;
  readonly later?: string | undefined;
  readonly earlier?: string | undefined;
  readonly show?: string | undefined;
  readonly drink?: string | undefined;
  /** Name that a drink has now, whatever it was sold as. */
  readonly currentDrink?: string | undefined;
  readonly reader?: string | undefined;
  /** Amount charged, or last digits of a card. */
  readonly payment?: string | undefined;
  /** Weekday of the night, 0 is Monday, and hour of the clock. */
  readonly weekday?: number | string | undefined;
  readonly hour?: number | string | undefined;
  readonly tab?: string | undefined;
  /** Id of the order in the panel. */
  readonly order?: string | undefined;
  /** What the figures are compared with; of all units with sameUnits=false. */
  readonly compare?: string | undefined;
  readonly sameUnits?: string | undefined;
}

/** Sales of all venues in a period by its name; pages and filters as of the sales report of one. */
export interface SalesOfVenuesSearch extends Pick<
  SalesReportSearch,
  'page' | 'sort' | 'later' | 'earlier' | 'show' | 'drink' | 'reader' | 'payment'
> {
  readonly period?: string | undefined;
}

/** Failed pours: open or resolved ones, the page after a case, and the case that is shown. */
export interface FailuresSearch {
  readonly state?: string | undefined;
  readonly before?: string | undefined;
  readonly case?: string | undefined;
  /** First and last day of the sales; any without them. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Figure of the ledger whose cases are listed. */
  readonly part?: string | undefined;
}

/**
 * Units of all owners: filters, the order, and the page after a cursor; or with tab=cohorts groups of them, with
 * tab=tickets tickets: by state and assignee, and the page before one.
 */
export interface FleetSearch {
  readonly tab?: string | undefined;
  readonly by?: string | undefined;
  readonly q?: string | undefined;
  readonly state?: string | undefined;
  readonly software?: string | undefined;
  readonly owner?: string | undefined;
  readonly sort?: string | undefined;
  readonly after?: string | undefined;
  /** Id of a super administrator, or none. */
  readonly assignee?: string | undefined;
  readonly before?: string | undefined;
}

/** Parts of the page of a unit. */
export type UnitTab =
  | 'status'
  | 'loaded'
  | 'positions'
  | 'setup'
  | 'reader'
  | 'contacts'
  | 'key'
  | 'history';

/** The page of a unit; of its movements of stock those of an ingredient, and the page after a movement. */
export interface UnitSearch {
  readonly venue?: string | undefined;
  /** Status where it is left out. */
  readonly tab?: string | undefined;
  readonly ingredient?: string | undefined;
  readonly before?: string | undefined;
  /** Set where the first steps of a venue have led here. */
  readonly step?: string | undefined;
}

/**
 * Issues: open ones, of one kind and after a place of the list; or resolved alerts, the page after one of them. alert is
 * the issue that is shown, by the id of its alert.
 */
export interface AlertsSearch {
  readonly kind?: string | undefined;
  readonly after?: string | undefined;
  readonly state?: string | undefined;
  readonly before?: string | undefined;
  readonly alert?: string | undefined;
}

/** Refill list: until the planned refill, close, or the close of the next night. */
export interface RefillSearch {
  readonly until?: string | undefined;
}

/** Units of a venue; those that need attention with show=attention. */
export interface UnitsSearch {
  readonly venue?: string | undefined;
  readonly show?: string | undefined;
  /** `all` for those of all venues, with what they are narrowed to. */
  readonly venues?: string | undefined;
  readonly q?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: string | undefined;
  readonly page?: number | string | undefined;
}

/** The drink menu: pages from 1, or the page with a drink. */
export interface MenuSearch {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly drink?: string | undefined;
}

/** The activity log: days as YYYY-MM-DD, pages from 1; page 1 is omitted. */
export interface AuditSearch {
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
}

/** Tab of the profile. */
export type PriceTab = 'list' | 'plans' | 'categories';

export type ProfileTab = 'account' | 'security' | 'notifications';

export const paths = {
  /** A screen with these parameters. */
  at: withSearch,
  root: '/',
  login: '/login',
  /** @param next destination after signing in; the root is none */
  loginFor: (next: string) => withSearch('/login', { next: next === '/' ? undefined : next }),
  /** Its fragment is the setup code. */
  firstRun: '/first-run',
  forgotPassword: '/forgot-password',
  /** Its fragment is the token of a link. */
  resetPassword: '/reset-password',
  /** Its fragment is the token of a link. */
  newEmail: '/new-email',
  /** @param tab of the profile; account is the first */
  profile: (tab?: ProfileTab) =>
    withSearch('/profile', { tab: tab === 'account' ? undefined : tab }),
  /** The emails with figures that an account gets. */
  emailReports: '/profile?tab=notifications#email-reports',
  /** The alerts that an account gets as messages. */
  alertSettings: '/profile?tab=notifications#alerts',
  /** Its fragment is the token of a link. */
  confirm: '/confirm',
  /** Its fragment is the token of an invitation. */
  accept: '/accept',
  /** @param redirect destination after registration */
  register: (redirect?: string) => withSearch('/register', { redirect }),
  /**
   * @param q text of a search
   * @param page from 1; page 1 is omitted
   */
  owners: (q = '', page = 1) => withSearch('/owners', { q, page: page > 1 ? page : undefined }),
  /** Units of all owners, or how often groups of them fail. */
  fleet: (search: FleetSearch = {}) => withSearch('/fleet', { ...search }),
  /** A unit for the support, or a ticket of it. */
  fleetUnit: (number: number, ticket?: string) =>
    withSearch(`/fleet/${number}`, { ticket }) + (ticket === undefined ? '' : `#${ticket}`),
  owner: (id: string) => `/owners/${encodeURIComponent(id)}`,
  renderingSettings: '/renderingsettings',
  settings: '/settings',
  reports: '/reports',
  /** @param period that is compared; the last 7 days without one */
  allVenues: (period?: string) =>
    withSearch('/owner', { period: period === 'week' ? undefined : period }),
  /** Single sales of all venues. */
  salesOfVenues: (search: SalesOfVenuesSearch = {}) => withSearch('/owner/sales', { ...search }),
  /** Imports of past sales into a venue. */
  imports: (venue?: string) => withSearch('/reports/imports', { venue }),
  /** Certificates of the nights of a venue, or that of a night. */
  certificates: (search: { venue?: string; day?: string; version?: number } = {}) =>
    withSearch('/reports/certificates', search),
  /** Stock on hand of a venue; with the id of a count, that; or another tab. */
  stock: (
    search: { count?: string; tab?: 'orders' | 'deliveries' | 'suppliers' | 'storerooms' } = {},
  ) => withSearch('/stock', search),
  /** The journal of a night; of the last one without a day. */
  accounting: (search: { day?: string } = {}) => withSearch('/accounting', search),
  salesReport: (search: SalesReportSearch = {}) => withSearch('/salesreports', { ...search }),
  ingredient: (id: string, unitId: string) =>
    `/ingredients/${encodeURIComponent(id)}/${encodeURIComponent(unitId)}`,
  /** The form of an ingredient with the focus on its positions. */
  ingredientPositions: (id: string, unitId: string) =>
    withSearch(`/ingredients/${encodeURIComponent(id)}/${encodeURIComponent(unitId)}`, {
      field: 'positions',
    }),
  createDrink: '/add-drink',
  /** Your Menu, scrolled to this ingredient. */
  ingredientInMenu: (ingredient: string) => withSearch('/add-drink', { ingredient }),
  /** Your Menu of a unit. */
  unitMenu: (venue: string, unit: number) => withSearch('/add-drink', { venue, unit }),
  createIngredient: '/add-ingredient',
  /** The form of a new ingredient with its position chosen. */
  createIngredientAt: (position: string) => withSearch('/add-ingredient', { position }),
  venues: '/venues',
  /** The venues screen with the dialog open. */
  createVenue: '/venues?add=venue',
  venue: (id: string) => `/venues/${encodeURIComponent(id)}`,
  /** The venue screen with the dialog open. */
  createUnit: (venue: string) =>
    withSearch(`/venues/${encodeURIComponent(venue)}`, { add: 'unit' }),
  version: '/version',
  /** The help screen, at one of its terms or tasks. */
  help: (at?: TermKey | `how-${string}`) => (at === undefined ? '/help' : `/help#${at}`),
  drinkMenu: '/drink-menu',
  /** Prices of a venue: the list, its price plans, or the categories of its menu. */
  prices: (tab: PriceTab = 'list') =>
    withSearch('/prices', { tab: tab === 'list' ? undefined : tab }),
  /** Costs of the ingredients of a venue. */
  costs: '/costs',
  /** The loss report of the usual days, or of a span. */
  loss: (search: { span?: string | undefined } = {}) => withSearch('/reports/loss', { ...search }),
  /** Margins of the drinks with the glasses of the usual days, or of a span. */
  margins: (search: { span?: string | undefined } = {}) =>
    withSearch('/reports/margins', { ...search }),
  /** Comps and spillage of a month, the last one usually; with each sale and movement where `each` is `1`. */
  lossPack: (search: { month?: string | undefined; each?: string | undefined } = {}) =>
    withSearch('/reports/loss-pack', { ...search }),
  /** The drink menu page that contains this drink. */
  drinkInMenu: (id: string) => withSearch('/drink-menu', { drink: id }),
  dashboard: '/dashboard',
  /** The overview with the dialog of an order open. */
  createOrder: '/dashboard?add=order',
  /** Refused sales of a venue. */
  refusedSales: (venue: string) => withSearch('/refused-sales', { venue }),
  /** Live night of a venue. */
  night: (search: Pick<PlaceSearch, 'venue'> = {}) => withSearch('/night', { ...search }),
  /** Live night for a wall display; its fragment is the key. */
  wall: '/wall',
  /** Issues of a venue. */
  alerts: ({ state, ...search }: AlertsSearch & { venue?: string } = {}) =>
    withSearch('/alerts', { ...search, state: state === 'open' ? undefined : state }),
  /** Failed pours of a venue. */
  failures: ({ state, ...search }: FailuresSearch & { venue?: string } = {}) =>
    withSearch('/failures', { ...search, state: state === 'open' ? undefined : state }),
  /** Refill list of a venue. */
  refill: (search: RefillSearch & { venue?: string | undefined } = {}) =>
    withSearch('/refill', {
      ...search,
      until: search.until === 'refill' ? undefined : search.until,
    }),
  units: (search: UnitsSearch = {}) => withSearch('/units', { ...search }),
  /** A unit: its state, or another part of its page. */
  unit: (number: number, venue?: string, tab: UnitTab = 'status') =>
    withSearch(`/units/${number}`, { venue, tab: tab === 'status' ? undefined : tab }),
  /** A part of the page of a unit, with a link back to the first steps. */
  unitStep: (number: number, venue: string, tab: UnitTab) =>
    withSearch(`/units/${number}`, { venue, tab, step: 'yes' }),
  /** Movements of stock on the page of a unit. */
  movements: (number: number, search: Omit<UnitSearch, 'tab' | 'step'>) =>
    `${withSearch(`/units/${number}`, { ...search, tab: 'loaded' })}#stock`,
  people: '/people',
  developers: '/developers',
  /** In the frame that previews a role. */
  preview: '/preview',
  /** The people screen with the dialog open. */
  invitePerson: '/people?add=person',
  audit: (search: AuditSearch = {}) => withSearch('/audit', { ...search }),
} as const;
