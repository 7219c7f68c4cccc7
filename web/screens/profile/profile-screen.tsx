import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { secondFactorQuery, sessionsQuery } from '../../api/account.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { paths, type ProfileTab } from '../../paths.ts';
import { type Claims, displayName, isSuperAdmin } from '../../session/claims.ts';
import { may } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader, SkeletonCard } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';
import { FactorNotice, SecondFactorCard } from './account/second-factor-card.tsx';
import { MailsCard } from './mails/mails-card.tsx';
import { NameCard, PasswordCard, SessionsCard } from './account/name-card.tsx';
import { PasskeysCard } from './account/passkeys-card.tsx';
import styles from './profile-screen.module.css';

const AlertsCard = lazyPart(() => import('./alerts/alerts-card.tsx'));

const tabLabels: Readonly<Record<ProfileTab, string>> = {
  account: 'Account',
  security: 'Security',
  notifications: 'Notifications',
};

/** Cards of the notifications, also by the fragments of links in messages that were sent before. */
const notificationCards = new Set(['alerts', 'email-reports', 'mails']);

function useTab(isMissing: boolean): ProfileTab {
  const { tab } = useSearch({ from: '/profile' });
  const hash = useLocation({ select: (location) => location.hash });
  if (tab === 'account' || tab === 'security' || tab === 'notifications') return tab;
  if (notificationCards.has(hash)) return 'notifications';
  return isMissing ? 'security' : 'account';
}

/**
 * The user's own account: its name; its password, passkeys and second factor, and the devices that are signed in to it;
 * the emails about venues, and which alerts are sent as messages.
 */
export default function ProfileScreen() {
  const session = useSession();
  const claims = session?.claims;
  const secondFactor = useQuery(secondFactorQuery());
  const passkeys = useQuery(passkeysQuery());
  const { isRequired = false, isOn = false } = secondFactor.data ?? {};
  const isMissing = isRequired && !isOn && passkeys.data?.length === 0;
  // The card of what is missing is shown first, and stays there when it has been added.
  const [leads, setLeads] = useState(false);
  if (isMissing && !leads) setLeads(true);
  const tab = useTab(leads);
  // Without the required second factor no venue can be read.
  const canNotify = !isMissing && (may('reports.read') || may('alerts.read'));
  const tabs: readonly ProfileTab[] = canNotify
    ? ['account', 'security', 'notifications']
    : ['account', 'security'];
  return (
    <>
      <PageHeader
        title="Profile"
        context={claims && [displayName(claims), claims.email].join(' · ')}
      />
      <div className="stack gap-18">
        <ScreenTabs
          label="Profile"
          tabs={tabs.map((one) => ({
            label: tabLabels[one],
            href: paths.profile(one),
            isCurrent: one === tab,
          }))}
        />
        {claims && isMissing && <FactorNotice claims={claims} />}
        {tab === 'account' && claims && <NameCard claims={claims} />}
        {tab === 'security' && <Security leads={leads} email={claims?.email} />}
        {tab === 'notifications' && canNotify && claims && <Notifications claims={claims} />}
      </div>
    </>
  );
}

interface SecurityProps {
  /** The factors come first. */
  readonly leads: boolean;
  readonly email: string | undefined;
}

function Security({ leads, email }: SecurityProps) {
  // Together, so that none moves the others when it arrives.
  const isPending = [
    useQuery(secondFactorQuery()),
    useQuery(passkeysQuery()),
    useQuery(sessionsQuery()),
  ].some((query) => query.isPending);
  // Once: a card that is shown requests again what failed, and would leave and come back for ever.
  const [isLoading, setLoading] = useState(true);
  if (isLoading && !isPending) setLoading(false);
  const password = <PasswordCard email={email} />;
  const factors = isLoading ? (
    <SkeletonCard />
  ) : (
    <>
      <PasskeysCard />
      <SecondFactorCard />
    </>
  );
  const sessions = !isLoading && <SessionsCard />;
  return (
    <div className={styles['columns']}>
      <div className="stack gap-18">{leads ? factors : password}</div>
      <div className="stack gap-18">
        {leads ? password : factors}
        {sessions}
      </div>
    </div>
  );
}

/** Super administrators get no messages about alerts. */
const hasAlerts = (claims: Claims): boolean => !isSuperAdmin(claims) && may('alerts.read');

const Notifications = ({ claims }: { readonly claims: Claims }) => (
  <div className={`${styles['columns']} ${styles['notifications']}`}>
    {/* Both at once, so that the code of the first one does not move the other when it arrives. */}
    <Suspense>
      {hasAlerts(claims) && <AlertsCard />}
      {may('reports.read') && <MailsCard isBelowAlerts={hasAlerts(claims)} />}
    </Suspense>
  </div>
);
