/** Builds a router from the route table. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { Shell } from '../layout/shell.tsx';
import { paths } from '../paths.ts';
import { effectiveOwnerId } from '../context/owner-context.ts';
import { currentSession, useSession } from '../session/session.ts';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { sentTo } from './admission.ts';
import type { Who } from './admission.ts';
import { parseSearch, stringifySearch } from './flat-search.ts';
import { NotFound } from './not-found.tsx';
import { ScreenError } from './screen-error.tsx';

export interface RouteRow {
  /** Parameters are prefixed with $: /owners/$id. */
  readonly path: string;
  /** exact: this path. strict: also with a trailing slash. deep: longer paths too. */
  readonly match: 'exact' | 'strict' | 'deep';
  readonly who: Who;
  readonly screen: () => Promise<{ default: ComponentType }>;
}

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

function toRoute({ path, match, who }: RouteRow, component: Screen) {
  const beforeLoad = ({ location }: { location: { pathname: string } }) => {
    const session = currentSession();
    const visitor = {
      claims: session?.claims ?? null,
      actsForOwner: effectiveOwnerId() !== null,
    };
    const elsewhere = sentTo(path, who, visitor);
    if (elsewhere !== null) throw redirect({ to: elsewhere, replace: true });
    if (match === 'strict' && location.pathname.endsWith('/')) {
      throw redirect({ to: paths.root, replace: true });
    }
  };
  return createRoute({
    getParentRoute: () => rootRoute,
    // The $ segment may be empty.
    path: match === 'deep' ? `${path}/$` : path,
    component,
    beforeLoad,
  });
}

/** @param rows of the route table; of two rows for one path the first is for signed-out visitors */
export function makeRouter(rows: readonly RouteRow[]) {
  const screens = new Map<string, { row: RouteRow; component: Screen }>();
  for (const row of rows) {
    const component: Screen = lazyRouteComponent(row.screen);
    const before = screens.get(row.path);
    screens.set(row.path, {
      row,
      component: before ? eitherScreen(before.component, component) : component,
    });
  }
  const routes = [...screens.values()].map(({ row, component }) => toRoute(row, component));
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 120,
    defaultErrorComponent: ScreenError,
  });
}
