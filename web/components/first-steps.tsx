import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import type { FirstStepsProps } from './first-steps-card.tsx';
import styles from './first-steps-card.module.css';

/**
 * The card of the first steps, which is loaded where a venue has any: undefined until then, and null where there is none or
 * it cannot be loaded. What is around it can be remounted with it, so that it causes no layout shift.
 */
export function useFirstStepsCard(
  isNeeded: boolean,
): ComponentType<FirstStepsProps> | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['code of the first steps'],
    queryFn: () => import('./first-steps-card.tsx'),
    enabled: isNeeded,
    staleTime: Infinity,
    retry: false,
  });
  return isNeeded && !isError ? data?.FirstStepsCard : null;
}

interface FirstStepsOf extends FirstStepsProps {
  /** As useFirstStepsCard returns it. */
  readonly card: ComponentType<FirstStepsProps>;
}

export const FirstSteps = ({ card: Card, ...props }: FirstStepsOf) => <Card {...props} />;

/** On a screen that a step has opened: leads back to the list of all of them. */
export const BackToSteps = () => (
  <p className={styles['back']}>
    <Link href={paths.dashboard}>Back to first steps</Link>
  </p>
);
