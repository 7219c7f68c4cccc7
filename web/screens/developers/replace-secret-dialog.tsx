import { useMutation } from '@tanstack/react-query';
import { rotateWebhookSecretMutation, type WebhookRef } from '../../api/webhooks.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { MadeSecret } from './made-secret.tsx';

interface ReplaceSecretDialogProps {
  readonly webhook: WebhookRef;
  readonly onClose: () => void;
}

const title = 'Replace secret';

export default function ReplaceSecretDialog({ webhook, onClose }: ReplaceSecretDialogProps) {
  const replace = useMutation(rotateWebhookSecretMutation(webhook));
  if (replace.data)
    return (
      <MadeSecret title={title} label="Secret" value={replace.data.secret} onClose={onClose}>
        Copy the secret now: it is not shown again. Events are signed with the one before too, for
        24 hours.
      </MadeSecret>
    );
  const send = () => replace.mutate();
  return (
    <DialogForm title={title} submit="Replace" sending={replace} onSend={send} onClose={onClose}>
      <p>Makes a new secret. Events are signed with both for 24 hours, so that none is missed.</p>
    </DialogForm>
  );
}
