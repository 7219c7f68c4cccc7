import { expect, test } from 'vitest';
// @ts-expect-error The scripts that run before the installation are plain JavaScript.
import { judgeAudit } from './audit-packages.mjs';

const advisory = (id: string, severity: string) => ({
  name: 'left',
  severity,
  title: 'Runs what it reads',
  url: `https://github.com/advisories/${id}`,
});
const report = (...via: (object | string)[]) =>
  JSON.stringify({ vulnerabilities: { left: { via }, right: { via: ['left'] } } });

test('a high or critical finding fails, and a moderate one does not', () => {
  expect(judgeAudit(report(), {})).toEqual({ ok: true, output: '' });
  expect(judgeAudit(report(advisory('GHSA-1', 'moderate')), {}).ok).toBe(true);
  for (const severity of ['high', 'critical'])
    expect(judgeAudit(report(advisory('GHSA-1', severity), 'left'), {})).toEqual({
      ok: false,
      output: `${severity}: left, Runs what it reads (GHSA-1)\n`,
    });
});

test('a finding that is accepted is listed with its reason, and fails no more', () => {
  const found = report(advisory('GHSA-1', 'high'), advisory('GHSA-2', 'high'));
  const reasons = { 'GHSA-1': 'no fix, and it is not called' };
  expect(judgeAudit(found, reasons)).toMatchObject({
    ok: false,
    output: expect.stringContaining('(GHSA-1); accepted: no fix, and it is not called\n'),
  });
  expect(judgeAudit(found, { ...reasons, 'GHSA-2': 'no fix' }).ok).toBe(true);
});

test.each([
  [
    '{"message":"405 Method Not Allowed - POST https://registry.example","error":{"summary":""}}',
    '405',
  ],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'request failed'],
  ['npm error network', 'npm error network'],
])('a registry that refuses fails nothing, and that is said: %s', (output, why) => {
  const judged = judgeAudit(output, {});
  expect(judged.ok).toBe(true);
  expect(judged.output).toContain('Not tried');
  expect(judged.output).toContain(why);
});
