import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** The tab's title, when it should say more than the heading. */
  readonly documentTitle?: string;
  /** Above the title: the way back up. */
  readonly auditLog?: ReactNode;
  /** One line: where this is and how fresh. Its place is kept while it is not known yet. */
  readonly context?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, documentTitle, auditLog, context, actions }: PageHeaderProps) {
  return (
    <div className={styles['header']}>
      <title>{`${documentTitle ?? title} · Barback`}</title>
      <div className={styles['words']}>
        {auditLog && (
          <nav aria-label="Breadcrumb" className={styles['trail']}>
            {auditLog}
          </nav>
        )}
        <h1 className={styles['title']}>{title}</h1>
        {context !== undefined && <p className={styles['context']}>{context}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
