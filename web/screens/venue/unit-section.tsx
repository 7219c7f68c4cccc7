import { useState } from 'react';
import type { ReactNode } from 'react';
import { hasDraft } from '../../components/drafts.ts';
import styles from './unit-section.module.css';

interface UnitSectionProps {
  readonly title: string;
  /** State in a few words, beside the title. */
  readonly state?: string | undefined;
  readonly startsOpen?: boolean;
  /** Ids of its fields: it starts open when input of one was not saved. */
  readonly fields?: readonly string[];
  readonly children: ReactNode;
}

const noFields: readonly string[] = [];

/** Part of a unit's card that opens. It stays as it is while the screen is shown, and so does what is typed in it. */
export function UnitSection({
  title,
  state,
  startsOpen = false,
  fields = noFields,
  children,
}: UnitSectionProps) {
  const [isUnsaved] = useState(() => hasDraft(fields));
  return (
    <details className={styles['section']} open={startsOpen || isUnsaved}>
      <summary>
        <h3>{title}</h3>
        {state !== undefined && <span className={styles['state']}>{state}</span>}
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
