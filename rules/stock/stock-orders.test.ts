import { expect, test } from 'vitest';
import { bottlesToOrder, orderLineText, orderMail, orderTable } from './stock-orders.ts';

const need = { par: 14, bottleMl: 700, caseSize: 6, onHandMl: 2800, orderedMl: 4200 };

test('STOCK-06 case of 6, on hand 4, ordered 6, par 14: 6 are to be ordered', () => {
  expect(bottlesToOrder(need)).toBe(6);
});

test('whole cases are ordered for any part of a bottle that is missing, and none where enough is there', () => {
  expect(bottlesToOrder({ ...need, onHandMl: 2800 + 2799.99 })).toBe(6);
  expect(bottlesToOrder({ ...need, onHandMl: 5600 })).toBe(0);
  expect(bottlesToOrder({ ...need, onHandMl: 9000 })).toBe(0);
  expect(bottlesToOrder({ ...need, onHandMl: 0, orderedMl: 0 })).toBe(18);
  expect(bottlesToOrder({ ...need, caseSize: 1, onHandMl: 2500 })).toBe(5);
});

test('sales that were not counted leave nothing on hand, never less', () => {
  expect(bottlesToOrder({ ...need, onHandMl: -5000, orderedMl: 0 })).toBe(18);
});

const line = { name: 'Gin', bottles: 12, bottleMl: 700, caseSize: 6 };

test('a line names whole cases', () => {
  expect(orderLineText(line)).toBe('12 × Gin, 700 ml (2 cases of 6)');
  expect(orderLineText({ ...line, bottles: 6 })).toBe('6 × Gin, 700 ml (1 case of 6)');
  expect(orderLineText({ ...line, bottles: 7 })).toBe('7 × Gin, 700 ml');
  expect(orderLineText({ ...line, caseSize: 1 })).toBe('12 × Gin, 700 ml');
});

test('the mail says what is ordered, by whom, and where to reply', () => {
  const order = { supplier: 'Metro', person: 'Ada', email: 'ada@example.com', lines: [line] };
  const { subject, body } = orderMail({ ...order, venue: { name: 'Rooftop', address: '' } });
  expect(subject).toBe('Order for Rooftop');
  expect(body).toContain('Rooftop orders:\n\n12 × Gin, 700 ml (2 cases of 6)\n');
  expect(body).toContain('Ordered by Ada. Please reply to ada@example.com.');
  expect(body).not.toContain('deliver');
  const delivered = orderMail({ ...order, venue: { name: 'Rooftop', address: '1 Pier' } });
  expect(delivered.body).toContain('\n\nPlease deliver to Rooftop, 1 Pier.\n\n');
});

test('the table has a column of where to deliver, for a venue with an address', () => {
  expect(orderTable([line], '').rows).toEqual([['Gin', 12, 700, 6]]);
  const { head, rows } = orderTable([line], 'Rooftop, 1 Pier');
  expect([head.at(-1), rows]).toEqual(['Deliver to', [['Gin', 12, 700, 6, 'Rooftop, 1 Pier']]]);
});
