/** The route table, one line per row of the specification, in its order. */
import type {
  AlertsSearch,
  AuditSearch,
  FailuresSearch,
  FleetSearch,
  MenuSearch,
  RefillSearch,
  SalesOfVenuesSearch,
  SalesReportSearch,
  UnitSearch,
  UnitsSearch,
} from './paths.ts';
import type { PlaceKind } from './context/place.ts';
import type { Who } from './router/admission.ts';
import { makeRoute, makeRouter, placeSearch, textSearch } from './router/make-router.tsx';
import type { LoadScreen, Match, RouteRow } from './router/make-router.tsx';

const createIngredient: LoadScreen = () =>
  import('./screens/ingredient-form/add-ingredient-screen.tsx');
const imports: LoadScreen = () => import('./screens/imports/imports-screen.tsx');
const issues: LoadScreen = () => import('./screens/issues/issues-screen.tsx');
const audit: LoadScreen = () => import('./screens/audit/audit-screen.tsx');
const stock: LoadScreen = () => import('./screens/stock/stock-screen.tsx');
const accounting: LoadScreen = () => import('./screens/accounting/accounting-screen.tsx');
const certificates: LoadScreen = () => import('./screens/certificates/certificates-screen.tsx');
const confirm: LoadScreen = () => import('./screens/confirm/confirm-screen.tsx');
const dashboard: LoadScreen = () => import('./screens/dashboard/dashboard-screen.tsx');
const drinkMenu: LoadScreen = () => import('./screens/drink-menu/drink-menu-screen.tsx');
const firstRun: LoadScreen = () => import('./screens/first-run/first-run-screen.tsx');
const forgotPassword: LoadScreen = () =>
  import('./screens/forgot-password/forgot-password-screen.tsx');
const allVenues: LoadScreen = () => import('./screens/all-venues/all-venues-screen.tsx');
const salesOfVenues: LoadScreen = () => import('./screens/all-venues/sales-of-venues-screen.tsx');
const failures: LoadScreen = () => import('./screens/failures/failures-screen.tsx');
const fleet: LoadScreen = () => import('./screens/fleet/fleet-screen.tsx');
const fleetUnit: LoadScreen = () => import('./screens/fleet/fleet-unit-screen.tsx');
const night: LoadScreen = () => import('./screens/night/night-screen.tsx');
const login: LoadScreen = () => import('./screens/login/login-screen.tsx');
const help: LoadScreen = () => import('./screens/help/help-screen.tsx');
const landing: LoadScreen = () => import('./screens/landing/landing-screen.tsx');
const editIngredient: LoadScreen = () =>
  import('./screens/ingredient-form/edit-ingredient-screen.tsx');
const editOwner: LoadScreen = () => import('./screens/edit-owner/edit-owner-screen.tsx');
const costs: LoadScreen = () => import('./screens/costs/costs-screen.tsx');
const loss: LoadScreen = () => import('./screens/loss/loss-screen.tsx');
const margins: LoadScreen = () => import('./screens/loss/margins-screen.tsx');
const lossPack: LoadScreen = () => import('./screens/loss/loss-pack-screen.tsx');
const prices: LoadScreen = () => import('./screens/prices/prices-screen.tsx');
const profile: LoadScreen = () => import('./screens/profile/profile-screen.tsx');
const resetPassword: LoadScreen = () =>
  import('./screens/reset-password/reset-password-screen.tsx');
const newEmail: LoadScreen = () => import('./screens/new-email/new-email-screen.tsx');
const owners: LoadScreen = () => import('./screens/owners/owners-screen.tsx');
const developers: LoadScreen = () => import('./screens/developers/developers-screen.tsx');
const people: LoadScreen = () => import('./screens/people/people-screen.tsx');
const accept: LoadScreen = () => import('./screens/accept/accept-screen.tsx');
const register: LoadScreen = () => import('./screens/register/register-screen.tsx');
const refill: LoadScreen = () => import('./screens/refill/refill-screen.tsx');
const renderings: LoadScreen = () => import('./screens/renderings/renderings-screen.tsx');
const refusedSales: LoadScreen = () => import('./screens/refused-sales/refused-sales-screen.tsx');
const reports: LoadScreen = () => import('./screens/reports/reports-screen.tsx');
const salesReport: LoadScreen = () => import('./screens/sales-report/sales-report-screen.tsx');
const unit: LoadScreen = () => import('./screens/units/unit-screen.tsx');
const units: LoadScreen = () => import('./screens/units/units-screen.tsx');
const settings: LoadScreen = () => import('./screens/settings/settings-screen.tsx');
const venue: LoadScreen = () => import('./screens/venue/venue-screen.tsx');
const venues: LoadScreen = () => import('./screens/venues/venues-screen.tsx');
const version: LoadScreen = () => import('./screens/version/version-screen.tsx');
const wall: LoadScreen = () => import('./screens/night/wall-screen.tsx');
const yourMenu: LoadScreen = () => import('./screens/your-menu/your-menu-screen.tsx');
const gallery: LoadScreen = () => import('./screens/gallery/gallery-screen.tsx');

const row = <const Path extends string, const Depth extends Match, Name extends string = never>(
  path: Path,
  match: Depth,
  who: Who,
  screen: LoadScreen,
  search?: RouteRow<Path, Depth, Name>['search'],
  place?: PlaceKind,
) => makeRoute<Path, Depth, Name>({ path, match, who, screen, search, place });

