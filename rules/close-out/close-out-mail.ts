/** Mail of figures: plain text, and HTML without pictures that is readable in a column of 360 pixels. */
import { closeOutMessages } from './close-out-messages.ts';
import type { MailRow, MailSection, MailText } from './periods.ts';

export interface CloseOutMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Addresses {
  /** Of the dashboard, without a trailing slash; null leaves links out. */
  readonly publicUrl: string | null;
  /** Page at which the mail is changed or stopped. */
  readonly manageUrl: string;
}

const rowText = ({ label, value, note }: MailRow): string =>
  `${label}: ${value}${note === undefined ? '' : `, ${note}`}`;

function plainText(of: MailText, { publicUrl, manageUrl }: Addresses): string {
  const blocks = [
    of.corrections,
    [of.title, of.span],
    of.warnings,
    of.nothingSold === null ? [] : [of.nothingSold],
    ...of.sections.map(({ heading, rows, link }) => [
      heading,
      ...rows.map(rowText),
      ...(link && publicUrl !== null ? [`${link.text}: ${publicUrl}${link.path}`] : []),
    ]),
    [`${closeOutMessages.manage} ${manageUrl}`],
  ];
  const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${text.join('\n\n')}\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = 'color:#1b1d22';
const faint = 'color:#5a6070';
const line = 'border-top:1px solid #e3e5ea';

/** Clients without `prefers-color-scheme` show the light colors of the elements. */
const darkStyle = `@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .ink { color: #f0f1f4 !important; }
  .faint { color: #a9afbd !important; }
  .line { border-color: #343843 !important; }
  .note { background: #3a2f14 !important; color: #f7e3b0 !important; }
}`;

const rowHtml = ({ label, value, note }: MailRow): string =>
  `<tr><th scope="row" class="ink line" align="left" style="${line};padding:8px 12px 8px 0;font-weight:400;${ink};overflow-wrap:anywhere">${escapeHtml(label)}</th>` +
  `<td class="ink line" align="right" style="${line};padding:8px 0;${ink};overflow-wrap:anywhere"><strong>${escapeHtml(value)}</strong>` +
  (note === undefined
    ? ''
    : `<br><span class="faint" style="${faint};font-size:14px">${escapeHtml(note)}</span>`) +
  '</td></tr>';

const sectionHtml = ({ heading, rows, link }: MailSection, publicUrl: string | null): string =>
  `<h2 class="ink" style="margin:24px 0 8px;font-size:16px;${ink}">${escapeHtml(heading)}</h2>` +
  `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:16px">${rows.map(rowHtml).join('')}</table>` +
  (link && publicUrl !== null
    ? `<p style="margin:8px 0 0"><a class="ink" href="${escapeHtml(publicUrl + link.path)}" style="${ink}">${escapeHtml(link.text)}</a></p>`
    : '');

const noteHtml = (text: string): string =>
  `<p class="note" style="margin:0 0 12px;padding:12px;border-radius:8px;background:#fdf3d8;color:#4d3a06">${escapeHtml(text)}</p>`;

function html(of: MailText, { publicUrl, manageUrl }: Addresses): string {
  const url = escapeHtml(manageUrl);
  const body = [
    ...of.corrections.map(noteHtml),
    `<h1 class="ink" style="margin:0 0 4px;font-size:22px;line-height:1.25;${ink};overflow-wrap:anywhere">${escapeHtml(of.title)}</h1>`,
    `<p class="faint" style="margin:0 0 16px;font-size:14px;${faint}">${escapeHtml(of.span)}</p>`,
    ...of.warnings.map(noteHtml),
    of.nothingSold === null
      ? ''
      : `<p class="ink" style="margin:0;${ink}">${escapeHtml(of.nothingSold)}</p>`,
    ...of.sections.map((one) => sectionHtml(one, publicUrl)),
    `<p class="faint" style="margin:32px 0 0;font-size:14px;${faint}">${escapeHtml(closeOutMessages.manage)} <a class="ink" href="${url}" style="${ink};overflow-wrap:anywhere">${url}</a></p>`,
  ].join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(of.subject)}</title><style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:0;background:#ffffff">
<div class="page" style="max-width:560px;margin:0 auto;padding:20px 16px;box-sizing:border-box;background:#ffffff;font-size:16px;line-height:1.45;${font}">
${body}
</div>
</body></html>
`;
}

export const closeOutMail = (of: MailText, addresses: Addresses): CloseOutMail => ({
  subject: of.subject,
  text: plainText(of, addresses),
  html: html(of, addresses),
});
