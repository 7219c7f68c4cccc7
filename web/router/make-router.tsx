/** Builds a router from the route table. */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { errorMessages } from '../../rules/messages.ts';
import { accessMessages } from '../../rules/users/access-messages.ts';
import { effectiveOwnerId } from '../context/owner-context.ts';
import type { PlaceKind } from '../context/place.ts';
import { Shell } from '../layout/shell.tsx';
import { paths, type PlaceSearch } from '../paths.ts';
import { sentTo, type Who, withheldScreen } from './admission.ts';
import { isReloading } from './reload-once.ts';
import { usedOwner } from '../session/membership.ts';
import { ownPath } from '../session/own-path.ts';
import { currentSession, useSession } from '../session/session.ts';
import { FailureScope } from '../ui/load-state.tsx';
import { ErrorLine, PageSkeleton } from '../ui/page.tsx';
import { notify } from '../ui/toasts.tsx';

/** exact: this path. strict: also with a trailing slash. deep: longer paths too. */
export type Match = 'exact' | 'strict' | 'deep';

export type LoadScreen = () => Promise<{ default: ComponentType }>;

type Screen = (() => ReactNode) & { preload?: () => Promise<void> };

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Selects a screen by session state for the same path; only `/` needs this. */
function eitherScreen(signedOut: Screen, signedIn: Screen): Screen {
  const Either: Screen = () => {
    const Chosen = useSession() ? signedIn : signedOut;
    return <Chosen />;
  };
  Either.preload = async () => (currentSession() ? signedIn : signedOut).preload?.();
  return Either;
}

/** Every search parameter is plain text, see flat-search.ts. */
type TextSearch<Name extends string> = { readonly [Key in Name]?: string | undefined };

export interface RouteRow<Path extends string, Depth extends Match, Name extends string> {
  /** Parameters are prefixed with $: /owners/$id. */
  readonly path: Path;
  readonly match: Depth;
  readonly who: Who;
  readonly screen: LoadScreen;
  /** Search parameters; none when absent. */
  readonly search?: ((search: TextSearch<Name>) => TextSearch<Name>) | undefined;
  /** Part of the address that names the venue; absent for screens without a venue. */
  readonly place?: PlaceKind | undefined;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    place?: PlaceKind | undefined;
  }
}

/** The $ segment may be empty. */
type RoutePath<Path extends string, Depth extends Match> = Depth extends 'deep'
  ? `${Path}/$`
  : Path;

function routePath<Path extends string, Depth extends Match>(
  path: Path,
  match: Depth,
): RoutePath<Path, Depth>;
function routePath(path: string, match: Match): string {
  return match === 'deep' ? `${path}/$` : path;
}

/** Path in the route table and screen of each route. */
const madeWith = new WeakMap<object, { readonly path: string; readonly component: Screen }>();

/** Types the search of a route; values are used as they are. */
export const textSearch =
  <Name extends string>() =>
  (search: TextSearch<Name>): TextSearch<Name> =>
    search;

interface Opened {
  readonly location: { readonly pathname: string; readonly href: string };
  readonly search: TextSearch<'next'>;
  /** True for a link that is pointed at and not followed yet. */
  readonly preload: boolean;
}

/** Says why a link leads elsewhere, and whom to ask. */
function explainWithheld(path: string): void {
  const claims = currentSession()?.claims ?? null;
  const screen = withheldScreen(path, claims);
  if (claims === null || screen === null) return;
  const ownerName = usedOwner(claims.sub)?.ownerName;
  notify(accessMessages.withheld(screen, ownerName), 'info', 'withheld screen');
}

/** The same for a screen that shows a venue or a unit: a unit is a number. */
export const placeSearch =
  <Name extends string = never>() =>
  (search: TextSearch<Name | keyof PlaceSearch>): TextSearch<Name | keyof PlaceSearch> =>
    search.unit === undefined || /^\d{1,15}$/.test(search.unit)
      ? search
      : { ...search, unit: undefined };

/** Builds one route; its path and its search become part of the type of the router. */
export function makeRoute<
  const Path extends string,
  const Depth extends Match,
  Name extends string = never,
