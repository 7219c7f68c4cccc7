import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { errorMessage, isConflict } from '../../api/api-error.ts';
import { mailSalesReport } from '../../api/reports.ts';
import { notify } from '../../ui/toasts.tsx';
import type { CsvSubject } from './csv-file.ts';

/** The code for it is loaded with the first refusal. */
async function reportRefusal(refusal: Error): Promise<void> {
  const loaded = isConflict(refusal) ? await import('./offer-link.ts').catch(() => null) : null;
  if (loaded) await loaded.offerLink(refusal);
  else notify(errorMessage(refusal), 'error');
}

/** Emails the same file to the user's sign-in address. */
export function MailButton({ subject }: { readonly subject: CsvSubject | null }) {
  const { mutate, isPending } = useMutation({
    mutationFn: mailSalesReport,
    onSuccess: ({ recipient }) => notify(reportMessages.mailed(recipient), 'success'),
    onError: (error) => void reportRefusal(error),
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
