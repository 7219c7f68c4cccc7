import { expect, test } from 'vitest';
import { menuLossMessages } from './menu-loss-messages.ts';

test('a drink that leaves the menu is named with what it earns and where else it is offered', () => {
  const { drink } = menuLossMessages;
  expect(drink('Negroni', 120, 'Saturday', [])).toBe('Negroni leaves the menu: $120.00 a Saturday');
  expect(drink('Negroni', 120, 'Saturday', [1002, 1003])).toBe(
    'Negroni leaves the menu: $120.00 a Saturday, also at units 1002, 1003',
  );
});

test('without sales there is no amount', () => {
  expect(menuLossMessages.drink('Negroni', 0, 'Monday', [1002])).toBe(
    'Negroni leaves the menu: no sales on the last four Mondays, also at unit 1002',
  );
  expect(menuLossMessages.total(2, 0, 'Monday')).toBe(
    '2 drinks leave the menu, no sales on the last four Mondays',
  );
});

test('the confirming button names more than $50 or five drinks', () => {
  const { confirm } = menuLossMessages;
  expect(confirm('Delete', 1, 50, 'Monday')).toBe('Delete');
  expect(confirm('Delete', 1, 50.01, 'Monday')).toBe('Delete, losing $50.01 a Monday');
  expect(confirm('Delete', 6, 0, 'Monday')).toBe('Delete, losing 6 drinks');
});
