import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { roleNames } from '../../../rules/permissions/people-messages.ts';
import {
  allowedTo,
  isRole,
  type Role,
  usualRoleSettings,
} from '../../../rules/permissions/roles.ts';
import {
  peopleQuery,
  type Person,
  removePerson,
  type RoleSettings,
  updatePerson,
} from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { attempt } from '../../components/attempt.ts';
import { Loaded } from '../../components/load-error.tsx';
import { agoText } from '../../components/date-text.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { effectiveOwnerId, useOwnerContext } from '../../context/owner-context.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { RolesCard } from './roles-card.tsx';
import { frameName } from '../../session/preview.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { type DataColumn, DataTable, Names } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import type { MenuAction } from '../../ui/action-list.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './people-screen.module.css';

const InviteDialog = lazyDialog('Invite a person', () => import('./invite-dialog.tsx'));
const ChangeDialog = lazyDialog('Change role', () => import('./change-dialog.tsx'));

/** Confirms and carries out the actions of a row. */
function actionsFor(
  ownerId: string | null,
  person: Person,
  onChange: (person: Person) => void,
): readonly MenuAction[] {
  const { id, state, isHolder } = person;
  const name = shownName(person);
  const ask = async (text: string, label: string, work: () => Promise<void>) => {
    if (await confirm({ text, confirmLabel: label, danger: true }))
      await attempt(`person ${id}`, work);
  };
  if (isHolder) return [];
  if (state === 'invited') {
    const withdraw = () => removePerson(ownerId, id);
    const text = `Withdraw the invitation of ${name}? Its link stops working.`;
    return [{ label: 'Withdraw', onSelect: () => void ask(text, 'Withdraw', withdraw) }];
  }
  const restore: MenuAction = {
    label: 'Restore',
    onSelect: () =>
      void attempt(`person ${id}`, () => updatePerson(ownerId, id, { state: 'active' })),
  };
  const suspend: MenuAction = {
    label: 'Suspend',
    onSelect: () =>
      void ask(
        `Suspend ${name}? They are signed out at once, until you restore them.`,
        'Suspend',
        () => updatePerson(ownerId, id, { state: 'suspended' }),
      ),
  };
  const remove: MenuAction = {
    label: 'Remove',
    onSelect: () =>
      void ask(
        `Remove ${name}? They are signed out at once. The activity log keeps the name.`,
        'Remove',
        () => removePerson(ownerId, id),
      ),
  };
  return [
    { label: 'Change role', onSelect: () => onChange(person) },
    state === 'suspended' ? restore : suspend,
    remove,
  ];
}

