import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { errorMessage } from '../../api/api-error.ts';
import { createUnitKey, revokeUnitKey, unitKeysQuery } from '../../api/units.ts';
import type { Unit, UnitKey } from '../../api/units.ts';
import { attempt } from '../../components/attempt.ts';
import { Lost } from '../../components/lost.tsx';
import { WithTerm } from '../../components/terms/term-label.tsx';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './venue-screen.module.css';

async function revoke(unit: Unit, key: UnitKey, name: string): Promise<void> {
  const yes = await confirm({
    text: `Revoke “${name}”?`,
    details: ['A unit that uses it can send no more sales until it has another key.'],
    confirmLabel: 'Revoke',
    danger: true,
  });
  if (!yes) return;
  await attempt(`revoke key ${key.id}`, () => revokeUnitKey(unit.unitNumber, key.id));
}

/** Keys with which the unit sends its sales: created, shown once and revoked here. */
export function UnitKeys({ unit }: { readonly unit: Unit }) {
  const { data: keys, isLoadingError, refetch } = useQuery(unitKeysQuery(unit.unitNumber));
  const timezone = useVenueTimezone(unit.venueId);
  const shown = (time: string): string => formatInZone(Date.parse(time), timezone);
  const nameOf = ({ label: given, createdAt }: UnitKey): string =>
    given || `Key of ${shown(createdAt)}`;
  const [label, setLabel] = useState('');
  const make = useMutation({
    mutationFn: () => createUnitKey(unit.unitNumber, label),
    onSuccess: () => setLabel(''),
  });
  return (
    <>
      {isLoadingError && <Lost what="keys" onRetry={refetch} />}
      {keys?.length === 0 && (
        <p className={styles['dim']}>No key yet: this unit cannot send sales.</p>
      )}
      <ul className={styles['list']}>
        {keys?.map((key) => (
          <li key={key.id}>
            <span>{nameOf(key)}</span>
            <span className={styles['dim']}>
              {key.lastUsedAt ? `Last used ${shown(key.lastUsedAt)}` : 'Never used'}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Revoke ${nameOf(key)}`}
              onClick={() => void revoke(unit, key, nameOf(key))}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        <WithTerm term="unit-key" label="Label of a new key">
          <TextField
            label="Label of a new key"
            description="Where it will be used, to recognize it in this list."
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        </WithTerm>
        <Button type="submit" variant="default" loading={make.isPending}>
          Make key
        </Button>
      </form>
      {make.error && <ErrorLine>{errorMessage(make.error)}</ErrorLine>}
      {make.data !== undefined && (
        <output>
          <span>Copy the new key now. It is not shown again.</span>
          <code className={styles['secret']}>{make.data}</code>
          <CopyButton value={make.data}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" mt={8} onClick={copy}>
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
        </output>
      )}
    </>
  );
}
