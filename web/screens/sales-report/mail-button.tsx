import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
import { errorMessage, isConflict } from '../../api/api-error.ts';
import { requestEmailConfirmation } from '../../api/confirmations.ts';
import { mailSalesReport } from '../../api/reports.ts';
import { confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { CsvSubject } from './csv-file.ts';

/** Offers the link again to a user whose address is not confirmed. */
async function offerLink(error: Error): Promise<void> {
  if (!isConflict(error)) {
    notify(errorMessage(error), 'error');
    return;
  }
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

/** Emails the same file to the user's sign-in address. */
export function MailButton({ subject }: { readonly subject: CsvSubject | null }) {
  const { mutate, isPending } = useMutation({
    mutationFn: mailSalesReport,
    onSuccess: ({ recipient }) => notify(reportMessages.mailed(recipient), 'success'),
    onError: (error) => void offerLink(error),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={18} stroke={1.6} />}
      disabled={subject === null}
      loading={isPending}
      onClick={() => {
        if (subject && !isPending) mutate({ ...subject.range, timezone: subject.timezone });
      }}
    >
      E-mail this report
    </Button>
  );
}
