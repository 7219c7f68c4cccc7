import { useState } from 'react';
import styles from './figures-table.module.css';

export interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface FiguresTableProps extends TableOf {
  readonly label: string;
}

/** What is drawn, as a table that opens. */
export function FiguresTable(of: FiguresTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles['details']}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Show as a table</summary>
      {isOpen && <Rows {...of} />}
    </details>
  );
}

const Rows = ({ label, head, rows }: FiguresTableProps) => (
  // A wide table scrolls by itself.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={styles['scroll']} tabIndex={0} aria-label={`${label}, table`}>
    <table>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], row) => (
          <tr key={`${first ?? ''} ${String(row)}`}>
            <th scope="row">{first}</th>
            {rest.map((text, nth) => (
              <td key={head[nth + 1]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
