import { useMutation } from '@tanstack/react-query';
import {
  createReportViewMutation,
  type ReportView,
  updateReportViewMutation,
} from '../../api/report-views.ts';
import type { EndpointInput } from '../../api/endpoint-input.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';

interface ViewNameDialogProps {
  /** Null to save a new one. */
  readonly view: ReportView | null;
  readonly settings: Omit<EndpointInput<'createReportView'>['body'], 'name'>;
  readonly onClose: () => void;
}

export function ViewNameDialog({ view, settings, onClose }: ViewNameDialogProps) {
  const create = useMutation(createReportViewMutation);
  const rename = useMutation(updateReportViewMutation);
  const sending = view ? rename : create;
  const errors = fieldErrors(sending.error);
  return (
    <DialogForm
      title={view ? 'Rename the view' : 'Save this view'}
      submit={view ? 'Rename' : 'Save'}
      sending={sending}
      isAtFields={errors.has('name')}
      onClose={onClose}
      onSend={(typed) => {
        const name = typed('name');
        if (view) rename.mutate({ id: view.id, name }, { onSuccess: onClose });
        else create.mutate({ ...settings, name }, { onSuccess: onClose });
      }}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        defaultValue={view?.name ?? ''}
        description="Days such as Last week move on with time."
        error={errors.get('name')}
      />
    </DialogForm>
  );
}
