import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconBrowser, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useId, useMemo, useState } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import {
  createRendering,
  deleteRendering,
  type Rendering,
  renderingsQuery,
  venueNamesQuery,
  restoreRendering,
} from '../../api/renderings.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useUpload } from '../../components/upload.tsx';
import { UploadForm } from './upload-form.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { pressedPart } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './renderings-screen.module.css';

const none: readonly Rendering[] = [];
const noNames: readonly string[] = [];

/** An upload may have been received before it was cancelled. */
const refetchRenderings = () => void invalidate('listRenderings');

export default function RenderingsScreen() {
  const listPage = useListPage(renderingsQuery, 'renderings');
  // Of the screen: the form appears anew with the list.
  const { data: venueNames = noNames } = useQuery(venueNamesQuery);
  const [problem, setError] = useState<string | null>(null);
  const upload = useUpload(createRendering, refetchRenderings);
  const operations = useOperations(setError);
  const { busy, remove, bringBack } = operations;
  const isUploading = upload.progress !== null;

  const columns = useMemo(
    () => renderingColumns({ busy, locked: isUploading, onDelete: remove, onBringBack: bringBack }),
    [busy, isUploading, remove, bringBack],
  );
  const list = listPage.data ?? none;

  return (
    <>
      <PageHeader
        title="Rendering list"
        context="The public page of each venue, at an address of its own."
      />
      <div className="stack gap-16">
        <ListCard
          label="Renderings"
          columns={columns}
          of={listPage.state}
          rowKey={({ _id }) => _id}
          skeletonRows={5}
          empty={
            <EmptyState icon={IconBrowser}>No venue has a page yet. Upload one below.</EmptyState>
          }
        />
        {/* Appears anew with the list, so that it causes no layout shift. */}
        <UploadForm
          key={listPage.footKey}
          upload={upload}
          published={list}
          venueNames={venueNames}
          locked={busy !== null}
          problem={problem}
          onError={setError}
        />
      </div>
    </>
  );
}

interface ColumnOptions {
  readonly busy: BusyRow | null;
  /** True while actions are disabled. */
  readonly locked: boolean;
  readonly onDelete: (rendering: Rendering) => void;
  readonly onBringBack: (rendering: Rendering) => void;
}

const dateText = (date: string): string =>
  formatInZone(new Date(date).getTime(), guessedTimezone().timezone);

/** Opens an external page without opener and referrer. */
const PageLink = ({ url, pathName }: Rendering) => (
  <a href={url} target="_blank" rel="noopener noreferrer" className={styles['page']}>
    {pathName}
    <IconExternalLink size={15} stroke={1.6} aria-hidden="true" className={styles['icon']} />
    <span className="sr-only"> opens in a new tab</span>
  </a>
);

interface DeployedProps extends Pick<ColumnOptions, 'locked' | 'onBringBack'> {
  readonly rendering: Rendering;
}

/** When a page was published, and the version before it. */
function Deployed({ rendering, locked, onBringBack }: DeployedProps) {
  const { venueName, deployDate, previous } = rendering;
  return (
    <>
      <time dateTime={deployDate}>{dateText(deployDate)}</time>
      {previous && (
        <div className={styles['before']}>
          Before: {dateText(previous.deployDate)}
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={locked}
            aria-label={`Restore the version of ${venueName} from ${dateText(previous.deployDate)}`}
            onClick={() => onBringBack(rendering)}
          >
            Restore
          </Button>
        </div>
      )}
    </>
  );
}

interface OperationProps extends Pick<ColumnOptions, 'locked' | 'onDelete'> {
  readonly rendering: Rendering;
  readonly doing: string | null;
}

function Operation({ rendering, doing, locked, onDelete }: OperationProps) {
  const { venueName } = rendering;
  return (
    <div className={styles['operation']}>
      <DeleteButton venueName={venueName} disabled={locked} onDelete={() => onDelete(rendering)} />
      {doing !== null && (
        <output className={styles['overlay']}>
          <Loader size={16} aria-hidden="true" />
          {doing}
        </output>
      )}
    </div>
  );
}

