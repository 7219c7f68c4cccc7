import { Button } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createMenuCategory,
  deleteMenuCategory,
  menuCategoriesQuery,
  type MenuCategory,
  type MenuCategoryDraft,
  updateMenuCategory,
} from '../../../api/menu-categories.ts';
import { attempt, offerUndo } from '../../../components/attempt.ts';
import { ContextLine, VenueName } from '../../../components/context-line.tsx';
import { Loaded } from '../../../components/load-error.tsx';
import { useNightRules } from '../../../context/use-night-rules.ts';
import { useVenues } from '../../../context/use-venues.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import styles from '../plans/price-plans.module.css';
import { MenuTabs } from '../../../components/menu-tabs.tsx';

const CategoryDialog = lazyDialog('Category', () => import('./category-dialog.tsx'));

/** Categories of the menu: their hours and their drinks. */
export function MenuCategories() {
  const venuesKnown = useVenues();
  const { active: venue } = venuesKnown;
  const venueId = venue?.id ?? '';
  const after = [venuesKnown.state];
  const { rules, state: clockState } = useNightRules(venue?.id, after);
  const result = useQuery({ ...menuCategoriesQuery(venueId), enabled: venue !== undefined });
  const state = loadState(result, { what: 'categories', after: [...after, clockState] });
  const [opened, setOpened] = useState<MenuCategory | 'new' | null>(null);
  const save = async (draft: MenuCategoryDraft) => {
    if (opened === 'new') {
      const { id } = await createMenuCategory(venueId, draft);
      offerUndo(
        `Added ${draft.name}`,
        () => deleteMenuCategory(venueId, id),
        `${draft.name} was taken back`,
      );
    } else if (opened) {
      const { id, name, hours, drinkIds } = opened;
      await updateMenuCategory(venueId, id, draft);
      offerUndo(
        `Changed ${draft.name}`,
        () => updateMenuCategory(venueId, id, { name, hours, drinkIds }),
        `${name} is as it was`,
      );
    }
    setOpened(null);
  };
  const remove = async ({ id, name, hours, drinkIds }: MenuCategory) => {
    const isDone = await attempt(`category ${id}`, () => deleteMenuCategory(venueId, id));
    if (!isDone) return;
    offerUndo(
      `Deleted ${name}`,
      () => createMenuCategory(venueId, { name, hours, drinkIds }),
      `${name} is back`,
    );
  };
  return (
    <>
      <PageHeader
        title="Prices"
        documentTitle="Menu categories"
        context={
          <ContextLine long>
            <VenueName />
            <span className={styles['hint']}>
              {' '}
              · Units show drinks by category, and offer them in its hours
            </span>
          </ContextLine>
        }
        actions={
          <Button disabled={!venue} onClick={() => setOpened('new')}>
            Add category
          </Button>
        }
        tabs={<MenuTabs current="categories" />}
      />
      <Card title="Categories">
        <Loaded
          of={state}
          empty={
            <EmptyState icon={IconCategory}>
              There are no categories yet. Add one, such as Brunch from 10 AM to 2 PM.
            </EmptyState>
          }
        >
          {(categories) => (
            <ul className={styles['plans']}>
              {categories.map((category) => (
                <CategoryRow
                  key={category.id}
                  category={category}
                  onEdit={() => setOpened(category)}
                  onDelete={() => void remove(category)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {opened && (
        <CategoryDialog
          venueId={venueId}
          category={opened === 'new' ? null : opened}
          hasClock={rules !== null}
          onSave={save}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface CategoryRowProps {
  readonly category: MenuCategory;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function CategoryRow({ category, onEdit, onDelete }: CategoryRowProps) {
  const { name, when, isOpen, drinkIds } = category;
  return (
    <li className={styles['plan']}>
      <span className={styles['words']}>
        <span>
          <bdi className="break-anywhere">{name}</bdi>
          {when !== null && (
            <span className={styles['standing']} data-on={isOpen || undefined}>
              {isOpen ? 'On offer now' : 'Not at this time'}
            </span>
          )}
        </span>
        <span>{when ?? 'At all times'}</span>
        <span className={styles['hint']}>
          {drinkIds.length === 1 ? '1 drink' : `${drinkIds.length} drinks`}
        </span>
      </span>
      <span className="flex wrap gap-8">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Edit category ${name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Delete category ${name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </span>
    </li>
  );
}
