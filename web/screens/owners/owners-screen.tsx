import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { actingMinutes } from '../../../rules/users/sign-in.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type Owner, ownersPageSize, ownersQuery } from '../../api/owners.ts';
import type { MadeLink } from './invite-owner-dialog.tsx';
import { InvitedOwner } from './invited-owner.tsx';
import { attempt } from '../../components/attempt.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { ListCard } from '../../components/list-card.tsx';
import { readPage, useListPage } from '../../components/list-page.ts';
import {
  beginActing,
  type ChosenOwner,
  type EndedActing,
  leaveOwner,
  recentOwners,
  useEndedActing,
} from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { EmptyState, ErrorLine, PageHeader } from '../../ui/page.tsx';
import { type DataColumn, Names } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { moveFocus } from '../../ui/keep-focus.ts';
import { rowsOf } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { sharedValue, useSharedValue } from '../../ui/hooks.ts';
import { useSlash } from '../../ui/screen-keys.ts';
import styles from './owners-screen.module.css';

const InviteOwnerDialog = lazyDialog('Invite an owner', () => import('./invite-owner-dialog.tsx'));
const ActingDialog = lazyDialog('Act for an owner', () => import('./acting-dialog.tsx'));

const noOwners: readonly Owner[] = [];

const venueOf = ({ foundVenueId, venues }: Owner): string | undefined =>
  foundVenueId ?? venues[0]?.id;

const stops = 'search input, [data-acts] a';

/** Arrow keys move between the search field and the links that act for an owner. */
function moveByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  // Rows of the table and the dialog move by themselves.
  const { target } = event;
  if (target instanceof Element && target.matches(stops)) moveFocus(event, stops);
}

export default function OwnersScreen() {
  // Layout effect, so that the previous owner is never painted.
  useLayoutEffect(leaveOwner, []);
  useEffect(() => forgetChoice, []);
  const choice = useChoice();
  const enterOwner = useEnterOwner();
  const ended = useEndedActing();
  const navigate = useNavigate();
  const search = useSearch({ from: '/owners' });
  const page = readPage(search.page);
  const q = search.q ?? '';
  const list = useListPage(ownersQuery(q, page), 'owners');
  const { data, error, status } = list;
  const owners = useMemo(() => data?.owners ?? noOwners, [data]);
  const first = owners[0];
  const [entered, setEntered] = useState<string | null>(null);
  // The link of an invitation that was made again, or null for the form of a new owner; undefined while closed.
  const [inviting, setInviting] = useState<MadeLink | null>();
  const columns = useMemo(() => ownerColumns(setInviting), []);
  const open = (href: string, replace: boolean) => void navigate({ to: '.', href, replace });

  // The matches of what was typed before Enter may still be on their way.
  const isEntered = entered !== null && entered === q && status === 'ready' && !error;
  const target = isEntered ? first : undefined;
  useEffect(() => {
    if (target) void enterOwner(target, venueOf(target));
  }, [target, enterOwner]);

  return (
    // The keys move between the controls inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveByArrowKeys}>
      <PageHeader
        title="Owner list"
        context="Choose a venue to act for its owner."
        actions={<Button onClick={() => setInviting(null)}>Invite an owner</Button>}
      />
      {ended && <EndedNotice {...ended} />}
      {inviting !== undefined && (
        <InviteOwnerDialog made={inviting} onClose={() => setInviting(undefined)} />
      )}
      {choice && (
        <ActingDialog
          {...choice}
          onClose={() => {
            setEntered(null);
            forgetChoice();
          }}
        />
      )}
      <ListCard
        head={
          <>
            <OwnerSearch
              q={q}
              outcome={
                data && status === 'ready' ? outcomeOf(q, data.pagination.total, first) : null
              }
              onSearch={(text) => {
                setEntered(null);
                if (text !== q) open(paths.owners(text), true);
              }}
              onEnter={setEntered}
            />
            {q === '' && page === 1 && <RecentList />}
          </>
        }
        label="Owners"
        columns={columns}
        of={rowsOf(list.state, (found) => found.owners)}
        rowKey={({ id }) => id}
        skeletonRows={ownersPageSize}
        twoLines
        empty={
          q === '' ? (
            <EmptyState>There are no owners yet.</EmptyState>
          ) : (
            <EmptyState
              action={
                <Button variant="default" onClick={() => open(paths.owners(), true)}>
                  Show all owners
                </Button>
              }
            >
              No owner has a name, venue, email or unit number with “{q}”.
            </EmptyState>
          )
        }
        foot={
          <>
            <Link href={paths.register(paths.owners())}>Register New Owner</Link>
            {data && (
              <Pager
                of="owners"
                page={page}
                size={ownersPageSize}
                total={data.pagination.total}
                onPage={(next) => open(paths.owners(q, next), false)}
              />
            )}
          </>
        }
      />
    </div>
  );
}

