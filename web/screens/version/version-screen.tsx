import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Loaded } from '../../components/load-error.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import styles from './version-screen.module.css';

export default function VersionScreen() {
  const known = loadState(useQuery(versionQuery), { what: 'version' });
  return (
    <>
      <PageHeader title="Version" />
      <Card>
        <Loaded of={known} pending={<Version of={<SkeletonLine width={6} />} />}>
          {({ version }) => <Version of={version} />}
        </Loaded>
      </Card>
    </>
  );
}

const Version = ({ of }: { readonly of: ReactNode }) => (
  <dl className={styles['version']}>
    <dt>API version</dt>
    <dd>{of}</dd>
  </dl>
);

export const versionQuery = endpointQuery('getVersion', {});
