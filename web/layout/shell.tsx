/** App shell: sidebar and top bar when signed in, nothing otherwise. */
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { accessMessages } from '../../rules/users/access-messages.ts';
import { paths } from '../paths.ts';
import { hasScreens, isSuperAdmin } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { useOwnerContext } from '../context/owner-context.ts';
import { useFollowedMembership } from '../context/use-memberships.ts';
import { useSession } from '../session/session.ts';
import { loadSaved } from '../api/endpoint-query.ts';
import { hasWaiting } from '../session/storage.ts';
import { useSidebarBeside } from '../ui/hooks.ts';
import { titleId } from '../ui/page.tsx';
import { lazyPart } from '../ui/lazy-dialog.tsx';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { PlaceProvider } from './place-provider.tsx';
import { SidebarContent } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './shell.module.css';

const NavBar = lazyPart(() => import('./nav-bar.tsx'));
const loadOffline = () => import('./offline.tsx');
let missNetwork: () => void;
const missedNetwork = new Promise<void>((resolve) => {
  missNetwork = resolve;
});
loadSaved(async (...request) => {
  missNetwork();
  const { savedResponse } = await loadOffline();
  return savedResponse(...request);
});

/** After the screen has loaded, or once the network is missed; at once where something waits to be sent. */
const Offline = lazyPart(async () => {
  const afterMs = hasWaiting() ? 0 : 5_000;
  await Promise.race([missedNetwork, new Promise((done) => setTimeout(done, afterMs))]);
  return loadOffline();
});

/** Pages that are the same for every account, and for none. */
const forAnyone: ReadonlySet<string> = new Set([
  paths.accept,
  paths.confirm,
  paths.forgotPassword,
  paths.newEmail,
  paths.resetPassword,
  paths.wall,
]);
const bare: ReadonlySet<string> = new Set([paths.login, paths.register(), ...forAnyone]);

/** The screen, or a one-line message for an account type without screens. */
function Screen({ claims }: { readonly claims: Claims }) {
  if (hasScreens(claims)) return <Outlet />;
  return <p>{accessMessages.noDashboard}</p>;
}

/** Moves focus to the new screen after navigation, because the clicked link may be gone. */
function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function Shell() {
  const session = useSession();
  const { owner } = useOwnerContext();
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const main = useFocusOnNewScreen(pathname);
  const sidebarBeside = useSidebarBeside();
  useFollowedMembership();

  if (!session || bare.has(pathname)) {
    return (
      <main ref={main} tabIndex={-1} aria-labelledby={titleId} className={styles['bare']}>
        {session && !forAnyone.has(pathname) ? <Screen claims={session.claims} /> : <Outlet />}
      </main>
    );
  }
  const actsFor = isSuperAdmin(session.claims) ? owner : null;
  return (
    <PlaceProvider>
      <div className={styles['shell']} data-acting={actsFor !== null}>
        <a href="#screen" className={styles['skip']}>
          Skip to content
        </a>
        <aside className={styles['sidebar']}>
          <SidebarContent claims={session.claims} actsForOwner={actsFor !== null} />
        </aside>
        {menuOpen && !sidebarBeside && (
          <SideDrawer label="Menu" onClose={closeMenu}>
            <SidebarContent
              claims={session.claims}
              actsForOwner={actsFor !== null}
              onChoose={closeMenu}
            />
          </SideDrawer>
        )}
        <TopBar claims={session.claims} actsFor={actsFor} onMenu={() => setMenuOpen(true)} />
        <main
          ref={main}
          id="screen"
          tabIndex={-1}
          aria-labelledby={titleId}
          className={styles['screen']}
        >
          <div className={styles['width']} data-screen>
            <Screen claims={session.claims} />
          </div>
        </main>
        {!sidebarBeside && (
          <Suspense fallback={<div data-nav-bar />}>
            <NavBar
              claims={session.claims}
              actsForOwner={actsFor !== null}
              onMore={() => setMenuOpen(true)}
            />
          </Suspense>
        )}
        <Suspense>
          <Offline userId={session.claims.sub} />
        </Suspense>
      </div>
    </PlaceProvider>
  );
}
