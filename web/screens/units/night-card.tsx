import { Button } from '@mantine/core';
import { useState } from 'react';
import { nextSteps } from '../../../rules/health/next-steps.ts';
import { updateNight } from '../../api/nights.ts';
import type { Finding, VenueHealth } from '../../api/unit-health.ts';
import { attempt } from '../../components/attempt.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './units-screen.module.css';

interface NightCardProps {
  readonly venueId: string;
  readonly night: VenueHealth['night'];
  /** That all units are silent. */
  readonly finding: Finding | undefined;
}

/** That all units are silent, or that the night is marked as closed, with a way to change the mark. */
export function NightCard({ venueId, night, finding }: NightCardProps) {
  const [isSaving, setSaving] = useState(false);
  const isClosed = night?.closed === true;
  if (!isClosed && finding === undefined) return null;
  const mark = async (closed: boolean) => {
    if (night === null) return;
    setSaving(true);
    await attempt(`night of ${venueId}`, () => updateNight(venueId, night.day, { closed }));
    setSaving(false);
  };
  const maySet = may('settings.write');
  return (
    <Card>
      <div className={styles['night']}>
        <div>
          <h2 className={styles['found']}>
            {isClosed ? 'Tonight is marked as closed' : finding?.text}
          </h2>
          <p className={styles['hint']}>
            {isClosed
              ? 'No unit counts as offline or silent, and later nights do not expect these sales.'
              : nextSteps.allSilent}
          </p>
        </div>
        {maySet && night !== null && (
          <Button
            variant={isClosed ? 'default' : 'filled'}
            loading={isSaving}
            onClick={() => void mark(!isClosed)}
          >
            {isClosed ? 'Not closed' : 'Closed tonight'}
          </Button>
        )}
        {maySet && night === null && (
          <Link href={paths.venue(venueId)}>Set when your day starts</Link>
        )}
      </div>
    </Card>
  );
}
