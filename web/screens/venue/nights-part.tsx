import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spanText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import type { Night } from '../../api/nights.ts';
import { dayWithWeekday } from '../../components/day-text.ts';
import { Lost } from '../../components/lost.tsx';
import { may } from '../../session/permissions.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { lastNightsQuery } from './use-clock-known.ts';
import styles from './clock-card.module.css';

const NightDialog = lazyDialog('Night', async () => ({
  default: (await import('./night-dialog.tsx')).NightDialog,
}));

function spanOf({ start, end, timezone }: Night) {
  const night = { startMs: Date.parse(start), endMs: Date.parse(end), timezone };
  const [from, to] = [night.startMs, night.endMs].map((ms) => weekdayTimeText(ms, timezone));
  return { text: `${from} to ${to}`, exact: spanText(night) };
}

function NightRow({ night, onEdit }: { readonly night: Night; readonly onEdit: () => void }) {
  const { day, hours, note, running, closed, special } = night;
  const { text, exact } = spanOf(night);
  const tags = [running && 'Running', closed && 'Closed', special && 'Special'];
  const name = dayWithWeekday(day);
  return (
    <li>
      <div className={styles['night']}>
        <p>
          {name}
          {tags.map(
            (tag) =>
              tag && (
                <span key={tag} className={styles['tag']}>
                  {tag}
                </span>
              ),
          )}
        </p>
        <p className={styles['note']} title={exact}>
          {hours === 0 ? 'No time on the clock of the venue' : text}
          {hours !== 24 && hours !== 0 && ` · ${hours} hours`}
          {note && ` · ${note}`}
        </p>
      </div>
      {may('settings.write') && (
        <Button variant="subtle" size="compact-sm" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
      )}
    </li>
  );
}

interface NightsPartProps {
  readonly venueId: string;
  /** Running business day. */
  readonly tonight: string;
}

/** The running night and those before it, newest first. */
export function NightsPart({ venueId, tonight }: NightsPartProps) {
  const { data, error, refetch } = useQuery(lastNightsQuery(venueId, tonight));
  const [edited, setEdited] = useState<string | null>(null);
  if (!data) {
    return error ? (
      <Lost what="nights" error={error} onRetry={refetch} />
    ) : (
      <SkeletonLine width={20} />
    );
  }
  const night = data.find(({ day }) => day === edited);
  return (
    <>
      <ul className={styles['rows']}>
        {data.toReversed().map((one) => (
          <NightRow key={one.day} night={one} onEdit={() => setEdited(one.day)} />
        ))}
      </ul>
      {night && <NightDialog venueId={venueId} night={night} onClose={() => setEdited(null)} />}
    </>
  );
}
