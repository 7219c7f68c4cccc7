import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { roleDescriptions, roleNames } from '../../../rules/permissions/role-texts.ts';
import { errorMessage, isRefusal } from '../../api/api-error.ts';
import { invitationQuery } from '../../api/people.ts';
import styles from '../../components/front-form.module.css';
import { FrontPage } from '../../components/front-page.tsx';
import { Lost } from '../../components/lost.tsx';
import { useSession } from '../../session/session.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { AccountForm } from './account-form.tsx';
import { JoinAsYourself } from './join-as-yourself.tsx';

/** Page behind the link of an invitation: joins with the account that is signed in, or with another or a new one. */
export default function AcceptScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const claims = useSession()?.claims;
  const { data, error, refetch } = useQuery({ ...invitationQuery(token), retry: false });
  if (error && !isRefusal(error))
    return (
      <FrontPage title="Invitation" documentTitle="Invitation">
        <Lost what="invitation" error={error} onRetry={refetch} />
      </FrontPage>
    );
  if (error)
    return (
      <FrontPage title="This link cannot be used" documentTitle="Invitation">
        <ErrorLine>{errorMessage(error)}</ErrorLine>
      </FrontPage>
    );
  // Nothing that would move once the page is there.
  if (!data) return null;

  const where = data.venues === null ? 'All venues' : data.venues.join(', ');
  return (
    <FrontPage title={`Join ${data.ownerName}`} documentTitle="Invitation">
      <p className={styles['note']}>
        <strong>{roleNames[data.role]}</strong> · {where}
        <br />
        {roleDescriptions[data.role]}
      </p>
      {claims?.accountType === 'staff' ? (
        <JoinAsYourself token={token} claims={claims} />
      ) : (
        <AccountForm token={token} />
      )}
    </FrontPage>
  );
}
