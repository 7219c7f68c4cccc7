import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { actingMinutes } from '../../../rules/users/acting.ts';
import { errorMessage } from '../../api/api-error.ts';
import { beginActing, type EndedActing } from '../../context/acting.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import styles from './owners-screen.module.css';

/** States that acting for an owner has ended, and offers to go on where it ended. */
export function EndedNotice({ owner, venueId, address }: EndedActing) {
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: (reason: string) => beginActing(owner, reason, venueId),
    onSuccess: () => void navigate({ to: '.', href: address }),
  });
  const reason = owner.acting?.reason;
  return (
    <section aria-label="Acting has ended" className={styles['ended']}>
      <p>
        Acting for <strong>{owner.name}</strong> has ended. It lasts {actingMinutes} minutes at a
        time.
      </p>
      {reason !== undefined && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate(reason)}>
          Act for {actingMinutes} more minutes
        </Button>
      )}
      {again.error && <ErrorLine>{errorMessage(again.error)}</ErrorLine>}
    </section>
  );
}
