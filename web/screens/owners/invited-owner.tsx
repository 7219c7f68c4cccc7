import { Button } from '@mantine/core';
import { ownerInvitationMessages } from '../../../rules/owners/owner-invitation.ts';
import { type Owner, repeatOwnerInvitation } from '../../api/owners.ts';
import { attempt } from '../../components/attempt.ts';
import { notify } from '../../ui/toasts.tsx';
import type { MadeLink } from './invite-owner-dialog.tsx';
import styles from './owners-screen.module.css';

interface InvitedOwnerProps extends Pick<Owner, 'id' | 'email'> {
  /** Called where no mail server is set up. */
  readonly showLink: (made: MadeLink) => void;
}

/** State of an owner who has set no password yet, and the button that invites them again. */
export function InvitedOwner({ id, email, showLink }: InvitedOwnerProps) {
  const inviteAgain = async () => {
    const { link } = await repeatOwnerInvitation(id);
    if (link === null) notify(ownerInvitationMessages.sent(email), 'success');
    else showLink({ email, link });
  };
  return (
    <span className={styles['invited']}>
      Invited
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void attempt(`invite ${id}`, inviteAgain)}
      >
        Send again
      </Button>
    </span>
  );
}
