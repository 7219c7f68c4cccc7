import * as endpoints from '../../contract/report-views.ts';
import {
  createReportView,
  deleteReportView,
  listReportViews,
  type ReportView,
  updateReportView,
} from './report-views.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireAccount } from '../shared/require.ts';

export function reportViewRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listReportViews, async ({ actor }) =>
    (await listReportViews(deps, actor)).map(reportViewView),
  );

  mount(endpoints.createReportView, async ({ actor, body, reply }) => {
    const created = await createReportView(deps, actor, body);
    reply.code(201);
    return reportViewView(created);
  });

  mount(endpoints.updateReportView, async ({ actor, params, body }) =>
    reportViewView(await updateReportView(deps, actor, params.id, body)),
  );

  mount(endpoints.deleteReportView, async ({ actor, params }) => {
    await deleteReportView(deps, requireAccount(actor), params.id);
    return { deleted: true as const };
  });
}

const reportViewView = ({ days, ...view }: ReportView) => ({
  ...view,
  from: days?.from ?? null,
  to: days?.to ?? null,
});