>({ path, match, who, screen, search, place }: RouteRow<Path, Depth, Name>) {
  const beforeLoad = ({ location, search: given, preload }: Opened) => {
    const session = currentSession();
    const visitor = {
      claims: session?.claims ?? null,
      actsForOwner: effectiveOwnerId() !== null,
    };
    const elsewhere = sentTo(path, who, visitor);
    if (elsewhere === paths.login) {
      throw redirect({ href: paths.loginFor(location.href), replace: true });
    }
    const next = path === paths.login && elsewhere !== null ? ownPath(given.next) : null;
    if (next !== null) throw redirect({ href: next, replace: true });
    if (elsewhere !== null) {
      if (!preload) explainWithheld(path);
      throw redirect({ href: elsewhere, replace: true });
    }
    if (match === 'strict' && location.pathname.endsWith('/')) {
      throw redirect({ to: paths.root, replace: true });
    }
  };
  const component = scoped(lazyRouteComponent(() => screen().catch(asFailed)));
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: routePath(path, match),
    component,
    beforeLoad,
    validateSearch: search ?? textSearch<Name>(),
    staticData: { place },
  });
  madeWith.set(route, { path, component });
  return route;
}

/** The screen with a scope of its own: what fails on it is one error. */
function scoped(Content: Screen & ComponentType): Screen {
  const Scoped: Screen = () => <FailureScope>{createElement(Content)}</FailureScope>;
  // Gone once the code is there, after which a navigation to the screen waits for nothing.
  return Object.defineProperty(Scoped, 'preload', { get: () => Content.preload });
}

/** Hides the error from the router, which would reload the page too: reload-once.ts does, and knows of typed text. */
function asFailed(cause: unknown): never {
  throw new Error('The screen could not be loaded', { cause });
}

/** Drops the first of two routes for one path and shows its screen in the second while signed out. */
function mergePairs<Routes extends readonly AnyRoute[]>(routes: Routes): Routes;
function mergePairs(routes: readonly AnyRoute[]): readonly AnyRoute[] {
  const lastAt = new Map<string, AnyRoute>();
  for (const route of routes) {
    const made = madeWith.get(route);
    if (!made) continue;
    const before = lastAt.get(made.path);
    const signedOut = before && madeWith.get(before);
    if (signedOut) route.update({ component: eitherScreen(signedOut.component, made.component) });
    lastAt.set(made.path, route);
  }
  return [...lastAt.values()];
}

/** @param routes of two routes for one path the first is for signed-out visitors */
export function makeRouter<const Routes extends readonly AnyRoute[]>(routes: Routes) {
  return createRouter({
    routeTree: rootRoute.addChildren(mergePairs(routes)),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 120,
    // A screen has a skeleton of its own in the same place: it never waits for this one to have been seen.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
  });
}

/** Redirects unknown paths: to home when signed in, to the login when not. */
export function NotFound() {
  const navigate = useNavigate();
  const home = useSession() ? paths.root : paths.login;
  useEffect(() => {
    void navigate({ to: home, replace: true });
  }, [navigate, home]);
  return null;
}

/** Error page for a screen that failed to load or render; the usual cause is a newer version on the server. */
export function ScreenError({ error }: { readonly error: unknown }) {
  useEffect(() => {
    reportError(error);
  }, [error]);
  if (isReloading()) return <PageSkeleton />;
  return (
    <ErrorLine
      hint="Reloading the page usually helps. Nothing that was saved is lost."
      onRetry={() => location.reload()}
    >
      {errorMessages.unknown}
    </ErrorLine>
  );
}

/** Query string as plain text: `?unit=1042`, never `?unit=%221042%22`. */
export type Search = Readonly<Record<string, string>>;

/** Every value is plain text; the last value of a repeated name wins. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Includes the question mark, or empty. Omits undefined, null and empty texts. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number' || typeof value === 'boolean') pairs.set(name, String(value));
    else if (typeof value === 'string' && value !== '') pairs.set(name, value);
  }
  const text = pairs.toString();
  return text && `?${text}`;
}
