import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { toggled } from '../../../../lib/lists.ts';
import { type CopyPart, copyParts } from '../../../../rules/copies/copy-setup.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { type CopiedUnit, copySetup, undoCopy } from '../../../api/copies.ts';
import { offerUndo } from '../../../components/attempt.ts';
import { Choice, Choices, KindChoices } from '../../../components/choices.tsx';
import { Loaded } from '../../../components/load-error.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import styles from './copies.module.css';
import { titleOf } from './earlier-copies-dialog.tsx';

const partLabels: Readonly<Record<CopyPart, string>> = {
  ingredients: 'Ingredients and their positions',
  thresholds: 'Thresholds',
  prices: 'Prices',
  drinks: 'Drinks, their order and categories',
  texts: 'Helper text and picture of the button',
};

const modes = { add: 'Add and change', equal: 'Make equal' } as const;

/** A unit, or a template. */
export interface CopySource {
  readonly name: string;
  readonly of: { readonly from: string } | { readonly template: string };
}

interface CopyDialogProps {
  readonly source: CopySource;
  /** Whose units are offered first. */
  readonly venueId: string;
  readonly onClose: () => void;
}

/** Copies the setup of a unit or a template to units: first the units and the parts, then what changes in each. */
export default function CopyDialog({ source, venueId: firstVenueId, onClose }: CopyDialogProps) {
  const [venueId, setVenueId] = useState(firstVenueId);
  const [to, setTo] = useState<readonly string[]>([]);
  const [parts, setParts] = useState<readonly CopyPart[]>(copyParts);
  const [mode, setMode] = useState<keyof typeof modes>('add');
  const { venues } = useVenues();
  const form = { ...source.of, to: [...to], parts: [...parts], mode };
  const preview = useMutation({ mutationFn: () => copySetup({ ...form, preview: true }) });
  const previewed = preview.data?.targets;
  const copy = useMutation({
    mutationFn: (targets: readonly CopiedUnit[]) =>
      copySetup({
        ...form,
        to: targets.map(({ unitId }) => unitId),
        expected: Object.fromEntries(targets.map(({ unitId, version }) => [unitId, version])),
      }),
    onSuccess: ({ id, targets }) => {
      const done = targets.filter(({ status }) => status === 200).length;
      if (id !== null)
        offerUndo(
          `The setup was copied to ${counted(done, 'unit')}`,
          () => undoCopy(id),
          'The copy was undone',
        );
      if (done === targets.length) onClose();
    },
  });

  if (copy.data)
    return (
      <DialogForm
        title="Copy setup"
        submit="Look again"
        sending={preview}
        onSend={() => {
          copy.reset();
          preview.mutate();
        }}
        onClose={onClose}
      >
        <Targets of={copy.data.targets.filter(({ status }) => status !== 200)} />
      </DialogForm>
    );
  if (previewed) {
    const targets = previewed.filter((one) => one.status === 200 && hasChanges(one));
    return (
      <DialogForm
        title="Copy setup"
        submit={targets.length === 0 ? 'Copy' : `Copy to ${counted(targets.length, 'unit')}`}
        submitProps={{ disabled: targets.length === 0 }}
        sending={copy}
        isAtFields={false}
        onSend={() => copy.mutate(targets)}
        onClose={preview.reset}
      >
        <Targets of={previewed} />
      </DialogForm>
    );
  }
  return (
    <DialogForm
      title="Copy setup"
      submit="See what changes"
      submitProps={{ disabled: to.length === 0 || parts.length === 0 }}
      sending={preview}
      isAtFields={false}
      onSend={() => preview.mutate()}
      onClose={onClose}
    >
      <p>
        From <bdi>{source.name}</bdi>. Keys, card readers, contacts, levels and sales are never
        copied.
      </p>
      {venues.length > 1 && (
        <SelectField
          label="Units of"
          value={venueId}
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => setVenueId(value)}
        />
      )}
      <UnitChoice
        key={venueId}
        venueId={venueId}
        without={'from' in source.of ? source.of.from : null}
        chosen={to}
        onChoose={setTo}
      />
      <KindChoices
        legend="What"
        kinds={copyParts}
        labels={partLabels}
        chosen={parts}
        onChange={setParts}
        error={undefined}
      />
      <div className="stack gap-8">
        <SegmentedChoice label="How" options={modes} value={mode} onChange={setMode} />
        <p className="dim text-13">
          {mode === 'add'
            ? 'Whatever else the other units have stays.'
            : 'Whatever else the other units have is taken out.'}
        </p>
      </div>
    </DialogForm>
  );
}

interface UnitChoiceProps {
  readonly venueId: string;
  readonly without: string | null;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function UnitChoice({ venueId, without, chosen, onChoose }: UnitChoiceProps) {
  const { state } = useUnits(venueId);
  return (
    <Choices legend="To" error={undefined}>
      <Loaded of={state}>
        {(units) => {
          const others = units.filter(({ _id }) => _id !== without);
          if (others.length === 0) return <p className="dim">This venue has no other unit.</p>;
          const ids = others.map(({ _id }) => _id);
          const isAll = ids.every((id) => chosen.includes(id));
          const elsewhere = chosen.filter((id) => !ids.includes(id));
          return (
            <>
              {others.length > 1 && (
                <Choice
                  type="checkbox"
                  label={`All ${others.length}`}
                  checked={isAll}
                  onChange={() => onChoose(isAll ? elsewhere : [...elsewhere, ...ids])}
                />
              )}
              {others.map((one) => (
                <Choice
                  key={one._id}
                  type="checkbox"
                  label={unitTitle(one)}
                  checked={chosen.includes(one._id)}
                  onChange={() => onChoose(toggled(chosen, one._id))}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Choices>
  );
}

const hasChanges = ({ adds, changes, removes }: CopiedUnit): boolean =>
  adds.length + changes.length + removes.length > 0;

/** What changes in each unit, or why it does not. */
function Targets({ of: targets }: { readonly of: readonly CopiedUnit[] }) {
  return (
    <ul className={styles['targets']}>
      {targets.map((one) => (
        <li key={one.unitId}>
          <h3>
            {titleOf(one)}
            <span className="dim"> · {one.venueName}</span>
          </h3>
          {one.status === 200 ? <Differences of={one} /> : <ErrorLine>{one.message}</ErrorLine>}
        </li>
      ))}
    </ul>
  );
}

function Differences({ of: unit }: { readonly of: CopiedUnit }) {
  const { adds, changes, removes, cannot } = unit;
  return (
    <>
      {!hasChanges(unit) && <p className="dim">Nothing changes.</p>}
      <dl className={styles['differences']}>
        <Items label="Added" of={adds.map(({ name }) => name)} />
        <Items
          label="Changed"
          of={changes.map(({ name, fields }) =>
            [
              name,
              fields.map(({ field, was, is }) => `${field} ${was && `${was} → `}${is}`).join(', '),
            ]
              .filter(Boolean)
              .join(': '),
          )}
        />
        <Items label="Taken out" of={removes.map(({ name }) => name)} />
        <Items label="Not possible" of={cannot.map(({ name, reason }) => `${name}: ${reason}`)} />
      </dl>
    </>
  );
}

interface ItemsProps {
  readonly label: string;
  readonly of: readonly string[];
}

function Items({ label, of: items }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <dt>
        {label} <span className="dim">{items.length}</span>
      </dt>
      {items.map((text) => (
        <dd key={text}>
          <bdi>{text}</bdi>
        </dd>
      ))}
    </div>
  );
}
