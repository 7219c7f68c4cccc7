import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { actingMinutes } from '../../../rules/users/sign-in.ts';
import { queryClient } from '../../api/endpoint-query.ts';
import type { FleetUnit } from '../../api/fleet.ts';
import { actAs } from '../../api/fleet.ts';
import { ownerQuery } from '../../api/owners.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { beginActing } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { TextField } from '../../ui/fields.tsx';

interface ActAsDialogProps {
  readonly unit: Pick<FleetUnit, 'unitNumber' | 'unitName' | 'venue' | 'owner'>;
  readonly onClose: () => void;
}

/** Acts for the owner of a unit, for a reason that the owner reads in the activity log, and opens the unit. */
export default function ActAsDialog({ unit, onClose }: ActAsDialogProps) {
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: async (reason: string) => {
      const owner = await queryClient.fetchQuery(ownerQuery(unit.owner.id));
      await beginActing(owner, reason, unit.venue.id, actAs);
    },
    onSuccess: () => {
      onClose();
      void navigate({ to: '.', href: paths.unit(unit.unitNumber, unit.venue.id) });
    },
  });
  const title = unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName });
  return (
    <DialogForm
      title={`Act for ${unit.owner.name}`}
      submit="Act for owner"
      sending={{ error: begin.error, isPending: begin.isPending || begin.isSuccess }}
      onSend={(typed) => begin.mutate(typed('reason').trim())}
      onClose={onClose}
    >
      <p>
        Opens {title} at {unit.venue.name}.
      </p>
      <TextField
        label="Reason"
        name="reason"
        description={`The owner sees it in their activity log. Acting ends after ${actingMinutes} minutes.`}
        placeholder="Ticket, call or task"
        autoComplete="off"
        maxLength={200}
        error={fieldErrors(begin.error).get('reason')}
      />
    </DialogForm>
  );
}
