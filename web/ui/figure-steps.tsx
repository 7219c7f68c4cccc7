/** The breakdown of a figure: how it is calculated, and what is to be known about it. */
import type { ReactNode } from 'react';
import styles from './figure.module.css';

export interface FigureStep {
  readonly label: string;
  readonly value: string;
  /** Operator before the step; the first step has none. */
  readonly sign?: '+' | '-' | '/' | '=';
}

interface FigureStepsProps {
  readonly steps?: readonly FigureStep[] | undefined;
  /** Additional information. */
  readonly note?: ReactNode;
  /** Last line, such as a link. */
  readonly more?: ReactNode;
}

export const FigureSteps = ({ steps, note, more }: FigureStepsProps) => (
  <>
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
    {more && <p className={styles['making-note']}>{more}</p>}
  </>
);
