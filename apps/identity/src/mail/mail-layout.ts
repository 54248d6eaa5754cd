import { escapeHtml } from '#libs/html';
import type { MailContent } from './mail-content.js';

/** The mail for readers of plain text. */
export function toText({ paragraphs, action, notes, otherwise }: MailContent, signature: string): string {
  const link = (to: MailContent['action']) => (to ? [`${to.label}:\n${to.url}`] : []);
  return `${[...paragraphs, ...link(action), ...notes, ...link(otherwise), `-- \n${signature}`].join('\n\n')}\n`;
}

/**
 * The mail as HTML that mail programs of any age show alike: a table for the frame, every style where it is used, nothing
 * to be fetched from anywhere.
 */
export function toHtml(
  { subject, heading, paragraphs, action, notes, otherwise }: MailContent,
  signature: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FRAME}">
<tr><td style="padding:28px 32px 0;${FONT};font-size:14px;font-weight:600;color:#4f46e5">${escapeHtml(signature)}</td></tr>
<tr><td style="padding:12px 32px 32px;${FONT};font-size:16px;line-height:24px;color:#1f2937">
<h1 style="margin:0 0 20px;font-size:22px;line-height:30px;color:#111827">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${action ? button(action) : ''}
${notes.map((text) => `<p style="${NOTE}">${escapeHtml(text)}</p>`).join('\n')}
${otherwise ? `<p style="${NOTE}"><a href="${escapeHtml(otherwise.url)}" style="color:#4f46e5">${escapeHtml(otherwise.label)}</a></p>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const FRAME = 'max-width:560px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px;text-align:left';
const NOTE = 'margin:0 0 8px;font-size:14px;line-height:20px;color:#6b7280';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none';

function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(label)}</a></p>
<p style="${NOTE}">If the button does not work, open this address:<br><a href="${href}" style="color:#4f46e5;word-break:break-all">${href}</a></p>`;
}
