import { describe, expect, test } from 'vitest';
import { classicRecipes, classicsOf, setOf } from './classics.ts';
import { pourKindOf } from './pour-kinds.ts';

describe('pourKindOf', () => {
  test.each([
    ["Tito's Vodka", 'vodka'],
    ['Bacardí Carta Blanca', 'white rum'],
    ['Patrón Silver', 'tequila'],
    ["Maker's Mark", 'bourbon'],
    ['Martini Rosso', 'sweet vermouth'],
    ['Fresh Lime Juice', 'lime juice'],
    ['CRANBERRY', 'cranberry juice'],
    ['Ginger Beer', 'ginger beer'],
    ['Pink Grapefruit Soda', 'grapefruit soda'],
    ['Soda', 'soda'],
    ['Crème de Menthe', 'mint liqueur'],
    ['Kahlúa', 'coffee liqueur'],
  ])('the kind of %s is %s', (name, kind) => {
    expect(pourKindOf(name)).toBe(kind);
  });

  test.each(['Tonic', 'Harbour Lager', 'Ginseng Tea', 'Virgin Mary Mix', ''])(
    '%j is not a kind that any recipe uses',
    (name) => {
      expect(pourKindOf(name)).toBeNull();
    },
  );
});

const bar = ['Beefeater', 'Campari', 'Martini Rosso', 'Soda', 'Tanqueray'].map((name) => ({
  id: name.toLowerCase(),
  name,
}));

describe('classicsOf', () => {
  test('lists classics whose every ingredient is loaded, using the first bottle of a kind', () => {
    const found = classicsOf(bar, []);
    expect(found.map(({ name }) => name)).toEqual(['Americano', 'Negroni']);
    expect(found[1]).toMatchObject({
      ingredients: [{ name: 'Beefeater' }, { name: 'Campari' }, { name: 'Martini Rosso' }],
      colours: ['clear', 'red', 'red'],
    });
  });

  test('leaves out classics the unit has under any name, in any ingredient order', () => {
    const drinks = [['campari', 'martini rosso', 'beefeater']];
    expect(classicsOf(bar, drinks).map(({ name }) => name)).toEqual(['Americano']);
  });

  test('lists no classics for an empty unit', () => {
    expect(classicsOf([], [])).toEqual([]);
  });

  test('every recipe has a unique name and a unique set of ingredients', () => {
    const names = classicRecipes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const sets = classicRecipes.map(({ of }) => setOf(of));
    expect(new Set(sets).size).toBe(sets.length);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});
