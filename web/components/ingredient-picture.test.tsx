import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IngredientPicture } from '../screens/your-menu/cards/ingredient-card.tsx';

const gin = { name: 'Beefeater', imageURL: '', source: 'carousel', category: 'Liquor' } as const;
const picture = () => screen.getByRole('img', { name: 'Beefeater' });

test('shows the picture of its key', () => {
  render(<IngredientPicture ingredient={{ ...gin, imageURL: 'brands/gin.png' }} />);
  expect(picture()).toHaveAttribute('src', '/files/brands/gin.png');
  expect(picture()).toHaveAttribute('width', '100');
});

test.each([
  [gin, 'bottle'],
  [{ ...gin, category: 'Beer' } as const, 'keg'],
  [{ ...gin, source: 'soda gun' } as const, 'gun'],
])('shows the outline of the container without a picture', (ingredient, vessel) => {
  render(<IngredientPicture ingredient={ingredient} />);
  expect(picture()).toHaveAttribute('src', `/vessels/${vessel}.svg`);
});

test('falls back to the outline when a picture fails to load, and tries a new picture', () => {
  const { rerender } = render(<IngredientPicture ingredient={{ ...gin, imageURL: 'old.png' }} />);
  fireEvent.error(picture());
  expect(picture()).toHaveAttribute('src', '/vessels/bottle.svg');
  rerender(<IngredientPicture ingredient={{ ...gin, imageURL: 'new.png' }} />);
  expect(picture()).toHaveAttribute('src', '/files/new.png');
});
