import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import {
  caseMessages,
  causeText,
  failedText,
  resolutionLabels,
} from '../../../rules/cases/case-messages.ts';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { type CaseSettlement, type PourCase } from '../../api/cases.ts';
import { diagnosisQuery } from '../../api/refunds.ts';
import {
  canRefund,
  otherResolutions,
  refundDollars,
  type Settling,
  settlingText,
  wholeRefundLabel,
} from './use-settling.ts';
import { PourBars } from './case-list.tsx';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { ErrorLine, SkeletonLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './case-detail.module.css';

interface CaseDetailProps {
  readonly one: PourCase;
  /** IANA name. */
  readonly timezone: string;
  readonly settling: Settling | undefined;
  readonly onSettle: (settlement: CaseSettlement) => void;
  readonly onUndo: () => void;
}

/** Reasons of the diagnosis, the most likely first. */
function Reasons({ one }: { readonly one: PourCase }) {
  const query = diagnosisQuery('diagnosePouringFailure', one.orderId, one.drinkId);
  const { data, error, isFetching, refetch } = useQuery(query);
  if (error && !data && !isFetching) {
    return (
      <ErrorLine onRetry={() => void refetch()}>
        {refundMessages.noDiagnosis.diagnosePouringFailure}
      </ErrorLine>
    );
  }
  if (!data) return <SkeletonLine width={30} />;
  if (data.length === 0)
    return <p className="dim text-13 break-anywhere no-margin">{refundMessages.noReasons}</p>;
  return (
    <ul className={styles['reasons']}>
      {data.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

/** Note about what a refund does, where it is not what is owed, to the card. */
function refundNote(one: PourCase): string | null {
  const { refundTo, refund, refundedGlasses, quantity } = one;
  if (refundTo === 'unknown') return refundMessages.unknownProvider;
  const amount = refundDollars(one);
  return [
    ...(refundedGlasses > 0 ? [refundMessages.glassesRefunded(refundedGlasses, quantity)] : []),
    ...(refund?.state === 'failed' && refund.error ? [`Declined: ${refund.error}`] : []),
    ...(refundTo === 'cash' && amount !== undefined
      ? [`Give ${formatMoney(amount)} in cash, then confirm`]
      : []),
    ...((amount ?? 0) > (one.owed ?? 0) ? [caseMessages.withTip] : []),
  ].join('. ');
}

interface ButtonsProps extends Pick<CaseDetailProps, 'one' | 'onSettle'> {
  readonly note: string;
  readonly onNote: (note: string) => void;
}

function Buttons({ one, onSettle, note, onNote }: ButtonsProps) {
  const settle = (resolution: CaseSettlement['resolution'], more?: { wholeLine: true }) =>
    onSettle({ resolution, ...(note.trim() && { note: note.trim() }), ...more });
  const whole = wholeRefundLabel(one);
  const amount = refundDollars(one) ?? 0;
  const hint = may('refunds.create') ? refundNote(one) : null;
  const online = useOnline();
  return (
    <>
      <TextField
        label="Note"
        placeholder="Optional"
        maxLength={300}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      {hint && <p className="dim text-13 break-anywhere no-margin">{hint}.</p>}
      {!online && canRefund(one) && (
        <p className="dim text-13 no-margin">{refundMessages.needsNetwork}.</p>
      )}
      <div className={styles['buttons']}>
        {canRefund(one) && (
          <Button disabled={!online} onClick={() => settle('refunded')}>
            {one.refundTo === 'cash'
              ? `Confirm ${formatMoney(amount)} in cash`
              : `Refund ${formatMoney(amount)}`}
          </Button>
        )}
        <Button variant="default" onClick={() => settle('remade')}>
          Made again
        </Button>
        <ActionMenu
          label="More"
          about={one.drink}
          actions={[
            ...(whole === null
              ? []
              : [{ label: whole, onSelect: () => settle('refunded', { wholeLine: true }) }]),
            ...otherResolutions().map(({ resolution, label }) => ({
              label,
              onSelect: () => settle(resolution),
            })),
          ]}
        />
      </div>
    </>
  );
}

/** Outcome of a case, or of one that is being settled. */
function Outcome({ one, timezone, settling, onUndo }: Omit<CaseDetailProps, 'onSettle'>) {
  if (settling) {
    return (
      <div className={styles['outcome']}>
        <p>{settlingText(settling)}</p>
        {settling.phase === 'waiting' && (
          <Button variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
    );
  }
  const { resolution, settledAt, refund, returned } = one;
  const settledBy = one.automatic ? 'Automatically' : one.settledBy;
  const at = settledAt && formatInZone(Date.parse(settledAt), timezone);
  const title = resolution === null ? refundMessages.inProgress : resolutionLabels[resolution];
  const amount = resolution === null ? refund?.amount : returned;
  const isShown = amount !== undefined && (resolution === null || resolution === 'refunded');
  return (
    <div className={styles['outcome']}>
      <p>{[title, isShown && formatMoney(amount)].filter(Boolean).join(', ')}</p>
      <p className="dim text-13 break-anywhere no-margin">
        {[settledBy, at].filter(Boolean).join(' · ')}
      </p>
      {one.note && <p>{one.note}</p>}
    </div>
  );
}

/** A case with what happened, what is owed, and how it can be settled. */
export function CaseDetail({ one, timezone, settling, onSettle, onUndo }: CaseDetailProps) {
  const isOpen = one.state === 'open' && settling === undefined;
  // By the id of the case: a choice that is taken back, or fails, leaves the note.
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  return (
    <article className="stack gap-16" aria-label={`Failed drink: ${one.drink}`}>
      <header>
        <h2 className={styles['drink']}>
          <bdi>{one.drink}</bdi>
          {one.isDouble && ', double'}
        </h2>
        <p className="dim text-13 break-anywhere no-margin">
          {[
            failedText(one),
            formatInZone(Date.parse(one.soldAt), timezone),
            unitTitle({ unitNumber: one.unitNumber, name: one.unitName }),
            ...(one.cardLast4 === null ? [] : [`Card ending ${one.cardLast4}`]),
          ].join(' · ')}
        </p>
      </header>
      {one.owed !== undefined && one.paid !== undefined && (
        <p className={styles['amount']}>
          <span className={styles['owed']}>{formatMoney(one.owed)}</span>
          <span className="dim text-13 break-anywhere no-margin">
            {one.resolution === null ? 'owed' : 'was owed'} of {formatMoney(one.paid)} paid
          </span>
        </p>
      )}
      <div className="stack gap-12">
        {isOpen && may('cases.settle') ? (
          <Buttons
            key={one.id}
            one={one}
            onSettle={onSettle}
            note={notes[one.id] ?? ''}
            onNote={(note) => setNotes({ ...notes, [one.id]: note })}
          />
        ) : (
          (!isOpen || settling) && (
            <Outcome one={one} timezone={timezone} settling={settling} onUndo={onUndo} />
          )
        )}
      </div>
      <section aria-label="What happened" className={styles['part']}>
        <h3 className={styles['title']}>{causeText(one)}</h3>
        <PourBars pours={one.pours} />
        <Reasons one={one} />
      </section>
    </article>
  );
}
