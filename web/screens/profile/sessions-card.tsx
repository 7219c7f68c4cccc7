import { Button } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import {
  endOtherSessionsMutation,
  endSessionMutation,
  type ListedSession,
  sessionsQuery,
} from '../../api/sessions.ts';
import { Lost } from '../../components/lost.tsx';
import { agoText } from '../../components/relative-time.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './profile-screen.module.css';

const reload = () => invalidate('listSessions');

/** Devices that are signed in to the account, each with a button that signs it out. */
export function SessionsCard() {
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery());
  const endOthers = useMutation({ ...endOtherSessionsMutation, onSettled: reload });
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card
      title="Signed-in devices"
      actions={
        hasOthers && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign out the others
          </Button>
        )
      }
    >
      {endOthers.error && <ErrorLine>{errorMessage(endOthers.error)}</ErrorLine>}
      {isLoadingError ? (
        <Lost what="devices" onRetry={refetch} />
      ) : (
        <ul className={styles['sessions']}>
          {data?.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SessionRow({ session }: { readonly session: ListedSession }) {
  const now = useNow();
  const { id, device, network, lastUsedAt, isCurrent } = session;
  const end = useMutation({ ...endSessionMutation, onSettled: reload });
  const name = device ?? 'Unknown device';
  const used = isCurrent ? 'this device' : `last used ${agoText(Date.parse(lastUsedAt), now)}`;
  return (
    <li className={styles['session']}>
      <IconDeviceDesktop size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <span className={styles['device']}>{name}</span>
        <span className={styles['facts']}>
          {[used, ...(network === null ? [] : [`network ${network}`])].join(' · ')}
        </span>
        {end.error && <ErrorLine>{errorMessage(end.error)}</ErrorLine>}
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Sign out ${name}, ${used}`}
          onClick={() => end.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