const table = [
  row('/login', 'exact', 'public', login, textSearch<'next'>()),
  row('/', 'exact', 'public', landing),
  // Any other path redirects to /login when signed out: router/admission.ts.
  row('/register', 'exact', 'signedIn', register, textSearch<'redirect'>()),
  row('/', 'exact', 'ownerContext', drinkMenu, placeSearch<keyof MenuSearch | 'add'>(), 'venue'),
  row('/owners', 'exact', 'superAdmin', owners, textSearch<'page' | 'q'>()),
  row('/owners/$id', 'deep', 'superAdmin', editOwner),
  row('/renderingsettings', 'deep', 'superAdmin', renderings),
  row('/settings', 'deep', 'signedIn', settings),
  row('/reports', 'exact', 'ownerContext', reports),
  row('/owner', 'exact', 'ownerContext', allVenues, textSearch<'period'>()),
  row(
    '/owner/sales',
    'exact',
    'ownerContext',
    salesOfVenues,
    textSearch<keyof SalesOfVenuesSearch>(),
  ),
  row(
    '/salesreports',
    'deep',
    'ownerContext',
    salesReport,
    placeSearch<keyof SalesReportSearch>(),
    'lookup',
  ),
  row('/ingredients/$id/$unitId', 'exact', 'ownerContext', editIngredient, textSearch<'field'>()),
  row('/add-drink', 'exact', 'ownerContext', yourMenu, placeSearch<'add' | 'ingredient'>(), 'unit'),
  row(
    '/add-ingredient',
    'exact',
    'ownerContext',
    createIngredient,
    placeSearch<'position'>(),
    'unit',
  ),
  row('/venues/$id', 'strict', 'ownerContext', venue, textSearch<'add'>(), 'path'),
  row('/venues', 'strict', 'ownerContext', venues, textSearch<'add' | 'q' | 'sort'>()),
  row('/version', 'strict', 'signedIn', version),
  row(
    '/drink-menu',
    'deep',
    'ownerContext',
    drinkMenu,
    placeSearch<keyof MenuSearch | 'add'>(),
    'venue',
  ),
  row('/dashboard', 'deep', 'ownerContext', dashboard, placeSearch<'add'>(), 'venue'),
  // Any other path leads to the first screen: NotFound in router/make-router.tsx. Prices, imports, the live night, issues, refused sales,
  // the refill list, failed pours, units, the audit log, help, the profile and the pages behind links in messages are
  // additions to the specification.
  row('/fleet', 'exact', 'superAdmin', fleet, textSearch<keyof FleetSearch>()),
  row('/fleet/$number', 'exact', 'superAdmin', fleetUnit, textSearch<'ticket'>()),
  row('/prices', 'exact', 'ownerContext', prices, placeSearch<'tab'>(), 'venue'),
  row('/costs', 'exact', 'ownerContext', costs, placeSearch(), 'venue'),
  row('/reports/loss', 'exact', 'ownerContext', loss, placeSearch<'span'>(), 'venue'),
  row('/reports/margins', 'exact', 'ownerContext', margins, placeSearch<'span'>(), 'venue'),
  row(
    '/reports/loss-pack',
    'exact',
    'ownerContext',
    lossPack,
    placeSearch<'month' | 'each'>(),
    'venue',
  ),
  row('/reports/imports', 'exact', 'ownerContext', imports, placeSearch(), 'venue'),
  row('/accounting', 'exact', 'ownerContext', accounting, placeSearch<'day'>(), 'venue'),
  row(
    '/reports/certificates',
    'exact',
    'ownerContext',
    certificates,
    placeSearch<'day' | 'version'>(),
    'venue',
  ),
  row('/refused-sales', 'exact', 'ownerContext', refusedSales, placeSearch(), 'venue'),
  row('/night', 'exact', 'ownerContext', night, placeSearch(), 'venue'),
  row('/refill', 'exact', 'ownerContext', refill, placeSearch<keyof RefillSearch>(), 'venue'),
  row('/stock', 'exact', 'ownerContext', stock, placeSearch<'count' | 'tab'>(), 'venue'),
  row('/alerts', 'exact', 'ownerContext', issues, placeSearch<keyof AlertsSearch>(), 'venue'),
  row('/failures', 'exact', 'ownerContext', failures, placeSearch<keyof FailuresSearch>(), 'venue'),
  row('/units', 'exact', 'ownerContext', units, placeSearch<keyof UnitsSearch>(), 'venue'),
  row('/units/$number', 'exact', 'ownerContext', unit, placeSearch<keyof UnitSearch>(), 'venue'),
  row('/audit', 'deep', 'signedIn', audit, textSearch<keyof AuditSearch>()),
  row('/help', 'exact', 'signedIn', help),
  row('/profile', 'strict', 'signedIn', profile, textSearch<'tab'>()),
  row('/first-run', 'exact', 'public', firstRun),
  row('/forgot-password', 'exact', 'public', forgotPassword),
  row('/reset-password', 'exact', 'public', resetPassword, textSearch<'invited'>()),
  row('/new-email', 'exact', 'public', newEmail),
  row('/confirm', 'exact', 'public', confirm),
  row('/people', 'exact', 'ownerContext', people, textSearch<'add'>()),
  row('/developers', 'exact', 'ownerContext', developers),
  row('/accept', 'exact', 'public', accept),
  row('/wall', 'exact', 'public', wall),
] as const;

/** Gallery of all web/ui components in every state; development only, not part of the build. */
const developmentOnly = import.meta.env.DEV ? [row('/gallery', 'exact', 'public', gallery)] : [];

export const router = makeRouter([...table, ...developmentOnly]);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
