import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { Fragment, useState } from 'react';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { haveLetterKeys, setLetterKeys } from '../ui/screen-keys.ts';
import { keyedActions } from './keyed-actions.ts';
import styles from './keyboard-dialog.module.css';

interface Shortcut {
  readonly keys: readonly string[];
  readonly effect: string;
}

const parts: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Tab'], effect: 'Next control; the first one skips to the content' },
      { keys: ['Esc'], effect: 'Close a dialog, a pop-up or the menu' },
      { keys: ['/'], effect: 'Search, on screens with a search' },
      { keys: ['Ctrl K', '⌘ K'], effect: 'Find a screen, a unit, a drink or a night' },
      { keys: ['?'], effect: 'These keyboard shortcuts' },
      { keys: ['Ctrl Z', '⌘ Z'], effect: 'Undo the change that a message offers to undo' },
    ],
  },
  {
    title: 'Menus',
    shortcuts: [
      { keys: ['↑', '↓'], effect: 'Previous or next action' },
      { keys: ['Home', 'End'], effect: 'First or last action' },
      { keys: ['A … Z'], effect: 'The next action that begins with the letter' },
    ],
  },
  {
    title: 'Tables',
    shortcuts: [
      { keys: ['↑', '↓'], effect: 'Previous or next row' },
      { keys: ['Home', 'End'], effect: 'First or last row' },
      { keys: ['Enter'], effect: 'Open the row' },
    ],
  },
  {
    title: 'Names and prices in the drink menu',
    shortcuts: [
      { keys: ['Enter'], effect: 'Save, and go to the next row' },
      { keys: ['Esc'], effect: 'Put back what was there' },
    ],
  },
  {
    title: 'Lists that can be reordered',
    shortcuts: [
      { keys: ['Space'], effect: 'Lift or drop, on the handle of an item' },
      { keys: ['↑', '↓'], effect: 'Move the lifted item' },
      { keys: ['Esc'], effect: 'Leave it where it was' },
    ],
  },
];

/** Keys of the screen that is shown, without those of every screen, and keys that lead to others. */
function presentParts(): typeof parts {
  const present = keyedActions().filter(({ keys }) => !keys.includes('?') && !keys.includes('/'));
  const shortcuts = (actions: typeof present): Shortcut[] =>
    actions.map(({ label, keys }) => ({ keys, effect: label }));
  return [
    { title: 'This screen', shortcuts: shortcuts(present.filter(({ href }) => !href)) },
    { title: 'Go to', shortcuts: shortcuts(present.filter(({ href }) => href)) },
  ].filter(({ shortcuts: { length } }) => length > 0);
}

/** The keyboard shortcuts that exist, first those of the screen. */
export default function KeyboardDialog({ onClose }: { readonly onClose: () => void }) {
  const [present] = useState(presentParts);
  const [hasLetters, setLetters] = useState(haveLetterKeys);
  return (
    <Dialog title="Keyboard shortcuts" isText onClose={onClose}>
      <Switch
        label="Single-key shortcuts"
        description="Letters, / and ? act without Ctrl or Alt. Turn them off if you use speech input."
        checked={hasLetters}
        onChange={({ currentTarget: { checked } }) => {
          setLetters(checked);
          setLetterKeys(checked);
        }}
      />
      {[...present, ...parts].map(({ title, shortcuts }) => (
        <section key={title} className={styles['part']}>
          <h3>{title}</h3>
          <dl className={styles['shortcuts']}>
            {shortcuts.map(({ keys, effect }) => (
              <div key={effect}>
                <dt>
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <kbd>{key}</kbd>{' '}
                    </Fragment>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={styles['foot']}>
        <Link href={paths.help()} onClick={onClose}>
          Help
        </Link>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
