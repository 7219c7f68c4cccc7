import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoryMessages } from '../../../../rules/drinks/availability.ts';
import { drinksQuery } from '../../../api/drinks.ts';
import type { MenuCategory, MenuCategoryDraft } from '../../../api/menu-categories.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { DrinkNames, namesOf } from '../plans/scope-fields.tsx';
import { WeeklyHours } from '../plans/times-fields.tsx';
import styles from '../plans/price-plans.module.css';

interface CategoryDialogProps {
  readonly venueId: string;
  /** Null for a new one. */
  readonly category: MenuCategory | null;
  readonly hasClock: boolean;
  readonly onSave: (draft: MenuCategoryDraft) => Promise<void>;
  readonly onClose: () => void;
}

const brunchHours = { weekdays: [0, 6], from: '10:00', until: '14:00' };

/** Adds or changes a category of the menu. */
export default function CategoryDialog(props: CategoryDialogProps) {
  const { venueId, category, hasClock, onSave, onClose } = props;
  const [name, setName] = useState(category?.name ?? '');
  const [isTimed, setTimed] = useState(Boolean(category?.hours));
  const [hours, setHours] = useState(category?.hours ?? brunchHours);
  // Null until drinks are chosen or taken out.
  const [typedNames, setTypedNames] = useState<readonly string[] | null>(null);
  const result = useQuery(drinksQuery(venueId));
  const drinks = result.data ?? [];
  const kept = new Set(category?.drinkIds);
  const names = typedNames ?? namesOf(drinks.filter(({ _id }) => kept.has(_id)));
  const send = useMutation({ mutationFn: onSave });
  const isComplete =
    name.trim() !== '' &&
    (!isTimed ||
      (hasClock && hours.weekdays.length > 0 && hours.from !== '' && hours.until !== ''));
  const title = category ? 'Edit category' : 'Add category';
  return (
    <DialogForm
      title={title}
      submit={category ? 'Save' : 'Add category'}
      submitProps={{ disabled: !isComplete || !result.data }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (!isComplete) return;
        const drinkIds =
          typedNames === null
            ? [...kept]
            : drinks.filter((drink) => typedNames.includes(drink.name)).map(({ _id }) => _id);
        send.mutate({ name: name.trim(), hours: isTimed ? hours : null, drinkIds });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={60}
        placeholder="Brunch"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SelectField
        label="On offer"
        value={isTimed ? 'hours' : 'always'}
        data={[
          { value: 'always', label: 'At all times' },
          { value: 'hours', label: 'In certain hours' },
        ]}
        onChange={({ currentTarget }) => setTimed(currentTarget.value === 'hours')}
      />
      {isTimed && !hasClock && <p role="alert">{categoryMessages.noClock}</p>}
      {isTimed && hasClock && <WeeklyHours hours={hours} onChange={setHours} />}
      <Loaded of={loadState(result, { what: 'drinks' })}>
        {(all) => (
          <DrinkNames
            legend="Drinks of the category"
            all={namesOf(all)}
            chosen={names}
            onChange={setTypedNames}
          />
        )}
      </Loaded>
      <p className={styles['hint']}>
        A drink is in one category: it is taken from the one that it had.
      </p>
    </DialogForm>
  );
}
