import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { actingMinutes } from '../../../rules/users/sign-in.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { beginActing, type ChosenOwner, recentReasons } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './owners-screen.module.css';

interface ActingDialogProps {
  readonly owner: ChosenOwner;
  readonly venueId: string | undefined;
  readonly onClose: () => void;
}

/** Asks for the reason, which the owner reads in their activity log. A recent one is given with one press. */
export default function ActingDialog({ owner, venueId, onClose }: ActingDialogProps) {
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: (reason: string) => beginActing(owner, reason, venueId),
    onSuccess: () => {
      onClose();
      void navigate({ to: '.', href: paths.root });
    },
  });
  const errors = fieldErrors(begin.error);
  const reasons = recentReasons();
  const busy = begin.isPending || begin.isSuccess;
  return (
    <DialogForm
      title={`Act for ${owner.name}`}
      submit="Act for owner"
      sending={{ error: begin.error, isPending: busy }}
      onSend={(typed) => begin.mutate(typed('reason').trim())}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        name="reason"
        description={`The owner sees it in their activity log. Acting ends after ${actingMinutes} minutes.`}
        placeholder="Ticket, call or task"
        autoComplete="off"
        maxLength={200}
        error={errors.get('reason')}
      />
      {reasons.length > 0 && (
        <fieldset aria-label="Recent reasons" className={styles['reasons']}>
          {reasons.map((reason) => (
            <Button
              key={reason}
              variant="default"
              size="compact-sm"
              disabled={busy}
              onClick={() => begin.mutate(reason)}
            >
              {reason}
            </Button>
          ))}
        </fieldset>
      )}
    </DialogForm>
  );
}
