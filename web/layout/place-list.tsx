/** Venues, and the units of the active one, to switch to; loaded when it is first opened. */
import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { matcherOf } from '../../rules/search/search-words.ts';
import { unitChoice } from '../../rules/units/unit-names.ts';
import type { Unit } from '../api/units.ts';
import type { Venue } from '../api/venues.ts';
import { addressAt, usePlace } from '../context/place.ts';
import { paths } from '../paths.ts';
import { may } from '../session/permissions.ts';
import { TextField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { moveFocus } from '../ui/keep-focus.ts';
import styles from './place-switcher.module.css';

interface PlaceListProps {
  readonly venues: readonly Venue[];
  readonly venue: Venue;
  readonly units: readonly Unit[];
  readonly unit: Unit | undefined;
  readonly onClose: () => void;
}

interface Entry {
  readonly key: string;
  readonly label: string;
  /** Address of the screen with this venue or unit; null where the screen is the same for all venues. */
  readonly href: string | null;
  readonly isActive: boolean;
}

/** From this number of entries on there is a search field. */
const searchedFrom = 8;

/** Arrow keys move between the search field and the entries; Enter in the field opens the first entry. */
function openFirstOrMove(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    // The focus returns to the switcher, which the same key press would open again.
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('a, button')?.click();
  }
  moveFocus(event, 'input, a, button');
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly onChoose: (entry: Entry) => void;
}

const Entries = ({ title, entries, onChoose }: EntriesProps) =>
  entries.length > 0 && (
    <>
      <p aria-hidden="true" className={styles['title']}>
        {title}
      </p>
      <ul aria-label={title}>
        {entries.map((entry) => {
          const { key, label, href, isActive } = entry;
          const current = isActive ? 'true' : undefined;
          const content = (
            <>
              <span>{label}</span>
              {isActive && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
            </>
          );
          return (
            <li key={key}>
              {href === null ? (
                <UnstyledButton
                  className={styles['entry'] ?? ''}
                  aria-current={current}
                  onClick={() => onChoose(entry)}
                >
                  {content}
                </UnstyledButton>
              ) : (
                <Link
                  plain
                  href={href}
                  className={styles['entry']}
                  current={current}
                  onClick={() => onChoose(entry)}
                >
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );

export default function PlaceList({ venues, venue, units, unit, onClose }: PlaceListProps) {
  const place = usePlace();
  const [typed, setTyped] = useState('');
  const matches = matcherOf(typed);
  const found = (entries: readonly Entry[]) => entries.filter(({ label }) => matches(label));
  const venueEntries = venues.map(({ id, name }) => ({
    key: id,
    label: name,
    href: place.kind ? addressAt(place, id) : null,
    isActive: id === venue.id,
  }));
  const unitEntries = units.map((one) => ({
    key: one._id,
    label: unitChoice(one),
    href: addressAt(place, venue.id, one.unitNumber),
    isActive: one._id === unit?._id,
  }));
  const choose = ({ key, href }: Entry) => {
    if (href === null) place.chooseVenue(key);
    onClose();
  };
  const shown = { venues: found(venueEntries), units: found(unitEntries) };
  return (
    // The keys move between the controls inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['list']} onKeyDown={openFirstOrMove}>
      {venues.length + units.length >= searchedFrom && (
        <div className={styles['find']}>
          <TextField
            label="Find a venue or a unit"
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        </div>
      )}
      <div className={styles['scroll']}>
        <Entries title="Venues" entries={shown.venues} onChoose={choose} />
        {shown.venues.length > 1 && typed.trim() === '' && may('reports.read') && (
          <Link
            plain
            href={place.kind === 'lookup' ? paths.salesOfVenues() : paths.allVenues()}
            className={styles['entry']}
            onClick={onClose}
          >
            All venues
          </Link>
        )}
        <Entries title="Units" entries={shown.units} onChoose={choose} />
        {shown.venues.length + shown.units.length === 0 && (
          <output className={styles['title']}>Nothing matches.</output>
        )}
      </div>
    </div>
  );
}
