import { type ReactNode, useState } from 'react';
import { hasDraft } from '../form-state.ts';
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

/**
 * Part of a unit's card that opens. Its content is rendered when it is first opened, and stays while the screen is shown,
 * with what is typed in it.
 */
export function UnitSection({
  title,
  state,
  startsOpen = false,
  fields = noFields,
  children,
}: UnitSectionProps) {
  const [isOpen] = useState(() => startsOpen || hasDraft(fields));
  const [isShown, setShown] = useState(isOpen);
  return (
    <details
      className={styles['section']}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setShown(true)}
    >
      <summary>
        <h3>{title}</h3>
        {state !== undefined && <span className={styles['state']}>{state}</span>}
      </summary>
      <div className={styles['content']}>{isShown && children}</div>
    </details>
  );
}
