import { IconBrowser } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { renderingsQuery } from '../../api/renderings.ts';
import type { Rendering } from '../../api/renderings.ts';
import { FailedLine } from '../../components/failed-line.tsx';
import { useListPage } from '../../components/list-page.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { renderingColumns } from './rendering-columns.tsx';
import styles from './renderings-screen.module.css';
import { UploadForm } from './upload-form.tsx';
import { useOperations } from './use-operations.ts';
import { useUpload } from './use-upload.ts';

const none: readonly Rendering[] = [];

export default function RenderingsScreen() {
  const { data, error, refetch, status } = useListPage(renderingsQuery);
  const [problem, setError] = useState<string | null>(null);
  const upload = useUpload();
  const operations = useOperations(setError);
  const { busy, remove, bringBack } = operations;
  const isUploading = upload.progress !== null;

  const columns = useMemo(
    () => renderingColumns({ busy, locked: isUploading, onDelete: remove, onBringBack: bringBack }),
    [busy, isUploading, remove, bringBack],
  );
  const list = data ?? none;

  return (
    <>
      <PageHeader
        title="Rendering list"
        context="The public page of each venue, at an address of its own."
      />
      {error && (
        <div className={styles['error']}>
          <FailedLine error={error} onRetry={refetch} />
        </div>
      )}
      <div className={styles['cards']}>
        <Card flush>
          <DataTable
            label="Renderings"
            columns={columns}
            rows={list}
            rowKey={({ _id }) => _id}
            status={status}
            skeletonRows={5}
            empty={
              <EmptyState icon={<IconBrowser size={22} stroke={1.6} />}>
                {error ? 'No renderings to show.' : 'No venue has a page yet. Upload one below.'}
              </EmptyState>
            }
          />
        </Card>
        {/* Remounts the form when the list changes; the first time it appears with the list, to avoid layout shift. */}
        <UploadForm
          key={status === 'loading' ? 'loading' : `of ${list.map(({ _id }) => _id).join()}`}
          upload={upload}
          published={list}
          locked={busy !== null}
          problem={problem}
          onError={setError}
        />
      </div>
    </>
  );
}
