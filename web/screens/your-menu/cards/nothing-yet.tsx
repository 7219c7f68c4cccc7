import type { Icon } from '@tabler/icons-react';
import { Card, EmptyState } from '../../../ui/page.tsx';
import { LinkButton } from '../../../ui/link.tsx';

interface NothingYetProps {
  readonly icon: Icon;
  /** Label of the link to what is missing. */
  readonly add: string;
  readonly href: string;
  readonly children: string;
}

/** In place of a menu or its ingredients: what is missing, and where it is added. */
export const NothingYet = ({ icon, add, href, children }: NothingYetProps) => (
  <Card>
    <EmptyState
      icon={icon}
      action={
        <LinkButton variant="default" href={href}>
          {add}
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  </Card>
);