export function renderingColumns(options: ColumnOptions): DataColumn<Rendering>[] {
  const { busy, onBringBack, onDelete } = options;
  const locked = options.locked || busy !== null;
  const deployed = (rendering: Rendering) => (
    <Deployed rendering={rendering} locked={locked} onBringBack={onBringBack} />
  );
  return [
    {
      id: 'venueName',
      header: 'Venue Name',
      chars: 16,
      cell: ({ venueName }) => <span className="medium">{venueName}</span>,
    },
    {
      id: 'pathName',
      header: 'Path Name',
      width: '30%',
      chars: 14,
      from: 'medium',
      cell: (rendering) => <PageLink {...rendering} />,
      folded: (rendering) => <PageLink {...rendering} />,
      leads: true,
    },
    {
      id: 'deployDate',
      header: 'Deploy Date',
      width: 340,
      chars: 22,
      from: 'medium',
      cell: deployed,
      folded: deployed,
    },
    {
      id: 'operation',
      header: 'Operation',
      align: 'end',
      width: 96,
      chars: 2,
      cell: (rendering) => (
        <Operation
          locked={locked}
          onDelete={onDelete}
          rendering={rendering}
          doing={busy?.id === rendering._id ? busy.doing : null}
        />
      ),
    },
  ];
}

const PopUp = pressedPart(() => import('../../ui/pop-up.tsx'));

interface DeleteButtonProps {
  readonly venueName: string;
  readonly disabled: boolean;
  readonly onDelete: () => void;
}

/** Delete button with confirmation. */
export function DeleteButton({ venueName, disabled, onDelete }: DeleteButtonProps) {
  const [isPending, setPending] = useState(false);
  const confirmationId = useId();
  const confirm = () => {
    setPending(false);
    onDelete();
  };
  return (
    <span className="inline-flex relative">
      <ActionIcon
        aria-label={`Delete the rendering of ${venueName}`}
        aria-expanded={isPending}
        disabled={disabled}
        onClick={() => setPending((was) => !was)}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
      {isPending && (
        <Suspense fallback={null}>
          <PopUp
            position="bottom-end"
            width={280}
            labelledBy={confirmationId}
            onClose={() => setPending(false)}
          >
            <p id={confirmationId} className={styles['question']}>
              {renderingMessages.confirmDelete(venueName)}
            </p>
            <Button color="red" size="sm" fullWidth onClick={confirm}>
              Delete
            </Button>
          </PopUp>
        </Suspense>
      )}
    </span>
  );
}

/** A row with an operation in progress. */
export interface BusyRow {
  readonly id: string;
  readonly doing: 'Deleting…' | 'Restoring…';
}

interface Operations {
  readonly busy: BusyRow | null;
  readonly remove: (rendering: Rendering) => void;
  readonly bringBack: (rendering: Rendering) => void;
}

/** @param onError receives the message of an error, and null when an operation starts */
export function useOperations(onError: (problem: string | null) => void): Operations {
  const [busy, setBusy] = useState<BusyRow | null>(null);

  const run = useCallback(
    async (row: BusyRow, work: () => Promise<unknown>, message: string) => {
      onError(null);
      setBusy(row);
      try {
        await work();
        notify(message, 'success');
      } catch (error) {
        onError(errorMessage(error));
      } finally {
        setBusy(null);
      }
    },
    [onError],
  );
  const remove = useCallback(
    (rendering: Rendering) =>
      void run(
        { id: rendering._id, doing: 'Deleting…' },
        () => deleteRendering(rendering),
        renderingMessages.deleted(rendering.venueName),
      ),
    [run],
  );
  const bringBack = useCallback(
    (rendering: Rendering) =>
      void run(
        { id: rendering._id, doing: 'Restoring…' },
        () => restoreRendering(rendering),
        renderingMessages.restored(rendering.venueName),
      ),
    [run],
  );
  return { busy, remove, bringBack };
}
