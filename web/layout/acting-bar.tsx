/** Bar that super admins see while they act for an owner; loaded for them alone. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { actingMinutes } from '../../rules/users/sign-in.ts';
import { attempt } from '../components/attempt.ts';
import { beginActing, type ChosenOwner } from '../context/owner-context.ts';
import { useVenues } from '../context/use-venues.ts';
import { paths } from '../paths.ts';
import { endActing } from '../session/acting.ts';
import { useNow } from '../ui/hooks.ts';
import styles from './top-bar.module.css';

/** Minutes before the end from which more time is offered. */
const offeredFrom = 5;

/** Ends the acting of this tab when its time is over, also without a request that is refused. */
function useEnd(ownerId: string, untilMs: number | undefined): void {
  useEffect(() => {
    if (untilMs === undefined) return undefined;
    const timer = setTimeout(() => endActing(ownerId), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [ownerId, untilMs]);
}

/** Names the owner acted for with the chosen venue, the reason and the time left, and ends it. */
export default function ActingBar({ owner }: { readonly owner: ChosenOwner }) {
  const navigate = useNavigate();
  const { active } = useVenues();
  const now = useNow();
  const [isBusy, setIsBusy] = useState(false);
  const { acting } = owner;
  useEnd(owner.id, acting?.untilMs);
  const venue = active?.name ?? owner.venues[0]?.name;
  const minutes = acting && Math.max(1, Math.ceil((acting.untilMs - now) / 60_000));
  const extend = async (reason: string) => {
    setIsBusy(true);
    await attempt('act for longer', () => beginActing(owner, reason, active?.id));
    setIsBusy(false);
  };
  return (
    <div className={styles['acting']}>
      <p className={styles['acting-text']}>
        <span className={styles['acting-place']}>
          <span>Acting for </span>
          <strong>
            <bdi>{owner.name}</bdi>
          </strong>
          {venue && (
            <strong>
              {' ('}
              <bdi>{venue}</bdi>)
            </strong>
          )}
        </span>
        {acting && (
          <span className={styles['acting-more']}>
            {acting.reason !== '' && (
              <span className={styles['acting-reason']}>{acting.reason}</span>
            )}
            <span className={styles['acting-time']}>
              {minutes === 1 ? '1 minute left' : `${minutes ?? ''} minutes left`}
            </span>
          </span>
        )}
      </p>
      {acting && minutes !== undefined && minutes <= offeredFrom && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          aria-label={`Act for ${actingMinutes} more minutes`}
          onClick={() => void extend(acting.reason)}
        >
          +{actingMinutes} min
        </Button>
      )}
      {/* Opening the owner list is what ends it. */}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void navigate({ to: '.', href: paths.owners() })}
      >
        Stop acting
      </Button>
    </div>
  );
}
