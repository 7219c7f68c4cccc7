import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { termGroups } from '../../../rules/terms.ts';
import { paths } from '../../paths.ts';
import { Card, PageHeader } from '../../ui/page.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './help-screen.module.css';

/** The terms of the dashboard. The fragment of the address names one, which is scrolled to and marked. */
export default function HelpScreen() {
  const key = useLocation({ select: ({ hash }) => hash });
  useLayoutEffect(() => {
    document.getElementById(key)?.scrollIntoView({ block: 'center' });
  }, [key]);
  return (
    <>
      <PageHeader
        title="Help"
        context="The terms on the screens and in the reports."
        actions={<Link href={paths.version}>API version</Link>}
      />
      <div className="grid gap-18">
        {Object.values(termGroups).map(({ title, terms }) => (
          <Card key={title} title={title}>
            <dl className={styles['terms']}>
              {Object.entries(terms).map(([id, { name, meaning }]) => (
                <div key={id} id={id} data-term-marked={id === key || undefined}>
                  <dt>{name}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </div>
    </>
  );
}
