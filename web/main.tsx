import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { queryClient } from './api/endpoint-query.ts';
import { endOpening, keepWhileOpening } from './api/opening.ts';
import { paths } from './paths.ts';
import { startAhead } from './router/head-start.ts';
import { reloadOnMissingFiles } from './router/reload-once.ts';
import { ScreenError } from './router/make-router.tsx';
import { router } from './routes.tsx';
import { forgetOwnerContext, leaveEndedActing, openOwnerContext } from './context/owner-context.ts';
import { onActingEnd } from './session/acting.ts';
import { onSecondFactorDemand } from './session/demands.ts';
import { followOtherWindows, onSessionEnd, openSession } from './session/session.ts';
import { IdentityHost } from './components/identity-host.tsx';
import { ConfirmHost } from './ui/confirm.tsx';
import { keepFocus } from './ui/keep-focus.ts';
import { loadPressedParts } from './ui/lazy-dialog.tsx';
import { NoticesHost, dismissNotices, withdrawErrors } from './ui/toasts.tsx';
import { cssVariables, theme } from './ui/theme.tsx';
import './ui/theme.css';

const addressNow = () => location.pathname + location.search + location.hash;

// A wall display has a key of its own, whatever happens to a session of its browser.
const onWall = () => location.pathname === paths.wall;

// An expired token redirects to the login from any URL, including the landing page.
if (openSession() === 'expired' && !onWall())
  history.replaceState(null, '', paths.loginFor(addressNow()));
if (location.pathname === paths.preview) history.replaceState(null, '', paths.root);
openOwnerContext();
keepWhileOpening();
void startAhead(new URL(location.href));
reloadOnMissingFiles(() => location.reload());
followOtherWindows(() => location.reload());
keepFocus();
loadPressedParts();
onActingEnd(() => {
  leaveEndedActing(addressNow());
  void router.navigate({ to: '.', href: paths.owners(), ignoreBlocker: true });
});
onSecondFactorDemand(() => {
  if (location.pathname === paths.profile()) return;
  void router.navigate({
    to: '.',
    href: paths.profile('security'),
    replace: true,
    ignoreBlocker: true,
  });
});
onSessionEnd((asked) => {
  forgetOwnerContext();
  queryClient.clear();
  dismissNotices();
  // An invitation is accepted with another account, once this one is signed out.
  if (onWall() || location.pathname === paths.accept) return;
  const login = asked ? paths.login : paths.loginFor(addressNow());
  void router.navigate({ to: '.', href: login, replace: true, ignoreBlocker: true });
});

router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
  if (!pathChanged) return;
  withdrawErrors();
  if (fromLocation !== undefined) endOpening();
});

const colorScheme = localStorageColorSchemeManager({ key: 'colorScheme' });
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to be drawn into');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme={onWall() ? 'dark' : 'auto'}
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary FallbackComponent={ScreenError}>
          <RouterProvider router={router} />
        </ErrorBoundary>
        <NoticesHost />
        <ConfirmHost />
        <IdentityHost />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
