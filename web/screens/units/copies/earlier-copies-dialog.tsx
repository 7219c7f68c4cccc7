import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { copiesQuery, type ListedCopy, undoCopy, type UndoneCopy } from '../../../api/copies.ts';
import { attempt } from '../../../components/attempt.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from './copies.module.css';

type ListedUnit = ListedCopy['units'][number];

export const titleOf = ({
  unitNumber,
  unitName,
}: Pick<ListedUnit, 'unitNumber' | 'unitName'>): string =>
  unitTitle({ unitNumber, name: unitName });

/** The first three, and how many more: "Unit 1001, Unit 1002 and 4 more". */
function titlesOf(units: readonly ListedUnit[]): string {
  const named = units.slice(0, 3).map(titleOf);
  const more = units.length - named.length;
  return new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named);
}

/** What can still be undone, where that is not all of it. */
function leftText(units: readonly ListedUnit[]): string {
  const left = units.filter(({ state }) => state === 'copied').length;
  if (left === 0) return units.some(({ state }) => state === 'undone') ? 'Undone' : 'Unit deleted';
  return left === units.length ? '' : `${counted(left, 'unit')} not undone yet`;
}

/** "The copy was undone in 3 units. Changed since and kept: Rum, Negroni. Unit 1004: …" */
export function undoneText({ targets }: UndoneCopy): string {
  const done = targets.filter(({ status }) => status === 200);
  const kept = [...new Set(done.flatMap((one) => one.kept.map(({ name }) => name || 'texts')))];
  const refused = targets.filter(({ status }) => status !== 200);
  return [
    ...(done.length > 0 ? [`The copy was undone in ${counted(done.length, 'unit')}`] : []),
    ...(kept.length > 0 ? [`Changed since and kept: ${kept.join(', ')}`] : []),
    ...refused.map((one) => `${titleOf(one)}: ${one.message}`),
  ].join('. ');
}

interface EarlierCopiesDialogProps {
  readonly venueId: string;
  readonly onClose: () => void;
}

/** Copies to units of a venue in the last 30 days, each with a button that undoes it. */
export default function EarlierCopiesDialog({ venueId, onClose }: EarlierCopiesDialogProps) {
  const state = loadState(useQuery(copiesQuery(venueId)), { what: 'copies' });
  return (
    <Dialog title="Earlier copies" onClose={onClose}>
      <Loaded
        of={state}
        empty={
          <p className="dim">Nothing was copied to units of this venue in the last 30 days.</p>
        }
      >
        {(copies) => (
          <ul className={styles['list']}>
            {copies.map((copy) => (
              <CopyRow key={copy.id} copy={copy} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function CopyRow({ copy }: { readonly copy: ListedCopy }) {
  const [isUndoing, setUndoing] = useState(false);
  const { id, at, person, from, units } = copy;
  const left = leftText(units);
  const title = `${from === '' ? 'To' : `${from} to`} ${titlesOf(units)}`;
  const undo = async () => {
    setUndoing(true);
    await attempt(`copy ${id}`, async () => {
      const undone = await undoCopy(id);
      const isWhole = undone.targets.every((one) => one.status === 200 && one.kept.length === 0);
      notify(undoneText(undone), isWhole ? 'success' : 'info', `copy ${id} undone`);
    });
    setUndoing(false);
  };
  return (
    <li className={styles['row']}>
      <div>
        <bdi>{title}</bdi>
        <p>
          {formatInZone(Date.parse(at), guessedTimezone().timezone)} · {person}
          {left !== '' && ` · ${left}`}
        </p>
      </div>
      {units.some(({ state }) => state === 'copied') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isUndoing}
          aria-label={`Undo ${title}`}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
