import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { termGroups } from '../../../rules/terms.ts';
import { matcherOf } from '../../../rules/search/search-words.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { howTosFor } from '../../components/help/how-tos.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import styles from './help-screen.module.css';

/** The tasks and the terms of the dashboard. The fragment of the address names a term, which is scrolled to and marked. */
export default function HelpScreen() {
  const key = useLocation({ select: ({ hash }) => hash });
  const claims = useSession()?.claims;
  const { owner } = useOwnerContext();
  const search = useSlash();
  const [typed, setTyped] = useState('');
  useLayoutEffect(() => {
    document.getElementById(key)?.scrollIntoView({ block: 'center' });
  }, [key]);
  const { data: support } = useQuery(endpointQuery('getSupport', {}));
  const matches = matcherOf(typed);
  const hasOwner = claims !== undefined && (!isSuperAdmin(claims) || owner !== null);
  const tasks = howTosFor(claims, hasOwner).filter(({ task, steps, words: others = '' }) =>
    matches(task, ...steps, others),
  );
  const groups = Object.values(termGroups).flatMap(({ title, terms }) => {
    const found = Object.entries(terms).filter(([, { name, meaning }]) => matches(name, meaning));
    return found.length > 0 ? [{ title, found }] : [];
  });
  return (
    <>
      <PageHeader
        title="Help"
        context="How to do what comes up, and the terms on the screens and in the reports."
      />
      <div className="grid gap-18">
        <div className={styles['search']}>
          <TextField
            ref={search}
            label="Search help"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        </div>
        {tasks.length > 0 && (
          <Card title="How to">
            <ul className={styles['tasks']}>
              {tasks.map(({ id, task, steps, href, screen }) => (
                <li key={id} id={id} data-marked={id === key || undefined}>
                  <h3 className="semibold">{task}</h3>
                  <ol>
                    {steps.map((step) => (
                      <li key={step}>{step}</li>
                    ))}
                  </ol>
                  <Link href={href}>{screen}</Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {groups.map(({ title, found }) => (
          <Card key={title} title={title}>
            <dl className={styles['terms']}>
              {found.map(([id, { name, meaning }]) => (
                <div key={id} id={id} data-marked={id === key || undefined}>
                  <dt>{name}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
        {tasks.length + groups.length === 0 && (
          <Card>
            <EmptyState>Nothing matches. Try one word, such as “refund”.</EmptyState>
          </Card>
        )}
        <output className="sr-only">
          {typed.trim() !== '' && `${tasks.length + groups.length} parts match`}
        </output>
        {support?.contact != null && (
          <Card title="Ask a person">
            <p>
              <Contact of={support.contact} />
            </p>
          </Card>
        )}
        <p className="text-13">
          <Link href={paths.version}>API version</Link>
        </p>
      </div>
    </>
  );
}

/** A link for an email address or an https one; other text, such as a phone number, as it is. */
function Contact({ of: contact }: { readonly of: string }) {
  const isMail = /^\S+@\S+$/.test(contact);
  if (!isMail && !contact.startsWith('https://')) return <bdi>{contact}</bdi>;
  return (
    <a href={isMail ? `mailto:${contact}` : contact} className="break-anywhere">
      {contact}
    </a>
  );
}
