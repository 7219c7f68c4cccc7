import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { secondFactorQuery, sessionsQuery } from '../../api/account.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { displayName, isSuperAdmin } from '../../session/claims.ts';
import { may } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { Card, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { FactorNotice, SecondFactorCard } from './account/second-factor-card.tsx';
import { MailsCard } from './mails/mails-card.tsx';
import { NameCard, PasswordCard, SessionsCard } from './account/name-card.tsx';
import { PasskeysCard } from './account/passkeys-card.tsx';
import styles from './profile-screen.module.css';

const AlertsCard = lazyPart(() => import('./alerts/alerts-card.tsx'));

/**
 * The user's own account: its name, password, passkeys and second factor, the devices that are signed in to it, the
 * mails about venues, and which alerts are sent as messages.
 */
export default function ProfileScreen() {
  const session = useSession();
  const claims = session?.claims;
  // Together, so that neither moves the other when it arrives.
  const secondFactor = useQuery(secondFactorQuery());
  const passkeys = useQuery(passkeysQuery());
  const isPending = [secondFactor, passkeys, useQuery(sessionsQuery())].some(
    (query) => query.isPending,
  );
  // Once: a card that is shown requests again what failed, and would leave and come back for ever.
  const [isLoading, setLoading] = useState(true);
  if (isLoading && !isPending) setLoading(false);
  const { isRequired = false, isOn = false } = secondFactor.data ?? {};
  // Super administrators get no messages about alerts.
  const isMember = claims !== undefined && !isSuperAdmin(claims);
  const isMissing = isRequired && !isOn && passkeys.data?.length === 0;
  // What is missing is at the top, and stays there when it has been added.
  const [leads, setLeads] = useState(false);
  if (isMissing && !leads) setLeads(true);
  const account = [
    claims && <NameCard key="name" claims={claims} />,
    <PasswordCard key="password" email={claims?.email} />,
  ];
  const factors = isLoading
    ? [
        <Card key="loading">
          <SkeletonLine width={24} />
        </Card>,
      ]
    : [<PasskeysCard key="passkeys" />, <SecondFactorCard key="second factor" />];
  return (
    <>
      <PageHeader
        title="Profile"
        context={claims && [displayName(claims), claims.email].join(' · ')}
      />
      <div className={styles['cards']}>
        {claims && isMissing && <FactorNotice claims={claims} />}
        {/* By keys, so that a step of a card goes on when it moves. */}
        {leads ? [...factors, ...account] : [...account, ...factors]}
        {!isLoading && <SessionsCard />}
        {/* Without the required second factor no venue can be read. */}
        {!isLoading && !isMissing && may('reports.read') && <MailsCard />}
        {!isLoading && !isMissing && isMember && may('alerts.read') && (
          <Suspense>
            <AlertsCard />
          </Suspense>
        )}
      </div>
    </>
  );
}
