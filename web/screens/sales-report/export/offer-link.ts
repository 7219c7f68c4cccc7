import { recipientMessages } from '../../../../rules/recipients/recipient-messages.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { requestEmailConfirmation } from '../../../api/confirmations.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toasts.tsx';

/** Offers the link again to a user whose address is not confirmed. */
export async function offerLink(error: Error): Promise<void> {
  const again = await confirm({
    text: errorMessage(error),
    confirmLabel: recipientMessages.sendLinkAgain,
  });
  if (!again) return;
  try {
    const { recipient } = await requestEmailConfirmation();
    notify(recipientMessages.linkSent(recipient), 'success');
  } catch (failure) {
    notify(errorMessage(failure), 'error');
  }
}
