/** A screen of the route table, in a router of its own, for an owner who is signed in. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '../api/endpoint-query.ts';
import { forgetOwnerContext } from '../context/owner-context.ts';
import { makeRoute, makeRouter } from '../router/make-router.tsx';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from './tokens.ts';

/** Signs the owner in before each test, and forgets them and what was loaded after it. */
export function asOwner(): void {
  beforeEach(() => startSession(tokenWith()));
  afterEach(() => {
    act(() => {
      endSession();
      forgetOwnerContext();
    });
    queryClient.clear();
  });
}

/** Opens the screen at an address. */
export function openScreen(address: string, route: Parameters<typeof makeRoute>[0]): void {
  window.history.replaceState(null, '', address);
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={makeRouter([makeRoute(route)])} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
