import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { actingMinutes } from '../../../rules/users/acting.ts';
import { errorMessage } from '../../api/api-error.ts';
import { fieldErrors, typedText } from '../../components/form-state.ts';
import { beginActing, type ChosenOwner, recentReasons } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
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
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) begin.mutate(typedText(new FormData(event.currentTarget), 'reason').trim());
  };
  return (
    <Dialog title={`Act for ${owner.name}`} onClose={onClose}>
      <form noValidate className="stack gap-16" onSubmit={submit}>
        {begin.error && errors.size === 0 && <ErrorLine>{errorMessage(begin.error)}</ErrorLine>}
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
        <div className="flex wrap justify-end gap-8">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Act for owner
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
