import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Names } from './data-table.tsx';

test('every name has the direction of its own script', () => {
  const { container } = render(<Names of={['Gin', 'مشروب طويل', 'Gin']} />);
  expect(container).toHaveTextContent('Gin, مشروب طويل, Gin');
  expect(container.querySelectorAll('bdi')).toHaveLength(3);
});
