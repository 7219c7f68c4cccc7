/** One number that matters, and on asking how it is made. */
import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { SkeletonLine } from './skeletons.tsx';
import styles from './figure.module.css';

export interface FigureStep {
  readonly label: string;
  readonly value: string;
  /** What is done with it: the first step has none. */
  readonly sign?: '+' | '-' | '/' | '=';
}

interface FigureProps {
  readonly label: string;
  /** null while it is not known: a dash before anything was asked for, a skeleton while loading. */
  readonly value: string | null;
  readonly loading?: boolean;
  /** Said on hover, focus and touch, and again on top of the steps. */
  readonly hint?: string;
  readonly steps?: readonly FigureStep[];
  /** What else to know about it. */
  readonly note?: ReactNode;
  /** What joins it to the figure before, where figures stand in a row as a sum. */
  readonly sign?: '+' | '=';
  /** The one figure that the others lead to. */
  readonly main?: boolean;
}

function Making({ id, label, hint, steps, note }: FigureProps & { readonly id: string }) {
  return (
    <div className={styles['making']}>
      <p id={id} className={styles['making-title']}>
        How {label} is made
      </p>
      {hint && <p className={styles['making-note']}>{hint}</p>}
      {steps && (
        <dl className={styles['steps']}>
          {steps.map((step) => (
            <div key={step.label} className={styles['step']} data-sign={step.sign}>
              <dt>
                <span className={styles['sign']}>{step.sign?.replace('-', '−')}</span>
                {step.label}
              </dt>
              <dd>{step.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className={styles['making-note']}>{note}</p>}
    </div>
  );
}

export function Figure(props: FigureProps) {
  const { label, value, loading = false, hint, sign, main = false } = props;
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const known = value !== null && !loading;
  return (
    <Popover
      opened={open && known}
      onChange={setOpen}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={hint} disabled={hint === undefined || open} position="top-start" multiline>
          <UnstyledButton
            className={styles['figure'] ?? ''}
            data-main={main}
            data-sign={sign}
            aria-disabled={!known}
            onClick={() => setOpen(known && !open)}
          >
            <span className={styles['label']}>{label}</span>
            <span className={styles['value']}>
              {loading ? <SkeletonLine width={7} /> : (value ?? '–')}
            </span>
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} tabIndex={-1} data-autofocus>
        <Making {...props} id={titleId} />
      </Popover.Dropdown>
    </Popover>
  );
}
