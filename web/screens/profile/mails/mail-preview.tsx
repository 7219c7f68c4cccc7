import { useQuery } from '@tanstack/react-query';
import { reportPreviewQuery } from '../../../api/report-subscriptions.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogSkeleton } from '../../../ui/lazy-dialog.tsx';
import styles from './mail-preview.module.css';

interface MailPreviewProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The mail of the last night, week or month as it would be now, at the width of a phone. Its frame runs no scripts. */
export default function MailPreview({ id, onClose }: MailPreviewProps) {
  const { data, isPending, refetch } = useQuery({ ...reportPreviewQuery(id), staleTime: 0 });
  return (
    <Dialog title="Preview" onClose={onClose}>
      {data ? (
        <>
          <p className={styles['subject']}>{data.subject}</p>
          <iframe className={styles['mail']} title={data.subject} sandbox="" srcDoc={data.html} />
        </>
      ) : isPending ? (
        <DialogSkeleton />
      ) : (
        <LoadError what="preview" onRetry={refetch} />
      )}
    </Dialog>
  );
}
