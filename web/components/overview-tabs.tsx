import { paths } from '../paths.ts';
import { may } from '../session/permissions.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';

/** The dashboard and the live night, side by side; without the live night there is nothing to choose. */
export const OverviewTabs = ({ current }: { readonly current: 'overview' | 'live' }) =>
  may('live.read') && (
    <ScreenTabs
      label="Overview"
      tabs={[
        { label: 'Overview', href: paths.dashboard, isCurrent: current === 'overview' },
        { label: 'Live', href: paths.night(), isCurrent: current === 'live' },
      ]}
    />
  );
