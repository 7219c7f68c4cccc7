/** Classifies the content of a bottle by its name: the generic word, or a brand known for that kind only. */

/** Colours of poured ingredients by name; the UI maps each to a shade. */
export type PourColour =
  | 'clear'
  | 'amber'
  | 'brown'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'pink'
  | 'cream';

interface Known {
  readonly colour: PourColour;
  /** Lower case without accents; each matches whole words of the name. */
  readonly words: readonly string[];
}

const known = (colour: PourColour, ...words: string[]): Known => ({ colour, words });

/**
 * In match order: specific kinds come first, so that ginger beer is not matched as gin, nor pink grapefruit soda as
 * soda.
 */
const kinds = {
  'grapefruit soda': known('pink', 'grapefruit soda', 'squirt', 'ting'),
  'grapefruit juice': known('pink', 'grapefruit'),
  'ginger beer': known('yellow', 'ginger beer', 'fever tree ginger'),
  'ginger ale': known('amber', 'ginger ale'),
  'peach schnapps': known('yellow', 'peach schnapps', 'peachtree'),
  'peach puree': known('orange', 'peach puree', 'peach'),
  'apricot brandy': known('orange', 'apricot'),
  'coffee liqueur': known('brown', 'coffee liqueur', 'kahlua', 'tia maria', 'mr black'),
  coffee: known('brown', 'espresso', 'coffee', 'cold brew'),
  'cocoa liqueur': known('brown', 'creme de cacao', 'cacao'),
  'mint liqueur': known('green', 'creme de menthe', 'menthe'),
  cassis: known('red', 'cassis'),
  'blackberry liqueur': known('red', 'creme de mure', 'blackberry'),
  'raspberry liqueur': known('red', 'raspberry liqueur', 'chambord', 'framboise'),
  'triple sec': known('clear', 'triple sec', 'cointreau', 'curacao', 'grand marnier', 'combier'),
  maraschino: known('clear', 'maraschino'),
  galliano: known('yellow', 'galliano'),
  drambuie: known('amber', 'drambuie'),
  amaretto: known('amber', 'amaretto', 'disaronno'),
  'green chartreuse': known('green', 'green chartreuse', 'chartreuse verte'),
  'yellow chartreuse': known('yellow', 'yellow chartreuse', 'chartreuse jaune'),
  'lillet blanc': known('yellow', 'lillet blanc', 'cocchi americano'),
  'dry vermouth': known('clear', 'dry vermouth', 'noilly prat', 'extra dry'),
  'sweet vermouth': known(
    'red',
    'sweet vermouth',
    'red vermouth',
    'rosso',
    'carpano',
    'antica formula',
    'punt e mes',
  ),
  campari: known('red', 'campari'),
  aperol: known('orange', 'aperol'),
  fernet: known('brown', 'fernet'),
  amaro: known('amber', 'amaro'),
  'dark rum': known('brown', 'dark rum', 'goslings', 'myers', 'black rum', 'kraken'),
  'gold rum': known('amber', 'gold rum', 'aged rum', 'anejo rum', 'spiced rum', 'captain morgan'),
  'white rum': known('clear', 'white rum', 'bacardi', 'havana club', 'plantation 3', 'rum', 'ron'),
  tequila: known(
    'clear',
    'tequila',
    'patron',
    'don julio',
    'jose cuervo',
    'casamigos',
    'espolon',
    'herradura',
  ),
  mezcal: known('clear', 'mezcal', 'del maguey', 'montelobos'),
  pisco: known('clear', 'pisco'),
  calvados: known('amber', 'calvados'),
  cognac: known('amber', 'cognac', 'brandy', 'hennessy', 'remy martin', 'courvoisier', 'martell'),
  rye: known('amber', 'rye', 'bulleit rye', 'rittenhouse'),
  bourbon: known(
    'amber',
    'bourbon',
    'maker s mark',
    'makers mark',
    'jim beam',
    'buffalo trace',
    'woodford',
    'wild turkey',
    'four roses',
    'bulleit',
  ),
  scotch: known('amber', 'scotch', 'johnnie walker', 'dewar s', 'chivas', 'famous grouse'),
  gin: known(
    'clear',
    'gin',
    'beefeater',
    'tanqueray',
    'bombay',
    'hendrick s',
    'gordon s',
    'roku',
    'aviation',
  ),
  vodka: known(
    'clear',
    'vodka',
    'absolut',
    'grey goose',
    'ketel one',
    'belvedere',
    'smirnoff',
    'stolichnaya',
  ),
  prosecco: known('yellow', 'prosecco', 'champagne', 'cava', 'sparkling wine', 'cremant'),
  'white wine': known('yellow', 'white wine', 'chardonnay', 'sauvignon blanc', 'pinot grigio'),
  'lime juice': known('green', 'lime juice', 'lime'),
  'lemon juice': known('yellow', 'lemon juice', 'lemon'),
  'orange juice': known('orange', 'orange juice', 'oj'),
  'pineapple juice': known('yellow', 'pineapple'),
  'cranberry juice': known('red', 'cranberry'),
  grenadine: known('red', 'grenadine'),
  'honey syrup': known('amber', 'honey'),
  'agave syrup': known('amber', 'agave'),
  'sugar syrup': known('clear', 'sugar syrup', 'simple syrup', 'gomme', 'cane syrup'),
  'coconut cream': known('cream', 'coconut'),
  cream: known('cream', 'cream'),
  cola: known('brown', 'cola', 'coke', 'coca cola', 'pepsi'),
  soda: known('clear', 'soda', 'soda water', 'club soda', 'sparkling water'),
} as const satisfies Record<string, Known>;

export type PourKind = keyof typeof kinds;

const plain = (name: string): string =>
  ` ${name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

const isKind = (word: string): word is PourKind => word in kinds;
const inOrder = Object.keys(kinds).filter(isKind);

/** Kind of an ingredient by its name (`Tito's Vodka` is vodka); null when no recipe uses it. */
export function pourKindOf(name: string): PourKind | null {
  const text = plain(name);
  const isNamed = (word: string) => text.includes(` ${word} `);
  return inOrder.find((kind) => kinds[kind].words.some(isNamed)) ?? null;
}

export const pourColourOf = (kind: PourKind): PourColour => kinds[kind].colour;
