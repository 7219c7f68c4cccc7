import { Button, Loader, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import type { Rendering } from '../../api/renderings.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { DeleteButton } from './delete-button.tsx';
import styles from './rendering-columns.module.css';
import type { BusyRow } from './use-operations.ts';

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

interface OperationProps extends Omit<ColumnOptions, 'busy'> {
  readonly rendering: Rendering;
  readonly doing: string | null;
}

function Operation({ rendering, doing, locked, onDelete, onBringBack }: OperationProps) {
  const { venueName, previous } = rendering;
  return (
    <div className={styles['operation']}>
      {previous && (
        <Tooltip label={`The version of ${dateText(previous.deployDate)}`}>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={locked}
            aria-label={`Restore the version of ${venueName} from ${dateText(previous.deployDate)}`}
            onClick={() => onBringBack(rendering)}
          >
            Restore previous version
          </Button>
        </Tooltip>
      )}
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
  const { busy, locked } = options;
  return [
    {
      id: 'venueName',
      header: 'Venue Name',
      chars: 16,
      cell: ({ venueName }) => <span className={styles['venue']}>{venueName}</span>,
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
      width: 210,
      chars: 22,
      from: 'medium',
      cell: ({ deployDate }) => <time dateTime={deployDate}>{dateText(deployDate)}</time>,
      folded: ({ deployDate }) => <time dateTime={deployDate}>{dateText(deployDate)}</time>,
    },
    {
      id: 'operation',
      header: 'Operation',
      align: 'end',
      width: 164,
      chars: 2,
      cell: (rendering) => (
        <Operation
          {...options}
          locked={locked || busy !== null}
          rendering={rendering}
          doing={busy?.id === rendering._id ? busy.doing : null}
        />
      ),
    },
  ];
}
