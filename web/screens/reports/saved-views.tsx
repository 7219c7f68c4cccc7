/** Breakdowns that the user has saved for the venue: opens, saves, changes, emails and deletes them. */
import { Button } from '@mantine/core';
import { IconBookmark, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseSort, sortText, usualSort } from '../../../rules/reports/breakdown-table.ts';
import { usualMailTime } from '../../../rules/reports/report-spans.ts';
import {
  createReportSubscription,
  deleteReportSubscription,
  type ReportSubscription,
  reportSubscriptionsQuery,
} from '../../api/report-subscriptions.ts';
import {
  deleteReportView,
  type ReportView,
  reportViewsQuery,
  updateReportView,
} from '../../api/report-views.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { Loaded } from '../../components/load-error.tsx';
import { paths } from '../../paths.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import { notify } from '../../ui/toasts.tsx';
import { loadState } from '../../ui/load-state.tsx';
import {
  breakdownHref,
  type BreakdownSearch,
  chosenDays,
  readBreakdownSearch,
  type ReportsSearch,
} from './breakdown-search.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';
import styles from './breakdown-card.module.css';

const searchOf = ({ by, sort, span, from, to, unit }: ReportView): BreakdownSearch => ({
  by,
  sort: parseSort(sort ?? '') ?? usualSort(by),
  span: span ?? chosenDays,
  from,
  to,
  unit: unit === null ? null : String(unit),
});

/** What a view of the breakdown that is shown consists of. */
const settingsOf = ({ by, sort, span, from, to, unit }: BreakdownSearch) => ({
  by,
  sort: sort && sortText(sort),
  ...(span === chosenDays ? { from, to } : { span }),
  unit: unit === null ? null : Number(unit),
});

async function remove({ id, name }: ReportView): Promise<void> {
  const isSure = await confirm({
    text: `Delete the view ${name}? Emails of it end.`,
    confirmLabel: 'Delete',
    danger: true,
  });
  if (isSure) await attempt(`delete the view ${id}`, () => deleteReportView(id));
}

/** The view as what is shown; the one before can be brought back. */
async function replaceView(view: ReportView, settings: ViewSettings): Promise<void> {
  const about = `replace the view ${view.id}`;
  const before = settingsOf(searchOf(view));
  if (await attempt(about, () => updateReportView(view.id, { settings })))
    offerUndo(
      `${view.name} is what is shown now.`,
      () => updateReportView(view.id, { settings: before }),
      `${view.name} is as before.`,
    );
}

/** Starts the mail of a view, or ends it. */
async function switchMail(view: ReportView, mail: ReportSubscription | undefined): Promise<void> {
  await attempt(`email the view ${view.id}`, async () => {
    if (mail) {
      await deleteReportSubscription(mail.id);
      notify(`${view.name} is no longer emailed.`, 'success');
      return;
    }
    const { text } = await createReportSubscription({
      kind: 'view',
      venueId: view.venueId,
      viewId: view.id,
      timezone: guessedTimezone().timezone,
      emptyNights: true,
      ...usualMailTime(view.span),
    });
    notify(`${text}. Change the time under Email reports.`, 'success');
  });
}

type ViewSettings = ReturnType<typeof settingsOf>;

interface SavedViewsProps {
  readonly venueId: string;
  readonly search: ReportsSearch;
}

export function SavedViews({ venueId, search }: SavedViewsProps) {
  const [named, setNamed] = useState<ReportView | 'new' | null>(null);
  const shown = readBreakdownSearch(search);
  const href = breakdownHref(search, shown);
  const mails = useQuery(reportSubscriptionsQuery()).data;
  const mailOf = ({ id }: ReportView) => mails?.find(({ view }) => view?.id === id);
  const state = loadState(useQuery(reportViewsQuery()), {
    what: 'saved views',
    isEmpty: () => false,
  });
  return (
    <div className={styles['views']}>
      <Loaded of={state} pending={null}>
        {(all) => (
          <ul aria-label="Saved views">
            {all
              .filter((view) => view.venueId === venueId)
              .map((view) => {
                const own = breakdownHref(search, searchOf(view));
                const mail = mailOf(view);
                return (
                  <li key={view.id} data-current={own === href || undefined}>
                    <Link plain href={own} current={own === href ? 'page' : undefined}>
                      <bdi>{view.name}</bdi>
                    </Link>
                    {mail && (
                      <span className={styles['mailed']} title={mail.text}>
                        <IconMail size={15} stroke={1.6} aria-hidden="true" />
                        <span className="sr-only">{`Emailed: ${mail.text}`}</span>
                      </span>
                    )}
                    <ActionMenu
                      label={`Actions of the view ${view.name}`}
                      about={view.name}
                      actions={[
                        { label: 'Rename', onSelect: () => setNamed(view) },
                        ...(own === href
                          ? []
                          : [
                              {
                                label: 'Replace with what is shown',
                                onSelect: () => void replaceView(view, settingsOf(shown)),
                              },
                            ]),
                        ...(mails
                          ? [
                              {
                                label: mail ? 'Stop emailing it' : 'Email it',
                                onSelect: () => void switchMail(view, mail),
                              },
                            ]
                          : []),
                        ...(mail ? [{ label: 'Change its email', href: paths.emailReports }] : []),
                        { label: 'Delete', onSelect: () => void remove(view) },
                      ]}
                    />
                  </li>
                );
              })}
          </ul>
        )}
      </Loaded>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setNamed('new')}
      >
        Save this view
      </Button>
      {named !== null && (
        <ViewNameDialog
          view={named === 'new' ? null : named}
          settings={{ venueId, ...settingsOf(shown) }}
          onClose={() => setNamed(null)}
        />
      )}
    </div>
  );
}
