import type { FindingKind } from '../../../rules/health/findings.ts';
import { nextSteps } from '../../../rules/health/next-steps.ts';
import type { Finding, UnitHealth } from '../../api/unit-health.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './unit-screen.module.css';

interface UnitFindingsProps {
  readonly venueId: string;
  readonly findings: readonly Finding[];
  readonly unit: UnitHealth;
}

interface Target {
  readonly label: string;
  readonly href: string;
}

/** Where a finding is looked into. */
function targetOf(kind: FindingKind, venueId: string, unit: UnitHealth): Target | null {
  if (kind === 'failing' && may('sales.read'))
    return { label: 'Failed pours', href: paths.failures({ venue: venueId }) };
  if (kind === 'returned' && may('reports.read'))
    return {
      label: 'Sales of the unit',
      href: paths.salesReport({ venue: venueId, unit: String(unit.unitNumber) }),
    };
  if (kind === 'reader' && may('settings.write'))
    return { label: 'Card reader of the unit', href: paths.venue(venueId) };
  return null;
}

/** What is wrong with a unit, and what to do about it. */
export function UnitFindings({ venueId, findings, unit }: UnitFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className={styles['findings']}>
        {findings.map(({ kind, text }) => {
          const target = targetOf(kind, venueId, unit);
          return (
            <li key={kind}>
              <p className={styles['found']}>{text}</p>
              <p className={styles['hint']}>
                {nextSteps[kind]} {target && <Link href={target.href}>{target.label}</Link>}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
