import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { venuesCsvFileName } from '../../../rules/reports/report-spans.ts';
import { openVenuesCsv, type VenuesCsvQuery } from '../../api/reports.ts';
import { useDownload } from '../../components/use-download.ts';

/** The sales of all venues as one file. */
export function VenuesCsvButton({ query }: { readonly query: VenuesCsvQuery }) {
  const { running, failure, start } = useDownload();
  return (
    <span>
      <Button
        variant="default"
        loading={running}
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() =>
          start(async (signal) => ({
            fileName: venuesCsvFileName(query.from, query.to),
            file: await (await openVenuesCsv(query, signal)).blob(),
          }))
        }
      >
        CSV<span className="sr-only"> of the sales of all venues</span>
      </Button>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </span>
  );
}
