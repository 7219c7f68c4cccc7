import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { formatCents } from '../../../lib/money.ts';
import { errorMessage } from '../../api/api-error.ts';
import { createDrink } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { paths } from '../../paths.ts';
import { notify } from '../../ui/toasts.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { sameDrink, newDrink, sumOf } from '../../components/new-drink.ts';
import styles from './create-bar.module.css';

interface CreateBarProps {
  /** In the order chosen. */
  readonly parts: readonly Ingredient[];
  /** Drinks of the unit. */
  readonly drinks: readonly Drink[];
  readonly doubles: boolean;
  readonly onCreated: () => void;
}

/** Preview of the drink made from the chosen ingredients and its price; sticky while the cards scroll. */
export default function CreateBar({ parts, drinks, doubles, onCreated }: CreateBarProps) {
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const draft = newDrink(parts, doubles);
  const [refused, setRefused] = useState<{ name: string; why: string } | null>(null);
  const isNone = parts.length === 0;
  const same = sameDrink(parts, drinks);

  const create = async () => {
    if (busy.current) return;
    if (same) {
      setRefused({ name: draft.name, why: drinkMessages.alreadyCreated });
      return;
    }
    busy.current = true;
    setSending(true);
    setRefused(null);
    try {
      const drink = await createDrink(draft);
      onCreated();
      notify(drinkMessages.isOnMenu(drink), 'success');
      await navigate({ to: '.', href: paths.drinkInMenu(drink._id) });
    } catch (error) {
      setRefused({ name: draft.name, why: errorMessage(error) });
    }
    busy.current = false;
    setSending(false);
  };

  return (
    <section aria-label="New drink" data-bottom-bar className={styles['bar']}>
      {/* Clears the error when the selection changes. */}
      {refused?.name === draft.name && (
        <ErrorLine hint={same && drinkMessages.sameAs(same.name)}>{refused.why}</ErrorLine>
      )}
      <div className={styles['line']}>
        <p className={styles['name']} data-none={isNone}>
          {isNone ? 'Choose ingredients to make a drink.' : draft.name}
        </p>
        <Button variant="default" disabled={isNone} loading={sending} onClick={() => void create()}>
          Create Drink
          {!isNone && <span className={styles['sum']}>{formatCents(sumOf(parts))}</span>}
        </Button>
      </div>
    </section>
  );
}
