/** What a chart shows, as a CSV file. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { csvTable, type TableCell } from '../../lib/csv-cell.ts';
import { useDownload } from './use-download.ts';

export interface TableFile {
  /** Without its extension. */
  readonly name: string;
  readonly head: readonly string[];
  /** Numbers as programs read them; null is an empty cell. */
  readonly rows: readonly (readonly TableCell[])[];
}

/** @param of what is shown, named for screen readers */
export function TableFileButton({ of, file }: { readonly of: string; readonly file: TableFile }) {
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
      onClick={() => start(make)}
    >
      CSV<span className="sr-only">{` of ${of}`}</span>
    </Button>
  );
}
