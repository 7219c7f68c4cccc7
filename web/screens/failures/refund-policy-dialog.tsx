import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dollarsOf, priceText } from '../../../lib/price-text.ts';
import { refundPolicyLabels } from '../../../rules/cases/case-messages.ts';
import { refundPolicies } from '../../../rules/cases/cases.ts';
import { type RefundPolicy, updateRefundPolicy } from '../../api/cases.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';

interface RefundPolicyDialogProps {
  readonly venueId: string;
  readonly policy: RefundPolicy;
  readonly onClose: () => void;
}

const choices = refundPolicies.map((value) => ({ value, label: refundPolicyLabels[value] }));

/** Sets which drinks that were not poured are refunded automatically. */
export default function RefundPolicyDialog({ venueId, policy, onClose }: RefundPolicyDialogProps) {
  const [kind, setKind] = useState(policy.policy);
  const [minutes, setMinutes] = useState(String(policy.delayMinutes));
  const [cap, setCap] = useState(priceText(policy.cap ?? 0));
  const [wrongCap, setWrongCap] = useState(false);
  const save = useMutation({
    mutationFn: (changed: Parameters<typeof updateRefundPolicy>[1]) =>
      updateRefundPolicy(venueId, changed),
    onSuccess: onClose,
  });
  const fields = fieldErrors(save.error);
  const send = () => {
    // What is not shown stays as it is.
    if (kind === 'off') {
      const { delayMinutes } = policy;
      return save.mutate({ policy: kind, delayMinutes, cap: policy.cap ?? 0 });
    }
    const dollars = dollarsOf(cap);
    setWrongCap(dollars === null);
    if (dollars === null) return;
    save.mutate({
      policy: kind,
      delayMinutes: Number(minutes.trim() || Number.NaN),
      cap: dollars,
    });
  };
  const capError = wrongCap ? 'Enter an amount such as 12.50' : fields.get('cap');
  return (
    <DialogForm
      title="Automatic refunds"
      submit="Save"
      sending={save}
      onSend={send}
      onClose={onClose}
    >
      <p>
        Drinks that were paid by card, for sales from now on. What was paid in cash or arrives more
        than two days late is left to you.{' '}
        {kind === 'any_failure'
          ? 'Glasses that were poured stay paid for.'
          : 'So is a drink of which some glasses were poured.'}
      </p>
      <SelectField
        label="Refund automatically"
        data={choices}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(choices.find(({ value }) => value === currentTarget.value)?.value ?? 'off')
        }
      />
      {kind !== 'off' && (
        <>
          <TextField
            label="Minutes after the sale"
            description="From 0 to 60. Until then the drink can be made again."
            inputMode="numeric"
            value={minutes}
            error={fields.get('delayMinutes')}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
          <TextField
            label="Most in a night"
            description="Beyond it, drinks stay in the list."
            leftSection="$"
            inputMode="decimal"
            value={cap}
            error={capError}
            onChange={({ currentTarget }) => setCap(currentTarget.value)}
          />
        </>
      )}
    </DialogForm>
  );
}
