import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import styles from './ingredient-form.module.css';

interface FormLayoutProps {
  /** Where it is placed: it stays while the form changes to another unit. */
  readonly choice: ReactNode;
  readonly children: ReactNode;
}

/** The form, with the unit beside it where there is room. */
export const FormLayout = ({ choice, children }: FormLayoutProps) => (
  <div className={styles['columns']}>
    {choice}
    {children}
  </div>
);

/** While it is not known which fields there are. */
export function FormSkeleton({ label }: { readonly label: string }) {
  return (
    <>
      <progress aria-label={label} className="sr-only" />
      <ProgressLine active />
      <Card>
        <div aria-hidden="true" className={styles['fields']}>
          <SkeletonField label="Ingredient Name" />
          <div className={styles['pair']}>
            <SkeletonField label="Serving Size" />
            <SkeletonField label="Size" />
          </div>
          <Skeleton height={202} width={302} maw="100%" radius={8} />
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
