/** Short instructions by task, each with the screen where it begins. Loaded with the help screen and with Find. */
import { paths } from '../../paths.ts';
import { mayOpen } from '../../router/admission.ts';
import type { Claims } from '../../session/claims.ts';

export interface HowTo {
  /** Fragment of its address on the help screen. */
  readonly id: `how-${string}`;
  readonly task: string;
  readonly steps: readonly string[];
  readonly href: string;
  /** Path of another screen that the account needs, where opening that of href is not enough. */
  readonly needs?: string;
  /** Text of the link. */
  readonly screen: string;
  /** Other words by which it is found. */
  readonly words?: string;
}

export const howTos: readonly HowTo[] = [
  {
    id: 'how-unit',
    task: 'Connect a new unit',
    steps: [
      'On Venue, press Add unit and choose its category, and a standard bar if it has one.',
      'Open its API key, make a key, and type into the unit what is shown.',
      'Without a standard bar, load its ingredients, then add drinks.',
    ],
    href: paths.venues,
    screen: 'Venues',
    words: 'first machine dispenser set up key install',
  },
  {
    id: 'how-import',
    task: 'Bring in the sales of last year',
    steps: [
      'Export the sales from Toast, Square, Clover, Lightspeed or a spreadsheet as CSV.',
      'Choose the file and a unit, and say which column is what. Nothing is stored before the preview.',
      'An import that went wrong is taken back as a whole, from the list of imports.',
    ],
    href: paths.imports(),
    screen: 'Import past sales',
    words: 'history migrate switch past toast square clover lightspeed',
  },
  {
    id: 'how-bottle',
    task: 'Load a bottle',
    steps: [
      'On Your menu, press the free position in the drawing of the unit.',
      'Name the ingredient, add its picture and its price.',
    ],
    href: paths.createIngredient,
    screen: 'Add Ingredient',
    words: 'ingredient position spirit keg',
  },
  {
    id: 'how-refill',
    task: 'Replace an empty bottle',
    steps: [
      'Tick it in the refill list once the new one is in.',
      'A new bottle that is not full has its level in the same row.',
    ],
    href: paths.refill(),
    screen: 'Refill',
    words: 'restock change out',
  },
  {
    id: 'how-count',
    task: 'Count the stock',
    steps: [
      'On Stock, begin a count. Several people can count at once, each on a phone, also without a network.',
      'Go from place to place: full bottles, and the open one in tenths. Sales go on meanwhile.',
      'End the count once the differences look right. What is missing is in the loss report.',
    ],
    href: paths.stock(),
    needs: paths.refill(),
    screen: 'Stock',
    words: 'inventory stocktake audit storeroom',
  },
  {
    id: 'how-drink',
    task: 'Add a drink or change a price',
    steps: [
      'Add a drink from what is loaded, or from the classics.',
      'Type over a name or a price to change it.',
    ],
    href: paths.drinkMenu,
    screen: 'Menu and prices',
    words: 'cocktail recipe menu cost more raise',
  },
  {
    id: 'how-happy-hour',
    task: 'Set up a happy hour',
    steps: [
      'Add a plan: its drinks, by how much the price changes, and its days and times.',
      'The preview says what it would have brought in the last weeks, and when the units charge it.',
      'It begins and ends by itself, also on units that are offline at that time.',
    ],
    href: paths.prices('plans'),
    screen: 'Price plans',
    words: 'discount cheaper special time schedule',
  },
  {
    id: 'how-refund',
    task: 'Refund a drink',
    steps: [
      'A drink that was paid for and not poured is under Failed pours.',
      'Any other is in the sales report: find it by the amount or the last digits of the card, open it and press Refund.',
    ],
    href: paths.failures(),
    screen: 'Failed pours',
    words: 'money back complaint guest card wrong charged',
  },
  {
    id: 'how-pause',
    task: 'Take a unit out of service for a while',
    steps: [
      'Open the unit and press Pause for maintenance.',
      'It raises no alerts until then, and no sales are expected of it.',
    ],
    href: paths.units(),
    screen: 'Units',
    words: 'maintenance broken cleaning repair silence',
  },
  {
    id: 'how-invite',
    task: 'Invite someone',
    steps: [
      'Press Invite, choose a role and the venues.',
      'They get a link by email, and sign in with an account of their own.',
    ],
    href: paths.people,
    screen: 'People',
    words: 'staff bartender manager accountant access user role',
  },
  {
    id: 'how-mail',
    task: 'Get figures by email',
    steps: ['Under Email reports, choose the night, the week or the month.'],
    href: paths.emailReports,
    screen: 'Email reports',
    words: 'daily weekly report send',
  },
  {
    id: 'how-wall',
    task: 'Show the night on a television',
    steps: [
      'On Live, press Wall displays and name the screen.',
      'Open the link on the television; it needs no sign-in, and can leave out amounts.',
    ],
    href: paths.night(),
    screen: 'Live',
    words: 'tv wall display monitor',
  },
  {
    id: 'how-phone',
    task: 'Put Barback on the home screen of a phone',
    steps: [
      'iPhone: open Barback in Safari, press Share, then Add to Home Screen.',
      'Android: open it in Chrome, press the three dots, then Add to Home screen.',
      'Sign in once there. Alerts reach the phone once you allow them under Notifications.',
      'Without a network it shows what it read last; refills, counts and drinks that were made again are sent when it is back.',
    ],
    href: paths.profile('notifications'),
    screen: 'Notifications',
    words: 'app install iphone android icon push offline network cellar',
  },
];

/** The tasks whose screens the account may open; none for a super admin without an owner, whose screens they are. */
export const howTosFor = (claims: Claims | undefined, hasOwner: boolean): readonly HowTo[] =>
  claims && hasOwner
    ? howTos.filter(({ href, needs = href }) => mayOpen(claims, needs.replace(/[?#].*/, '')))
    : [];
