import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createUnitKey } from '../api/units.ts';
import type { Overview } from '../api/venues.ts';
import { paths } from '../paths.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Card } from '../ui/page.tsx';
import { useDialogPaths } from './drink-dialogs/dialog-paths.ts';
import styles from './first-steps-card.module.css';

const AddUnitDialog = lazyDialog('Add unit', () => import('./unit-settings/add-unit-dialog.tsx'));
const FillUnitDialog = lazyDialog(
  'Load the bottles',
  () => import('./unit-settings/fill-unit-dialog.tsx'),
);
const FirstKeyDialog = lazyDialog(
  'Create its key',
  () => import('./unit-settings/first-key-dialog.tsx'),
);

type ServerStep = Overview['firstSteps'][number]['name'];
type StepName = ServerStep | 'sale';
type Unit = Overview['units'][number];

interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

interface StepText {
  readonly label: string;
  readonly hint: string;
  /** Step that comes before it. */
  readonly needs?: { readonly step: StepName; readonly hint: string };
}

const unitFirst = { step: 'unit', hint: 'Add the unit first' } as const;

const texts: Record<StepName, StepText> = {
  unit: { label: 'Add unit', hint: 'The machine that pours' },
  key: { label: 'Create its key', hint: 'With it the unit sends its sales', needs: unitFirst },
  bottles: {
    label: 'Load the bottles',
    hint: 'A standard bar, or your own',
    needs: unitFirst,
  },
  drinks: {
    label: 'Add drinks',
    hint: 'From the classics, or your own',
    needs: { step: 'bottles', hint: 'Load the bottles first' },
  },
  sale: {
    label: 'Add the first sale',
    hint: 'Or let the unit send it',
    needs: { step: 'drinks', hint: 'Add drinks first' },
  },
  reader: { label: 'Connect a card reader', hint: 'Not needed for cash', needs: unitFirst },
  contacts: {
    label: 'Add phone numbers',
    hint: 'They get a message before a bottle is empty',
    needs: unitFirst,
  },
};

/** The steps of the server, and the sale with which all of them end. */
const withSale = (steps: Overview['firstSteps']): Step[] =>
  steps.flatMap((step) =>
    step.name === 'drinks' ? [step, { name: 'sale' as const, isDone: false }] : [step],
  );

export interface FirstStepsProps {
  readonly venueId: string;
  readonly overview: Pick<Overview, 'firstSteps' | 'units'>;
}

/** Addresses of the steps: each opens the thing itself, in the first unit that lacks it. */
function useStepPaths({ venueId, overview }: FirstStepsProps): Record<StepName, string> {
  const dialogs = useDialogPaths();
  const { units } = overview;
  const number = (units.find(({ hasKey }) => !hasKey) ?? units[0])?.unitNumber;
  const inUnit = (tab: 'key' | 'reader' | 'contacts') =>
    number === undefined ? paths.createUnit(venueId) : paths.unitStep(number, venueId, tab);
  return {
    unit: paths.venue(venueId),
    key: inUnit('key'),
    bottles: paths.createIngredient,
    drinks: dialogs.drink,
    sale: paths.createOrder,
    reader: inUnit('reader'),
    contacts: inUnit('contacts'),
  };
}

const namedUnit = ({ unitNumber, unitName, category }: Unit) => ({
  unitNumber,
  name: unitName,
  category: category === 'BEERTENDER' ? ('BEERTENDER' as const) : ('ROTENDER_CLASSIC' as const),
});

/** Steps that are done in a dialog on the screen of the list itself. */
function useStepDialogs({ venueId, overview }: FirstStepsProps, sells: boolean) {
  const [open, setOpen] = useState<'unit' | 'bottles' | Unit | null>(null);
  const navigate = useNavigate();
  const key = useMutation({ mutationFn: (unit: Unit) => createUnitKey(unit.unitNumber, '') });
  const [first] = overview.units;
  const keyless = overview.units.find(({ hasKey }) => !hasKey);
  const close = () => setOpen(null);
  const openers: Partial<Record<StepName, () => void>> = {
    unit: () => setOpen('unit'),
    ...(first && { bottles: () => setOpen('bottles') }),
    ...(keyless && {
      key: () => {
        key.mutate(keyless);
        setOpen(keyless);
      },
    }),
  };
  const sell = () => {
    close();
    void navigate({ to: '.', href: paths.createOrder });
  };
  const dialogs = (
    <>
      {open === 'unit' && (
        <AddUnitDialog venueId={venueId} isFirst onClose={close} onAdded={close} />
      )}
      {open === 'bottles' && first && <FillUnitDialog unit={namedUnit(first)} onClose={close} />}
      {open !== null && typeof open === 'object' && (
        <FirstKeyDialog
          unit={namedUnit(open)}
          making={key}
          onRetry={() => key.mutate(open)}
          onSell={sells ? sell : undefined}
          onClose={close}
        />
      )}
    </>
  );
  return { openers, dialogs };
}

/** What is left to do before a new venue sells. */
export function FirstStepsCard(props: FirstStepsProps) {
  const steps = withSale(props.overview.firstSteps);
  const hrefs = useStepPaths(props);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isMissing = (name: StepName) => steps.some((step) => step.name === name && !step.isDone);
  const { openers, dialogs } = useStepDialogs(props, !isMissing('drinks'));
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
          const opener = step.isDone ? undefined : openers[step.name];
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
          const chevron = <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />;
          return (
            <li key={step.name}>
              {waits ? (
                <span className={styles['line']} data-waits>
                  {line}
                </span>
              ) : opener ? (
                <button type="button" className={styles['line']} onClick={opener}>
                  {line}
                  {chevron}
                </button>
              ) : (
                <Link plain href={hrefs[step.name]} className={styles['line']}>
                  {line}
                  {chevron}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      {dialogs}
    </Card>
  );
}
