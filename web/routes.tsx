/** The route table, one line per row of the specification, in its order. */
import { makeRouter } from './router/make-router.tsx';
import type { RouteRow } from './router/make-router.tsx';

const createIngredient = () => import('./screens/ingredient-form/add-ingredient-screen.tsx');
const audit = () => import('./screens/audit/audit-screen.tsx');
const dashboard = () => import('./screens/dashboard/dashboard-screen.tsx');
const drinkMenu = () => import('./screens/drink-menu/drink-menu-screen.tsx');
const login = () => import('./screens/login/login-screen.tsx');
const landing = () => import('./screens/landing/landing-screen.tsx');
const editIngredient = () => import('./screens/ingredient-form/edit-ingredient-screen.tsx');
const editOwner = () => import('./screens/edit-owner/edit-owner-screen.tsx');
const owners = () => import('./screens/owners/owners-screen.tsx');
const register = () => import('./screens/register/register-screen.tsx');
const renderings = () => import('./screens/renderings/renderings-screen.tsx');
const reports = () => import('./screens/reports/reports-screen.tsx');
const salesReport = () => import('./screens/sales-report/sales-report-screen.tsx');
const settings = () => import('./screens/settings/settings-screen.tsx');
const venue = () => import('./screens/venue/venue-screen.tsx');
const venues = () => import('./screens/venues/venues-screen.tsx');
const version = () => import('./screens/version/version-screen.tsx');
const yourMenu = () => import('./screens/your-menu/your-menu-screen.tsx');
const gallery = () => import('./screens/gallery/gallery-screen.tsx');

const row = (
  path: string,
  match: RouteRow['match'],
  who: RouteRow['who'],
  screen: RouteRow['screen'],
): RouteRow => ({ path, match, who, screen });

const table: readonly RouteRow[] = [
  row('/login', 'exact', 'public', login),
  row('/', 'exact', 'public', landing),
  // Any other path redirects to /login when signed out: router/admission.ts.
  row('/register', 'exact', 'signedIn', register),
  row('/', 'exact', 'ownerContext', drinkMenu),
  row('/owners', 'exact', 'superAdmin', owners),
  row('/owners/$id', 'deep', 'superAdmin', editOwner),
  row('/renderingsettings', 'deep', 'superAdmin', renderings),
  row('/settings', 'deep', 'signedIn', settings),
  row('/reports', 'exact', 'ownerContext', reports),
  row('/salesreports', 'deep', 'ownerContext', salesReport),
  row('/ingredients/$id/$unitId', 'exact', 'ownerContext', editIngredient),
  row('/add-drink', 'exact', 'ownerContext', yourMenu),
  row('/add-ingredient', 'exact', 'ownerContext', createIngredient),
  row('/venues/$id', 'strict', 'ownerContext', venue),
  row('/venues', 'strict', 'ownerContext', venues),
  row('/version', 'strict', 'signedIn', version),
  row('/drink-menu', 'deep', 'ownerContext', drinkMenu),
  row('/dashboard', 'deep', 'ownerContext', dashboard),
  // Any other path when signed in: router/not-found.tsx. The audit log is an addition to the specification.
  row('/audit', 'deep', 'signedIn', audit),
];

/** Gallery of all web/ui components in every state; development only, not part of the build. */
const developmentOnly = import.meta.env.DEV ? [row('/gallery', 'exact', 'public', gallery)] : [];

export const router = makeRouter([...table, ...developmentOnly]);
