import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleQuery, type Person, removePerson, updatePerson } from '../../api/people.ts';
import { attempt } from '../../components/attempt.ts';
import { Lost } from '../../components/lost.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { effectiveOwnerId, useOwnerContext } from '../../context/owner-context.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { MenuAction } from '../../ui/menu-action.ts';
import { useNow } from '../../ui/now.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { peopleColumns, shownName } from './people-columns.tsx';
import styles from './people-screen.module.css';
import { PreviewCard } from './preview-card.tsx';
import { RolesCard } from './roles-card.tsx';

const InviteDialog = lazyDialog('Invite a person', () => import('./invite-dialog.tsx'));
const ChangeDialog = lazyDialog('Change role', () => import('./change-dialog.tsx'));

const noPeople: readonly Person[] = [];

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
  const { data, error, refetch } = useQuery(peopleQuery(ownerId));
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
        actions={<Button onClick={open}>Invite</Button>}
      />
      {error && !data ? (
        <Lost what="people" error={error} onRetry={refetch} />
      ) : (
        <div className={styles['parts']}>
          <Card flush>
            <DataTable
              label="People"
              columns={columns}
              rows={data?.people ?? noPeople}
              rowKey={({ id }) => id}
              status={data ? 'ready' : 'loading'}
              skeletonRows={3}
              twoLines
              empty={
                <EmptyState icon={<IconUsers size={22} stroke={1.6} />}>
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
