import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Accessible name, where the heading above is none. */
  readonly label?: string;
  readonly isLoading?: boolean;
}

/** What is known of a thing: values below their labels, in as many columns as fit. */
export const Facts = ({ facts, label, isLoading = false }: FactsProps) => (
  <dl className={styles['facts']} aria-label={label} aria-busy={isLoading}>
    {facts.map((fact) => (
      <div key={fact.label}>
        <dt>{fact.label}</dt>
        <dd>{fact.value}</dd>
      </div>
    ))}
  </dl>
);
