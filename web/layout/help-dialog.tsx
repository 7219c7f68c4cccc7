import { Button } from '@mantine/core';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import styles from './help.module.css';

const terms: readonly (readonly [term: string, meaning: string])[] = [
  [
    'Gross volume',
    'Everything that was charged: price, tax and tips, whether refunded later or not.',
  ],
  ['Total sales', 'The price of every drink that was not refunded, before tax and tips.'],
  ['Net volume', 'The gross volume less refunds and the processing fees of the card provider.'],
  ['Serving', 'What was poured: a double counts two, a drink that failed counts none.'],
  ['Comp', 'A drink that was given away: poured at a price of $0.00.'],
  [
    'Base and mixer',
    'Roles of an ingredient in a drink: liquor is the base, juice or soda the mixer.',
  ],
  [
    'Position',
    'Place in a unit that holds one bottle, keg or bag. 1 to 16 are on the carousel, 101 to 104 on the soda gun.',
  ],
  ['Threshold', 'Percentage of a full bottle at which an ingredient is reported as running short.'],
  ['Restore', 'Sets an ingredient back to 100 % in a unit, after a bottle was replaced.'],
  [
    'Deactivate',
    'Takes an ingredient out of a unit. Its drinks leave the menu until it has a position again.',
  ],
  [
    'Free flow',
    'A mode of a unit in which guests see a confirmation page. The discount rate of a unit is used only there.',
  ],
];

export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Help" isText onClose={onClose}>
      <dl className={styles['terms']}>
        {terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['foot']}>
        <Link href={paths.version} onClick={onClose}>
          API version
        </Link>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
