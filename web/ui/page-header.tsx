import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** Document title, when it differs from the heading. */
  readonly documentTitle?: string;
  /** Breadcrumb above the title. */
  readonly auditLog?: ReactNode;
  /** One line with the scope and age of the data. Its space is reserved while loading. */
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
