import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Card, ErrorLine, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import styles from './version-screen.module.css';

export default function VersionScreen() {
  const { data, error, refetch } = useQuery(versionQuery);
  return (
    <>
      <PageHeader title="Version" />
      <Card>
        {error ? (
          <ErrorLine onRetry={() => void refetch()}>{errorMessage(error)}</ErrorLine>
        ) : (
          <dl className={styles['version']}>
            <dt>API version</dt>
            <dd>{data?.version ?? <SkeletonLine width={6} />}</dd>
          </dl>
        )}
      </Card>
    </>
  );
}

export const versionQuery = endpointQuery('getVersion', {});
