import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { Ingredient } from '../../../api/ingredients.ts';
import { IngredientCard, IngredientPicture } from './ingredient-card.tsx';
import type { RestoreAt } from '../ingredient-actions.tsx';

vi.mock('../../../ui/link.tsx', () => ({
  Link: ({ href, children }: { href: string; children: ReactNode }) => (
    <a href={href}>{children}</a>
  ),
}));

const gin = {
  _id: 'gin',
  name: 'Gin',
  price: 5,
  unitId: 'u1',
  source: 'carousel',
  category: 'Liquor',
  imageURL: '',
  threshold: 20,
  positionInUnit: ['3'],
  places: [{ position: '3', sizeMl: 1000, remainingMl: 120 }],
  activeInUnit: true,
  isCapacityFull: false,
} as unknown as Ingredient;
const here: RestoreAt = { unitNumber: 1042, venueName: 'Bar' };
const chosen = vi.fn<(id: string) => void>();

function show(
  changes: Partial<Ingredient> = {},
  rest: { sold?: number | null; restoreAt?: RestoreAt; choosing?: boolean; isRow?: boolean } = {},
) {
  render(
    <MantineProvider>
      <IngredientCard
        ingredient={{ ...gin, ...changes }}
        handle={<button type="button">Drag</button>}
        steps={[]}
        view={rest.isRow ? 'rows' : 'cards'}
        isFolded={rest.isRow ?? false}
        sold={rest.sold}
        unitNumber={1042}
        restoreAt={rest.restoreAt ?? null}
        drinks={[]}
        choice={rest.choosing ? { chosen: ['gin'], onToggle: chosen } : null}
      />
    </MantineProvider>,
  );
}

test('shows name, positions, level and servings sold', () => {
  show({}, { sold: 1214 });
  const card = screen.getByRole('article', { name: 'Gin' });
  for (const text of ['Position 3', '12% low', '$5.00', '1,214 servings sold']) {
    expect(card).toHaveTextContent(text);
  }
  expect(screen.getByRole('img', { name: 'Gin' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit Gin' })).toHaveAttribute(
    'href',
    '/ingredients/gin/u1',
  );
});

test.each([
  [1, '1 serving sold'],
  [0, '0 servings sold'],
])('formats %d as %s', (sold, text) => {
  show({}, { sold });
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('shows no servings when they are unknown', () => {
  show();
  expect(screen.queryByText(/sold/)).not.toBeInTheDocument();
});

test.each([
  [true, false, 1],
  [true, true, 0],
  [false, false, 0],
  [false, true, 0],
])('with restoring %s and full %s there are %d Restore buttons', (on, isCapacityFull, count) => {
  show({ isCapacityFull }, on ? { restoreAt: here } : {});
  expect(screen.queryAllByRole('button', { name: 'Restore Gin' })).toHaveLength(count);
});

test('an ingredient that is not stocked is marked and can be neither deactivated nor chosen', () => {
  show({ activeInUnit: false, places: [], positionInUnit: [] }, { choosing: true });
  expect(
    screen.getByText('This ingredient is not currently stocked in the unit.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('article')).toHaveAttribute('data-inactive', 'true');
  expect(screen.queryByRole('button', { name: 'Deactivate Gin' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('an ingredient is chosen by a checkbox labelled with its name', async () => {
  show({}, { choosing: true });
  const box = screen.getByRole('checkbox', { name: 'Choose Gin' });
  expect(box).toBeChecked();
  await userEvent.click(box);
  expect(chosen).toHaveBeenCalledWith('gin');
});

test('a row shows name, level and price, and one action: Restore where it is possible, else Edit', () => {
  show({}, { isRow: true, restoreAt: here });
  const row = screen.getByRole('article', { name: 'Gin' });
  for (const text of ['12% low', '$5.00']) expect(row).toHaveTextContent(text);
  expect(screen.getByRole('button', { name: 'Restore Gin' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Edit Gin' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'More for Gin' })).toBeInTheDocument();
});

test('a row of a full ingredient can be edited directly', () => {
  show({ isCapacityFull: true }, { isRow: true, restoreAt: here });
  expect(screen.getByRole('link', { name: 'Edit Gin' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Deactivate Gin' })).not.toBeInTheDocument();
});

const picturedGin = {
  name: 'Beefeater',
  imageURL: '',
  source: 'carousel',
  category: 'Liquor',
} as const;
const picture = () => screen.getByRole('img', { name: 'Beefeater' });

test('shows the picture of its key', () => {
  render(<IngredientPicture ingredient={{ ...picturedGin, imageURL: 'brands/gin.png' }} />);
  expect(picture()).toHaveAttribute('src', '/files/brands/gin.png');
  expect(picture()).toHaveAttribute('width', '100');
});

test.each([
  [picturedGin, 'bottle'],
  [{ ...picturedGin, category: 'Beer' } as const, 'keg'],
  [{ ...picturedGin, source: 'soda gun' } as const, 'gun'],
])('shows the outline of the container without a picture', (ingredient, vessel) => {
  render(<IngredientPicture ingredient={ingredient} />);
  expect(picture()).toHaveAttribute('src', `/vessels/${vessel}.svg`);
});

test('falls back to the outline when a picture fails to load, and tries a new picture', () => {
  const { rerender } = render(
    <IngredientPicture ingredient={{ ...picturedGin, imageURL: 'old.png' }} />,
  );
  fireEvent.error(picture());
  expect(picture()).toHaveAttribute('src', '/vessels/bottle.svg');
  rerender(<IngredientPicture ingredient={{ ...picturedGin, imageURL: 'new.png' }} />);
  expect(picture()).toHaveAttribute('src', '/files/new.png');
});
