/** Short instructions by task, each with the screen where it begins. */
import { paths } from '../../paths.ts';

export interface HowTo {
  readonly task: string;
  readonly steps: readonly string[];
  readonly href: string;
  /** Text of the link. */
  readonly screen: string;
}

export const howTos: readonly HowTo[] = [
  {
    task: 'Connect a new unit',
    steps: [
      'On Venue, press Add unit and choose its category.',
      'Open its API key, make a key, and enter it on the unit.',
      'Load its ingredients, then add drinks.',
    ],
    href: paths.venues,
    screen: 'Venues',
  },
  {
    task: 'Load a bottle',
    steps: [
      'On Your menu, press the free position in the drawing of the unit.',
      'Name the ingredient, add its picture and its price.',
    ],
    href: paths.createIngredient,
    screen: 'Add Ingredient',
  },
  {
    task: 'Replace an empty bottle',
    steps: [
      'Tick it in the refill list once the new one is in.',
      'A new bottle that is not full has its level in the same row.',
    ],
    href: paths.refill(),
    screen: 'Refill',
  },
  {
    task: 'Add a drink or change a price',
    steps: [
      'Add a drink from what is loaded, or from the classics.',
      'Type over a name or a price to change it.',
    ],
    href: paths.drinkMenu,
    screen: 'Menu and prices',
  },
  {
    task: 'Refund a drink',
    steps: [
      'A drink that was paid for and not poured is under Failed pours.',
      'Any other is in the sales report: open the sale and press Refund.',
    ],
    href: paths.failures(),
    screen: 'Failed pours',
  },
  {
    task: 'Take a unit out of service for a while',
    steps: [
      'Open the unit and press Pause for maintenance.',
      'It raises no alerts until then, and no sales are expected of it.',
    ],
    href: paths.units(),
    screen: 'Units',
  },
  {
    task: 'Invite someone',
    steps: [
      'Press Invite, choose a role and the venues.',
      'They get a link by email, and sign in with an account of their own.',
    ],
    href: paths.people,
    screen: 'People',
  },
  {
    task: 'Get figures by email',
    steps: ['Under Email reports, choose the night, the week or the month.'],
    href: paths.emailReports,
    screen: 'Email reports',
  },
  {
    task: 'Show the night on a television',
    steps: [
      'On Live, press Wall displays and name the screen.',
      'Open the link on the television; it needs no sign-in, and can leave out amounts.',
    ],
    href: paths.night(),
    screen: 'Live',
  },
];
