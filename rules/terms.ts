/** The terms that the dashboard explains: in pop-ups beside labels, and all together on the help screen. */

interface Term {
  readonly name: string;
  readonly meaning: string;
}

interface TermGroup {
  readonly title: string;
  readonly terms: Readonly<Record<string, Term>>;
}

/** In the order of the help screen. The key of a term is its fragment there. */
export const termGroups = {
  money: {
    title: 'Sales and money',
    terms: {
      sale: {
        name: 'Sale',
        meaning:
          'What a guest bought at once, also called an order. The report has one row for each drink of it.',
      },
      'total-sales': {
        name: 'Total sales',
        meaning: 'The price of every drink that was not refunded, before tax and tips.',
      },
      tax: {
        name: 'Tax',
        meaning:
          'Sales tax on the price of a drink, at the tax percentage of the venue when it was sold.',
      },
      tip: {
        name: 'Tip',
        meaning:
          'What a guest adds to the price. It stays with the drinks of the sale that are still paid for, and is refunded with the last of them.',
      },
      refund: {
        name: 'Refund',
        meaning:
          'Gives back the whole price of a drink and its tax. It changes the figures of the day of the sale, not of the day of the refund.',
      },
      'gross-volume': {
        name: 'Gross volume',
        meaning: 'Everything that was charged: price, tax and tips, whether refunded later or not.',
      },
      'processing-fee': {
        name: 'Processing fee',
        meaning: 'What the card provider keeps of a payment. Not every provider reports it.',
      },
      'net-volume': {
        name: 'Net volume',
        meaning: 'Gross volume less refunds and processing fees.',
      },
      'net-sales': {
        name: 'Net sales',
        meaning: 'Net volume less taxes and tips. It is in the last rows of the CSV file.',
      },
      price: {
        name: 'Price',
        meaning: 'What one drink cost, without tax and tip. For a double it is the double price.',
      },
      'line-total': {
        name: 'Line total',
        meaning: 'Price multiplied by quantity, without tax and tip.',
      },
      'average-order-price': {
        name: 'Average order price',
        meaning: 'The mean price of a sale without tax and tips. Refunded sales are included.',
      },
      comp: {
        name: 'Comp',
        meaning: 'A drink that was given away: poured at a price of $0.00.',
      },
      'drink-limit': {
        name: 'Drink limit',
        meaning: 'The most drinks that one guest can order at a venue within a period.',
      },
      credentials: {
        name: 'Payment credentials',
        meaning:
          'Keys from the account of the venue with its card provider. With them Barback refunds payments and looks up card readers. A stored secret is never shown again.',
      },
    },
  },
  pouring: {
    title: 'Drinks and pouring',
    terms: {
      drink: {
        name: 'Drink',
        meaning: 'A set of ingredients on the menu of a unit, with a price.',
      },
      'base-price': {
        name: 'Base price',
        meaning:
          'What a serving of an ingredient costs. The price of a new drink is the sum over its ingredients.',
      },
      'drink-price': {
        name: 'Drink price',
        meaning:
          'What a guest pays for the drink, before tax and tip. It starts as the sum over its ingredients, until another is typed.',
      },
      double: {
        name: 'Double',
        meaning:
          'A drink with twice the pour, at a price of its own. A double is never cheaper than a single.',
      },
      quantity: {
        name: 'Quantity',
        meaning: 'How many of a drink were ordered.',
      },
      'success-quantity': {
        name: 'Success quantity',
        meaning: 'How many of the ordered drinks were poured. 0 means that the guest got none.',
      },
      serving: {
        name: 'Serving',
        meaning: 'What was poured: a double counts two, a drink that failed counts none.',
      },
      'serving-size': {
        name: 'Serving size',
        meaning:
          'How much of an ingredient goes into one drink. Each pour takes it from the level of the bottle.',
      },
      'pouring-time': {
        name: 'Pouring time',
        meaning:
          'How long a tap stays open for one serving, in milliseconds: 17500 is 17.5 seconds.',
      },
      'order-time': {
        name: 'Order time',
        meaning: 'How long a unit took for a whole sale, where it measured that.',
      },
      diagnosis: {
        name: 'Diagnosis',
        meaning: 'The reasons why a drink was not poured, or was given away.',
      },
    },
  },
  stock: {
    title: 'Ingredients and stock',
    terms: {
      ingredient: {
        name: 'Ingredient',
        meaning: 'What a bottle, keg or bag holds, such as rum. It can be loaded in several units.',
      },
      'base-and-mixer': {
        name: 'Base and mixer',
        meaning:
          'Roles of an ingredient in a drink: liquor is the base, juice or soda the mixer. An ingredient can be both.',
      },
      source: {
        name: 'Carousel, soda gun and tap',
        meaning:
          'Where a unit pours from. A classic unit has a carousel of bottles and a soda gun, a beer unit has two taps.',
      },
      position: {
        name: 'Position',
        meaning:
          'Place in a unit that holds one bottle, keg or bag. 1 to 16 are on the carousel, 101 to 104 on the soda gun.',
      },
      level: {
        name: 'Level',
        meaning:
          'How full the bottle at a position is. With inventory management every sale lowers it.',
      },
      threshold: {
        name: 'Threshold',
        meaning:
          'Level at which an ingredient is low: a restock notice is sent, and the dashboard lists it.',
      },
      'restock-notice': {
        name: 'Restock notice',
        meaning:
          'Message to the contacts of a unit and to the owner that an ingredient runs short or is out.',
      },
      restore: {
        name: 'Restore',
        meaning: 'Sets an ingredient back to 100% in a unit, after a bottle was replaced.',
      },
      deactivate: {
        name: 'Deactivate',
        meaning:
          'Takes an ingredient out of a unit. Its drinks leave the menu until it has a position again.',
      },
    },
  },
  units: {
    title: 'Venues and units',
    terms: {
      venue: {
        name: 'Venue',
        meaning: 'A bar, with its own units, prices, sales tax and time zone.',
      },
      unit: {
        name: 'Unit',
        meaning:
          'It dispenses the drinks of a venue. Its number is fixed, its name is yours to choose.',
      },
      'free-flow': {
        name: 'Free flow',
        meaning:
          'A mode of a unit in which guests see a confirmation page before they pour. The discount rate is used only there.',
      },
      'discount-rate': {
        name: 'Discount rate',
        meaning:
          'How much of the price a unit takes off in free flow: at 100% every drink is free. Outside of free flow it has no effect.',
      },
      'id-checking': {
        name: 'ID checking',
        meaning:
          'A server of your own or of a partner that checks the age of guests. The unit asks it by its host name, such as ids.example.com.',
      },
      contact: {
        name: 'Contact',
        meaning:
          'Phone number that restock notices of a unit go to, once its holder has agreed by text message.',
      },
      'card-reader': {
        name: 'Card reader',
        meaning:
          'The device that takes payments at a unit. Its id is in the account of the provider.',
      },
      'unit-key': {
        name: 'Key of a unit',
        meaning:
          'Secret with which a unit sends its sales. It is shown once; revoking it stops the unit that uses it.',
      },
      'feature-flag': {
        name: 'Feature flag',
        meaning: 'A feature that is off until it is switched on for a venue or a unit.',
      },
      rendering: {
        name: 'Rendering',
        meaning: 'A web page of a venue for its guests, published from a zip file.',
      },
    },
  },
} as const satisfies Readonly<Record<string, TermGroup>>;

type Groups = typeof termGroups;

/** The key of a term, which is its fragment on the help screen. */
export type TermKey = { [Group in keyof Groups]: keyof Groups[Group]['terms'] }[keyof Groups];

const byKey = new Map<string, Term>(
  Object.values(termGroups).flatMap(({ terms }): [string, Term][] => Object.entries(terms)),
);

/** The term of a key. */
export function termOf(key: TermKey): Term {
  const term = byKey.get(key);
  if (term === undefined) throw new Error(`No term has the key ${key}`);
  return term;
}
