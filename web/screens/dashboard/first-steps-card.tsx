import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import type { Overview } from '../../api/venues.ts';
import { paths } from '../../paths.ts';

import { Card } from '../../ui/page.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './first-steps-card.module.css';

type Step = Overview['firstSteps'][number];

interface StepText {
  readonly label: string;
  readonly hint: string;
  readonly href: (venueId: string, dialogs: ReturnType<typeof useDialogPaths>) => string;
}

const texts: Record<Step['name'], StepText> = {
  unit: { label: 'Add unit', hint: 'The machine that pours', href: paths.venue },
  key: { label: 'Create its key', hint: 'With it the unit sends its sales', href: paths.venue },
  bottles: {
    label: 'Load the bottles',
    hint: 'What is in which position, and its price',
    href: () => paths.createIngredient,
  },
  drinks: {
    label: 'Add drinks',
    hint: 'From the classics, or your own',
    href: (_, dialogs) => dialogs.drink,
  },
  reader: { label: 'Connect a card reader', hint: 'Not needed for cash', href: paths.venue },
  contacts: {
    label: 'Add phone numbers',
    hint: 'They get a message before a bottle is empty',
    href: paths.venue,
  },
};

interface FirstStepsProps {
  readonly venueId: string;
  readonly steps: readonly Step[];
}

/** What is left to do before a new venue sells. */
export function FirstStepsCard({ venueId, steps }: FirstStepsProps) {
  const dialogs = useDialogPaths();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card
      flush
      title="First steps"
      actions={
        <span className="dim tabular">
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className={styles['list']}>
        {steps.map((step) => {
          const { label, hint, href } = texts[step.name];
          const Icon = step.isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={step.name}>
              <Link plain href={href(venueId, dialogs)} className={styles['line']}>
                <Icon
                  size={22}
                  stroke={1.6}
                  className={styles['icon']}
                  data-done={step.isDone}
                  aria-hidden="true"
                />
                <span className={styles['words']} data-next={step === next}>
                  <span className={styles['label']}>{label}</span>
                  <span className="sr-only">{step.isDone ? ' (done)' : ''}</span>
                  <span className="text-13">{hint}</span>
                </span>
                <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