interface OwnerLinkProps {
  readonly owner: ChosenOwner;
  readonly venueId: string | undefined;
  /** Shown as a part of the text, or as a row. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Acts for the owner at the venue. */
function OwnerLink({ owner, venueId, children, ...look }: OwnerLinkProps) {
  const enterOwner = useEnterOwner();
  return (
    <Link
      {...look}
      href={paths.root}
      onClick={(event) => {
        // Leads there once the session acts for the owner.
        event.preventDefault();
        void enterOwner(owner, venueId);
      }}
    >
      {children}
    </Link>
  );
}

const venuesOf = (owner: Owner) => (
  <ul className={styles['venues']} data-acts>
    {owner.venues.map(({ id, name }) => (
      <li key={id} data-found={id === owner.foundVenueId}>
        <OwnerLink owner={owner} venueId={id}>
          {name}
        </OwnerLink>
      </li>
    ))}
  </ul>
);

const ownerColumns = (showLink: (made: MadeLink) => void): readonly DataColumn<Owner>[] => [
  {
    id: 'name',
    header: 'Name',
    chars: 18,
    cell: (owner) => (
      <>
        <span className={styles['name']}>{owner.name}</span>
        <span className={styles['email']}>{owner.email}</span>
        {owner.isInvited && <InvitedOwner {...owner} showLink={showLink} />}
      </>
    ),
  },
  {
    id: 'venues',
    header: 'Venues',
    width: '45%',
    chars: 20,
    cell: venuesOf,
    // Beside it, an email address would break within its words.
    from: 'medium',
    folded: venuesOf,
    leads: true,
  },
  {
    id: 'action',
    header: 'Action',
    width: 76,
    align: 'end',
    chars: 4,
    cell: ({ id }) => <Link href={paths.owner(id)}>Edit</Link>,
  },
];

interface OwnerSearchProps {
  /** Text of the search in the address. */
  readonly q: string;
  /** Number of matches and the step that Enter takes; null while it is not known. */
  readonly outcome: string | null;
  readonly onSearch: (q: string) => void;
  /** Acts for the first match of this text, as soon as it is known. */
  readonly onEnter: (q: string) => void;
}

const pauseMs = 200;

/** Searches while typing. The field follows the address where nothing is being typed. */
export function OwnerSearch({ q, outcome, onSearch, onEnter }: OwnerSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useSlash();
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), pauseMs);
  return (
    <search className={styles['search']}>
      <TextField
        ref={field}
        label="Find an owner"
        placeholder="Name, venue, email or unit number"
        type="search"
        autoComplete="off"
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        value={typed ?? q}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
        onBlur={() => {
          search.flush();
          setTyped(null);
        }}
        onKeyDown={(event) => {
          const text = (typed ?? q).trim();
          if (event.key !== 'Enter' || text === '') return;
          event.preventDefault();
          search.flush();
          onEnter(text);
        }}
      />
      <output className={styles['outcome']}>{outcome}</output>
    </search>
  );
}

/** Owners that were acted for last, each a link that acts for the owner again. */
export function RecentList() {
  const [owners] = useState(recentOwners);
  if (owners.length === 0) return null;
  return (
    <section aria-labelledby="recent-owners" className={styles['recent']}>
      <h2 id="recent-owners">Recently acted for</h2>
      <ul data-acts>
        {owners.map((owner) => (
          <li key={owner.id}>
            <OwnerLink
              plain
              owner={owner}
              venueId={owner.venues[0]?.id}
              className={styles['recent-owner']}
            >
              <bdi className={styles['name']}>{owner.name}</bdi>
              <span className={styles['email']}>
                <Names of={owner.venues.map(({ name }) => name)} />
              </span>
            </OwnerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** States that acting for an owner has ended, and offers to go on where it ended. */
export function EndedNotice({ owner, venueId, address }: EndedActing) {
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: (reason: string) => beginActing(owner, reason, venueId),
    onSuccess: () => void navigate({ to: '.', href: address }),
  });
  const reason = owner.acting?.reason;
  return (
    <section aria-label="Acting has ended" className={styles['ended']}>
      <p>
        Acting for <strong>{owner.name}</strong> has ended. It lasts {actingMinutes} minutes at a
        time.
      </p>
      {reason !== undefined && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate(reason)}>
          Act for {actingMinutes} more minutes
        </Button>
      )}
      {again.error && <ErrorLine>{errorMessage(again.error)}</ErrorLine>}
    </section>
  );
}

interface Choice {
  readonly owner: ChosenOwner;
  readonly venueId: string | undefined;
}

const choice = sharedValue<Choice | null>(null);

/** Acts for an owner at a venue and opens it. Asks for a reason where the installation wants one. */
function useEnterOwner(): (owner: ChosenOwner, venueId: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (owner, venueId) => {
      const begin = async (): Promise<void> => {
        try {
          await beginActing(owner, '', venueId);
        } catch (error) {
          if (!fieldErrors(error).has('reason')) throw error;
          choice.set({ owner, venueId });
          return;
        }
        void navigate({ to: '.', href: paths.root });
      };
      await attempt('act for an owner', begin);
    },
    [navigate],
  );
}

export const forgetChoice = (): void => choice.set(null);
export const useChoice = (): Choice | null => useSharedValue(choice);

/** Number of owners that the list has, and the step that Enter takes in the search field. */
export function outcomeOf(q: string, total: number, first: Owner | undefined): string {
  const count = total === 1 ? '1 owner' : `${total.toLocaleString('en-US')} owners`;
  if (q === '') return count;
  if (!first) return 'No match';
  const venue = first.venues.find(({ id }) => id === first.foundVenueId) ?? first.venues[0];
  const target = venue ? `${first.name} (${venue.name})` : first.name;
  return `${total === 1 ? '1 owner matches' : `${count} match`}. Enter acts for ${target}.`;
}
