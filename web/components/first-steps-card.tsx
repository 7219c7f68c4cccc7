import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { Overview } from '../api/venues.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { Card } from '../ui/page.tsx';
import { useDialogPaths } from './drink-dialogs/dialog-paths.ts';
import styles from './first-steps-card.module.css';

type Step = Overview['firstSteps'][number];

interface StepText {
  readonly label: string;
  readonly hint: string;
  /** Step that comes before it. */
  readonly needs?: { readonly step: Step['name']; readonly hint: string };
}

const unitFirst = { step: 'unit', hint: 'Add the unit first' } as const;

const texts: Record<Step['name'], StepText> = {
  unit: { label: 'Add unit', hint: 'The machine that pours' },
  key: { label: 'Create its key', hint: 'With it the unit sends its sales', needs: unitFirst },
  bottles: {
    label: 'Load the bottles',
    hint: 'What is in which position, and its price',
    needs: unitFirst,
  },
  drinks: {
    label: 'Add drinks',
    hint: 'From the classics, or your own',
    needs: { step: 'bottles', hint: 'Load the bottles first' },
  },
  reader: { label: 'Connect a card reader', hint: 'Not needed for cash', needs: unitFirst },
  contacts: {
    label: 'Add phone numbers',
    hint: 'They get a message before a bottle is empty',
    needs: unitFirst,
  },
};

interface FirstStepsProps {
  readonly venueId: string;
  readonly overview: Pick<Overview, 'firstSteps' | 'units'>;
}

/** Addresses of the steps: each opens the thing itself, in the first unit that lacks it. */
function useStepPaths({ venueId, overview }: FirstStepsProps): Record<Step['name'], string> {
  const dialogs = useDialogPaths();
  const { units } = overview;
  const number = (units.find(({ hasKey }) => !hasKey) ?? units[0])?.unitNumber;
  const inUnit = (tab: 'key' | 'reader' | 'contacts') =>
    number === undefined ? paths.createUnit(venueId) : paths.unitStep(number, venueId, tab);
  return {
    unit: units.length === 0 ? paths.createUnit(venueId) : paths.venue(venueId),
    key: inUnit('key'),
    bottles: paths.createIngredient,
    drinks: dialogs.drink,
    reader: inUnit('reader'),
    contacts: inUnit('contacts'),
  };
}

/** What is left to do before a new venue sells. */
export function FirstStepsCard(props: FirstStepsProps) {
  const steps = props.overview.firstSteps;
  const hrefs = useStepPaths(props);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isMissing = (name: Step['name']) =>
    steps.some((step) => step.name === name && !step.isDone);
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
          const { label, hint, needs } = texts[step.name];
          const waits = !step.isDone && needs !== undefined && isMissing(needs.step);
          const Icon = step.isDone ? IconCircleCheckFilled : IconCircle;
          const line = (
            <>
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
                <span className="text-13">{waits ? needs.hint : hint}</span>
              </span>
            </>
          );
          return (
            <li key={step.name}>
              {waits ? (
                <span className={styles['line']} data-waits>
                  {line}
                </span>
              ) : (
                <Link plain href={hrefs[step.name]} className={styles['line']}>
                  {line}
                  <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** On a screen that a step has opened: leads back to the list of all of them. */
export const BackToSteps = () => (
  <p className={styles['back']}>
    <Link href={paths.dashboard}>Back to first steps</Link>
  </p>
);
