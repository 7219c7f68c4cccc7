/** A screen that is not built yet: it says what will be here, and what can be done instead. */
import { IconTools } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

interface ComingScreenProps {
  readonly title: string;
  /** One sentence. */
  readonly children: ReactNode;
  readonly context?: ReactNode;
  readonly action?: ReactNode;
}

export function ComingScreen({ title, children, context, action }: ComingScreenProps) {
  return (
    <>
      <PageHeader title={title} context={context} />
      <Card>
        <EmptyState icon={<IconTools size={22} stroke={1.6} />} action={action}>
          {children}
        </EmptyState>
      </Card>
    </>
  );
}
