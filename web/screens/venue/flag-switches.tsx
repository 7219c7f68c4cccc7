import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flagKinds } from '../../../rules/flags/flag-names.ts';
import { undoMessages } from '../../../rules/messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { flagsQuery, setFlag } from '../../api/flags.ts';
import type { FlagName, FlagScope } from '../../api/flags.ts';
import { offerUndo } from '../../components/offer-undo.ts';
import { Lost } from '../../components/lost.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import styles from './venue-screen.module.css';

/** Flag labels in display order. */
const words: readonly (readonly [FlagName, string])[] = [
  ['general--double-order', 'Doubles: a double price for drinks and ingredients'],
  ['general--inventory-management', 'Inventory: levels, thresholds and restoring'],
  ['general--multiple-bottles', 'Mixed drinks: compose and rank drinks'],
  ['general--turboshot', 'Turboshot: categories for mixers'],
  [
    'native--show-confirmation-page-in-free-flow',
    'Confirmation page in free flow: a discount per unit',
  ],
  ['general--pax-shift4', 'Card readers of the second provider'],
];

export function FlagSwitches({ place }: { readonly place: FlagScope }) {
  const { data, error, refetch } = useQuery(flagsQuery(place));
  // Optimistic state, shown from the click until the server responds.
  const [flipped, setFlipped] = useState<{ [flag in FlagName]?: boolean | undefined }>({});
  const flip = useMutation({
    mutationFn: ({ flag, on }: { flag: FlagName; on: boolean }) => setFlag(place, flag, on),
    onSuccess: (_answer, { flag, on }) => {
      const label = words.find(([name]) => name === flag)?.[1] ?? flag;
      const [feature = label] = label.split(':');
      offerUndo(
        undoMessages.switched(feature, on),
        () => setFlag(place, flag, !on, on),
        undoMessages.switchedBack(feature, !on),
      );
    },
    onSettled: (_answer, _error, { flag }) =>
      setFlipped((others) => ({ ...others, [flag]: undefined })),
  });
  const failure = flip.error ?? error;
  const known = data !== undefined;
  return (
    <>
      <div className={`${styles['grid']} ${styles['switches']}`} aria-busy={!known && !error}>
        {words.map(([flag, label]) => {
          if (!flagKinds[flag].includes(place.kind)) return null;
          return (
            <Switch
              // A new element when the flags have loaded: it starts in its position and does not slide there.
              key={known ? flag : `${flag} unknown`}
              label={label}
              description={flag}
              disabled={!known}
              mod={{ unknown: !known }}
              checked={flipped[flag] ?? data?.[flag] ?? false}
              onChange={({ currentTarget: { checked: on } }) => {
                setFlipped((others) => ({ ...others, [flag]: on }));
                flip.mutate({ flag, on });
              }}
            />
          );
        })}
      </div>
      {failure && (
        <div className={styles['error']}>
          {known ? (
            <ErrorLine>{errorMessage(failure)}</ErrorLine>
          ) : (
            <Lost what="feature flags" onRetry={refetch} />
          )}
        </div>
      )}
    </>
  );
}
