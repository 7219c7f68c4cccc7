/** What a chart shows, as a CSV file. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { csvTable, type TableCell } from '../../lib/csv-cell.ts';
import { drawChart } from '../ui/chart/chart-image.ts';
import { useDownload } from './use-download.ts';

export interface TableFile {
  /** Without its extension. */
  readonly name: string;
  readonly head: readonly string[];
  /** Numbers as programs read them; null is an empty cell. */
  readonly rows: readonly (readonly TableCell[])[];
}

interface TableFileButtonProps {
  /** What is shown, named for screen readers. */
  readonly of: string;
  readonly file: TableFile;
  readonly disabled?: boolean;
}

export function TableFileButton({ of, file, disabled = false }: TableFileButtonProps) {
  const { start } = useDownload();
  const make = () =>
    Promise.resolve({
      fileName: `${file.name}.csv`,
      file: new Blob([csvTable(file)], { type: 'text/csv' }),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
      disabled={disabled}
      onClick={() => start(make)}
    >
      CSV<span className="sr-only">{` of ${of}`}</span>
    </Button>
  );
}

interface ChartFileButtonsProps {
  /** What is shown: named for screen readers, and the title of the picture. */
  readonly of: string;
  /** Days that are shown, in the picture. */
  readonly span: string;
  readonly file: TableFile;
}

/** A chart as a picture and as a file; within the frame of the chart. */
export function ChartFileButtons({ of, span, file }: ChartFileButtonsProps) {
  const { start, failure } = useDownload();
  return (
    <span className="flex wrap gap-8">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={({ currentTarget }) => {
          const figure = currentTarget.closest('figure');
          if (!figure) return;
          start(async () => ({
            fileName: `${file.name}.png`,
            file: await drawChart(figure, { title: of, span }),
          }));
        }}
      >
        PNG<span className="sr-only">{` of ${of}`}</span>
      </Button>
      <TableFileButton of={of} file={file} />
      {failure !== undefined && <span role="alert">{failure}</span>}
    </span>
  );
}
