import { Button } from '@mantine/core';
import { IconBuildingStore, IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { createVenue } from '../../api/venues.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { isChanged, useKeptForm, useUnsaved } from '../../components/form-state.ts';
import { Loaded } from '../../components/load-error.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { chooseOwner, selectVenue, useOwnerContext } from '../../context/owner-context.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './venues-screen.module.css';

export default function VenuesScreen() {
  const { state } = useVenues();
  const isLost = state.state === 'failed';
  const navigate = useNavigate();
  // The dialog state is in the URL, so that other screens can link to it.
  const { add } = useSearch({ from: '/venues' });
  const open = () => void navigate({ to: '.', href: paths.createVenue });
  const close = () => void navigate({ to: '.', href: paths.venues, replace: true });
  return (
    <>
      <PageHeader
        title="Venues"
        actions={
          <Button disabled={isLost} onClick={open}>
            Add venue
          </Button>
        }
      />
      <Loaded
        of={state}
        pending={
          <Card flush>
            <div aria-busy="true" className={styles['venue']}>
              <span className="sr-only">Loading</span>
              <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
              <SkeletonLine width={16} />
            </div>
          </Card>
        }
        empty={
          <Card flush>
            <EmptyState icon={<IconBuildingStore size={22} stroke={1.6} />}>
              There are no venues to show.
            </EmptyState>
          </Card>
        }
      >
        {(venues) => (
          <Card flush>
            <ul className={styles['list']}>
              {venues.map(({ id, name }) => (
                <li key={id}>
                  <Link plain href={paths.venue(id)} className={styles['venue']}>
                    <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
                    <span className="grow ink medium">{name}</span>
                    <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {add === 'venue' && !isLost && <AddVenueDialog onClose={close} />}
    </>
  );
}

/** Adds a venue by name, makes it the active one and opens its dashboard. */
export function AddVenueDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(() => isChanged(form.current));
  useKeptForm('new venue', form);
  const [timezone, setTimezone] = useState(guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState('04:00');
  const sending = useRef(false);
  const add = useAddVenue(
    () => void navigate({ to: '.', href: paths.dashboard, replace: true, ignoreBlocker: true }),
  );
  const atName = add.error instanceof ApiError ? add.error.fields.get('name') : undefined;
  // Closing is blocked while adding, because the user would not see the result.
  const close = () => {
    if (!add.isPending) onClose();
  };
  const send = (name: string) => {
    // The second of two quick presses comes before the form knows of the first.
    if (sending.current) return;
    sending.current = true;
    add.mutate(
      { name, timezone, startsAt },
      {
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  };
  return (
    <DialogForm
      title="Add venue"
      submit="Add venue"
      sending={add}
      isAtFields={atName !== undefined}
      formRef={form}
      cancelDisabled={add.isPending}
      onSend={(typed) => send(typed('name'))}
      onClose={close}
    >
      <TextField label="Name" name="name" autoComplete="off" error={atName} />
      <ZoneField value={timezone} onChange={setTimezone} />
      <StartField value={startsAt} onChange={setStartsAt} />
    </DialogForm>
  );
}

export interface NewVenue {
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  /** `04:00`. */
  readonly startsAt: string;
}

/** Adds a venue to the effective owner and makes it the active one. */
export function useAddVenue(onAdded: () => void) {
  const session = useSession();
  const { owner } = useOwnerContext();
  const actsFor = session && isSuperAdmin(session.claims) ? owner : null;
  return useMutation({
    mutationFn: (venue: NewVenue) => createVenue(venue, actsFor?.id ?? null),
    onSuccess: ({ id, name }) => {
      if (actsFor) chooseOwner({ ...actsFor, venues: [...actsFor.venues, { id, name }] });
      selectVenue(id);
      onAdded();
    },
  });
}
