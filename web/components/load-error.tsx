import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessages } from '../../rules/messages.ts';
import { ApiError, errorMessage } from '../api/api-error.ts';
import { queryClient } from '../api/endpoint-query.ts';
import { flagsQuery } from '../api/flags.ts';
import { type Failure, type LoadState, failuresOf, useFailuresToShow } from '../ui/load-state.tsx';
import { ErrorLine } from '../ui/page.tsx';

export interface LostProps {
  /** Name of what could not be loaded: `venues`, `order`. */
  readonly what: string;
  /** Shown where its message helps. */
  readonly error?: unknown;
  readonly onRetry: () => unknown;
}

/** Takes the place of a list or form that could not be loaded: it is unknown, not empty. */
export const LoadError = ({ what, error, onRetry }: LostProps) => (
  <LoadErrors of={[{ what, error, retry: onRetry }]} />
);

/** `The venues, units and drinks could not be loaded.` */
const lostText = (failures: readonly Failure[]): string =>
  errorMessages.lost(
    new Intl.ListFormat('en-US').format(new Set(failures.map(({ what }) => what))),
  );

/** Messages that say no more than that something could not be loaded. */
const sayNoMore: ReadonlySet<string> = new Set([
  errorMessages.internal,
  errorMessages.unknown,
  'Internal error',
]);

function hintOf(failures: readonly Failure[]): string | undefined {
  const messages = failures.flatMap(({ error }) =>
    error ? [typeof error === 'string' ? error : errorMessage(error)] : [],
  );
  return messages.find((message) => !sayNoMore.has(message));
}

function requestIdOf(failures: readonly Failure[]): string | undefined {
  const ids = failures.map(({ error }) => error instanceof ApiError && error.requestId);
  return ids.find((id) => typeof id === 'string') || undefined;
}

/** Everything that failed, also what no part of the screen shows. */
function retryAll(failures: readonly Failure[]): void {
  for (const { retry } of failures) retry();
  void queryClient.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' },
    { cancelRefetch: false },
  );
}

/** The first part of a screen that failed shows the error for all of them; the others say only that they are unknown. */
function LoadErrors({ of }: { readonly of: readonly Failure[] }) {
  const { error, unknown } = useFailuresToShow(of);
  if (error.length === 0)
    return (
      unknown.length > 0 && (
        <p className="dim text-13" data-unknown>
          {lostText(unknown)}
        </p>
      )
    );
  return (
    <ErrorLine hint={hintOf(error)} requestId={requestIdOf(error)} onRetry={() => retryAll(error)}>
      {lostText(error)}
    </ErrorLine>
  );
}

interface LoadedProps<Data> {
  readonly of: LoadState<Data>;
  /** Skeleton in the size of what is expected. */
  readonly pending?: ReactNode;
  readonly empty?: ReactNode;
  readonly children: (data: Data, isRefreshing: boolean) => ReactNode;
}

/** Shows something that is loaded: its skeleton, its error, its empty text or its data. */
export function Loaded<Data>({ of, pending, empty, children }: LoadedProps<Data>) {
  return (
    <>
      {failuresOf(of).length > 0 && <LoadErrors of={failuresOf(of)} />}
      {of.state === 'pending' && pending}
      {of.state === 'empty' && empty}
      {of.state === 'data' && children(of.data, of.isRefreshing)}
    </>
  );
}

// Features that could not be loaded: without them, a screen would lack fields and actions without a word.

interface LostFlagsProps {
  /** Undefined while loading, and for a screen that depends on none of the venue. */
  readonly venueId?: string | undefined;
  readonly unitNumber?: number | undefined;
}

export function LostFlags({ venueId = '', unitNumber }: LostFlagsProps) {
  const unit = unitNumber === undefined ? '' : String(unitNumber);
  const ofVenue = useQuery(flagsQuery({ kind: 'venue', key: venueId }));
  const ofUnit = useQuery(flagsQuery({ kind: 'unit', key: unit }));
  const lost = [ofVenue, ofUnit].filter(({ isLoadingError }) => isLoadingError);
  const retry = () => lost.forEach(({ refetch }) => void refetch());
  return lost.length > 0 && <LoadError what="features" error={lost[0]?.error} onRetry={retry} />;
}
