import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { createWall, revokeWall, type Wall, wallsQuery } from '../../api/walls.ts';
import { attempt } from '../../components/attempt.ts';
import { LoadError } from '../../components/load-error.tsx';
import { agoText } from '../../components/date-text.ts';
import { useUnsaved } from '../../components/form-state.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine, SkeletonLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './walls-dialog.module.css';

interface WallsDialogProps {
  readonly venueId: string;
  readonly onClose: () => void;
}

/** Wall displays of a venue: added, with a link that is shown once, and revoked. */
export default function WallsDialog({ venueId, onClose }: WallsDialogProps) {
  const { data: walls, isLoadingError, refetch } = useQuery(wallsQuery(venueId));
  const [label, setLabel] = useState('');
  const whenAgreed = useUnsaved(label.trim() !== '');
  return (
    <Dialog title="Wall displays" onClose={() => whenAgreed(onClose)}>
      <div className={styles['parts']}>
        <p className="dim text-13">
          A screen shows the live night of this venue on a wall, without signing in. Its link opens
          this and nothing else.
        </p>
        {isLoadingError && <LoadError what="screens" onRetry={refetch} />}
        {!walls && !isLoadingError && <SkeletonLine width={40} />}
        {walls && walls.length > 0 && (
          <ul className={styles['list']} aria-label="Screens in use">
            {walls.map((wall) => (
              <WallRow key={wall.id} wall={wall} venueId={venueId} />
            ))}
          </ul>
        )}
        <AddWall venueId={venueId} label={label} onLabel={setLabel} />
      </div>
    </Dialog>
  );
}

async function askRevoke(venueId: string, { id, label }: Wall): Promise<void> {
  const yes = await confirm({
    text: `Revoke “${label}”?`,
    details: [
      'The screen goes dark within half a minute. To show the night again, it needs a new link.',
    ],
    confirmLabel: 'Revoke',
    danger: true,
  });
  if (yes) await attempt(`revoke screen ${id}`, () => revokeWall(venueId, id));
}

function WallRow({ wall, venueId }: { readonly wall: Wall; readonly venueId: string }) {
  const nowMs = useNow();
  const { label, hideMoney, createdBy, lastSeenAt } = wall;
  const seen =
    lastSeenAt === null ? 'never opened' : `seen ${agoText(Date.parse(lastSeenAt), nowMs)}`;
  const details = [
    seen,
    ...(hideMoney ? ['without amounts'] : []),
    ...(createdBy === null ? [] : [`added by ${createdBy}`]),
  ];
  return (
    <li>
      <span className={styles['words']}>
        {label}
        <span className="dim text-13">{details.join(', ')}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Revoke ${label}`}
        onClick={() => void askRevoke(venueId, wall)}
      >
        Revoke
      </Button>
    </li>
  );
}

interface AddWallProps {
  readonly venueId: string;
  readonly label: string;
  readonly onLabel: (label: string) => void;
}

function AddWall({ venueId, label, onLabel }: AddWallProps) {
  const [hideMoney, setHideMoney] = useState(true);
  const add = useMutation({
    mutationFn: () => createWall(venueId, { label, hideMoney }),
    onSuccess: () => onLabel(''),
  });
  const fields = add.error instanceof ApiError ? add.error.fields : new Map<string, string>();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  const link = add.data === undefined ? null : `${location.origin}${add.data}`;
  return (
    <>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {add.error && fields.size === 0 && <ErrorLine>{errorMessage(add.error)}</ErrorLine>}
        <TextField
          label="Name of a new screen"
          placeholder="Bar left"
          value={label}
          maxLength={100}
          onChange={({ currentTarget }) => onLabel(currentTarget.value)}
          error={fields.get('label')}
        />
        <label className={styles['choice']}>
          <input
            type="checkbox"
            checked={hideMoney}
            onChange={({ currentTarget }) => setHideMoney(currentTarget.checked)}
          />
          <span>
            Hide amounts
            <span className="dim text-13">Shows drinks in place of dollars.</span>
          </span>
        </label>
        <div className="dialog-actions">
          <Button type="submit" variant="default" loading={add.isPending}>
            Add screen
          </Button>
        </div>
      </form>
      {link !== null && (
        <output className={styles['link']}>
          <span>Open this link on the screen. It is not shown again.</span>
          <code>{link}</code>
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        </output>
      )}
    </>
  );
}
