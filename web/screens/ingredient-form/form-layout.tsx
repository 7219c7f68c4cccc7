import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UnitCategory } from '../../../rules/stock/positions.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import type { Draft } from './draft.ts';
import type { Errors } from './wire.ts';
import styles from './ingredient-form.module.css';

/** Props of every part of the form. */
export interface PartProps {
  readonly draft: Draft;
  readonly unitCategory: UnitCategory;
  /** True when the ingredient already exists. */
  readonly isStored: boolean;
  readonly problems: Errors;
  readonly change: (draft: Draft) => void;
}

interface FormLayoutProps {
  /** Unit selector; it stays mounted while the form switches to another unit. */
  readonly choice: ReactNode;
  readonly children: ReactNode;
}

/** The form, with the unit next to it on wide screens. */
export const FormLayout = ({ choice, children }: FormLayoutProps) => (
  <div className={styles['columns']}>
    {choice}
    {children}
  </div>
);

interface FormSkeletonProps {
  readonly label: string;
  /** The picture field, where what it shows is already known. */
  readonly picture?: ReactNode;
}

/** Skeleton while the set of fields is loading. */
export function FormSkeleton({ label, picture }: FormSkeletonProps) {
  return (
    <>
      <progress aria-label={label} className="sr-only" />
      <ProgressLine active />
      <Card>
        <div inert className={styles['fields']}>
          <SkeletonField label="Ingredient Name" />
          <div className={styles['pair']}>
            <SkeletonField label="Serving Size" />
            <SkeletonField label="Size" />
          </div>
          {picture ?? <Skeleton height={202} width={302} maw="100%" radius={8} />}
        </div>
      </Card>
      <Card>
        <Skeleton height={54} radius={8} />
      </Card>
      <Card>
        <div aria-hidden="true" className={styles['pair']}>
          <SkeletonField label="Base Price" />
        </div>
      </Card>
      <div className={styles['drawn']} aria-hidden="true">
        <Card>
          <div className={styles['ring']} />
        </Card>
      </div>
    </>
  );
}