export default function PeopleScreen() {
  const navigate = useNavigate();
  const { add } = useSearch({ from: '/people' });
  const { owner } = useOwnerContext();
  const ownerId = owner?.id ?? null;
  const previewed = effectiveOwnerId();
  const { venues } = useVenues();
  const { timezone } = guessedTimezone();
  const nowMs = useNow();
  const result = useQuery(peopleQuery(ownerId));
  const { data } = result;
  const state = loadState(result, { what: 'people' });
  const [changing, setChanging] = useState<Person | null>(null);
  const open = () => void navigate({ to: '.', href: paths.invitePerson });
  const close = (ignoreBlocker = false) =>
    void navigate({ to: '.', href: paths.people, replace: true, ignoreBlocker });
  const columns = peopleColumns({
    venues,
    nowMs,
    timezone,
    actionsOf: (person) => actionsFor(ownerId, person, setChanging),
  });
  return (
    <>
      <PageHeader
        title="People"
        context="Each person signs in with an account of their own."
        actions={
          <>
            <LinkButton variant="default" href={paths.developers}>
              Developers
            </LinkButton>
            <Button onClick={open}>Invite</Button>
          </>
        }
      />
      <Loaded of={state}>{() => null}</Loaded>
      {state.state !== 'failed' && (
        <div className={styles['parts']}>
          <Card flush>
            <DataTable
              label="People"
              columns={columns}
              of={rowsOf(state, ({ people }) => people)}
              rowKey={({ id }) => id}
              skeletonRows={3}
              twoLines
              empty={
                <EmptyState
                  icon={IconUsers}
                  action={<Link href={paths.help('how-invite')}>How to invite someone</Link>}
                >
                  There are no people yet.
                </EmptyState>
              }
            />
          </Card>
          {data && <RolesCard key={ownerId ?? ''} ownerId={ownerId} settings={data.settings} />}
          {data && previewed !== null && (
            <PreviewCard
              ownerId={previewed}
              isActing={ownerId !== null}
              settings={data.settings}
              venues={venues}
            />
          )}
        </div>
      )}
      {add === 'person' && (
        <InviteDialog
          ownerId={ownerId}
          venues={venues}
          onClose={() => close()}
          onInvited={() => close(true)}
        />
      )}
      {changing && (
        <ChangeDialog
          ownerId={ownerId}
          person={changing}
          venues={venues}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

interface PeopleColumnsOptions {
  readonly venues: readonly Venue[];
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
  readonly actionsOf: (person: Person) => readonly MenuAction[];
}

/** Name of a person; of an invitation, the address. */
export const shownName = ({ name, email }: Person): string => name || email;

const states = { active: null, suspended: 'Suspended', invited: 'Invited' } as const;

function venuesShown({ venueIds }: Person, venues: readonly Venue[]): ReactNode {
  if (venueIds === null) return 'All venues';
  const names = venues.filter(({ id }) => venueIds.includes(id)).map(({ name }) => name);
  if (names.length > 2) return `${names.length} venues`;
  return (
    <span className={styles['venues']}>
      <Names of={names} />
    </span>
  );
}

export function peopleColumns(options: PeopleColumnsOptions): DataColumn<Person>[] {
  const { venues, nowMs, timezone, actionsOf } = options;
  const seen = ({ state, lastSeenAt, expiresAt }: Person) => {
    const at = state === 'invited' ? expiresAt : lastSeenAt;
    if (at === null) return <span className={styles['hint']}>Never</span>;
    const atMs = Date.parse(at);
    const title = formatInZone(atMs, timezone);
    const days = Math.max(1, Math.ceil((atMs - nowMs) / 86_400_000));
    const left = `Link works ${days === 1 ? 'one more day' : `${days} more days`}`;
    return (
      <time dateTime={at} title={title}>
        {state === 'invited' ? left : agoText(atMs, nowMs)}
      </time>
    );
  };
  return [
    {
      id: 'name',
      header: 'Name',
      chars: 18,
      cell: (person) => (
        <>
          <span className="flex align-center wrap gap-8 break-anywhere">
            {shownName(person)}
            {states[person.state] && (
              <span className={styles['state']} data-state={person.state}>
                {states[person.state]}
              </span>
            )}
          </span>
          {person.name !== '' && <span className={styles['hint']}>{person.email}</span>}
        </>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: 120,
      from: 'medium',
      chars: 9,
      cell: ({ role }) => roleNames[role],
      folded: ({ role }) => roleNames[role],
    },
    {
      id: 'venues',
      header: 'Venues',
      width: '26%',
      from: 'medium',
      chars: 12,
      cell: (person) => venuesShown(person, venues),
      folded: (person) => venuesShown(person, venues),
    },
    {
      id: 'factor',
      header: 'Two-step sign-in',
      width: 130,
      from: 'medium',
      chars: 4,
      cell: ({ state, hasSecondFactor }) =>
        state === 'invited' ? null : hasSecondFactor ? (
          'On'
        ) : (
          <span className={styles['hint']}>None</span>
        ),
      // Most people have none: only a factor is worth the room.
      folded: ({ hasSecondFactor }) => (hasSecondFactor ? 'Two-step sign-in' : null),
    },
    {
      id: 'seen',
      header: 'Last seen',
      width: 180,
      from: 'medium',
      chars: 12,
      cell: seen,
      folded: (person) => {
        if (person.state === 'invited') return seen(person);
        return person.lastSeenAt === null ? 'Never seen' : <>Seen {seen(person)}</>;
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 76,
      align: 'end',
      chars: 2,
      cell: (person) => {
        const actions = actionsOf(person);
        return actions.length === 0 ? null : (
          <ActionMenu
            label={`Actions for ${shownName(person)}`}
            about={shownName(person)}
            actions={actions}
          />
        );
      },
    },
  ];
}

interface PreviewCardProps {
  readonly ownerId: string;
  /** True when a super admin acts for the owner. */
  readonly isActing: boolean;
  readonly settings: RoleSettings;
  readonly venues: readonly Venue[];
}

const shownRoles: readonly Role[] = ['manager', 'bartender', 'accountant'];

/** The app as a role sees it, in a frame: real screens with real data, which change nothing. */
export function PreviewCard({ ownerId, isActing, settings, venues }: PreviewCardProps) {
  const [role, setRole] = useState<Role | null>(null);
  const [venueId, setVenueId] = useState<string | null>(null);
  const allowed = role === null ? [] : allowedTo(role, { ...usualRoleSettings, ...settings });
  const name = role === null ? null : frameName({ role, venueId, ownerId, allowed, isActing });
  return (
    <Card title="Preview">
      <div className="stack gap-16">
        <p>
          See Barback as a role sees it, with the data of your venues. Nothing can be changed in the
          preview.
        </p>
        <div className={styles['preview-choices']}>
          <SelectField
            label="Role"
            value={role ?? ''}
            onChange={({ currentTarget: { value } }) => setRole(isRole(value) ? value : null)}
            data={[
              { value: '', label: 'Choose a role' },
              ...shownRoles.map((one) => ({ value: one, label: roleNames[one] })),
            ]}
          />
          <SelectField
            label="Venues"
            value={venueId ?? ''}
            onChange={({ currentTarget: { value } }) => setVenueId(value === '' ? null : value)}
            data={[
              { value: '', label: 'All venues' },
              ...venues.map((venue) => ({ value: venue.id, label: venue.name })),
            ]}
          />
        </div>
        {role !== null && name !== null && (
          // The frame shows the app itself, which needs its scripts and its origin.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={name}
            name={name}
            src={paths.preview}
            title={`Barback as a ${role} sees it`}
            className={styles['frame']}
          />
        )}
      </div>
    </Card>
  );
}
