import { escapeHtml, LIGHT } from '#libs/core/html';
import type { Notice, NoticeLink, NoticeLook, NoticeRow } from './notice.js';

/** The mail for readers of plain text. */
export function noticeText(
  { paragraphs, rows = [], quote, action, notes, otherwise }: Notice,
  { signature }: Pick<NoticeLook, 'signature'>,
): string {
  const link = (to: NoticeLink | undefined) => (to ? [`${to.label}:\n${to.url}`] : []);
  const quoted = quote === undefined ? [] : [quote.replaceAll(/^/gm, '> ')];
  const listed = rows.length > 0 ? [rows.map(rowText).join('\n')] : [];
  const parts = [
    ...paragraphs,
    ...listed,
    ...quoted,
    ...link(action),
    ...notes,
    ...link(otherwise),
    `-- \n${signature}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * The mail as HTML that mail programs of any age show alike: a table for the frame, every style where it is used, nothing
 * to be fetched from anywhere but the logo, if there is one.
 */
export function noticeHtml(notice: Notice, look: NoticeLook): string {
  const { subject, heading, paragraphs, rows = [], quote, action, notes, otherwise } = notice;
  const color = escapeHtml(look.color);
  return `<!doctype html>
<html lang="${escapeHtml(look.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${LIGHT.bg}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.bg}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FRAME}">
<tr><td style="padding:28px 32px 0;${FONT};font-size:14px;font-weight:600;color:${color}">${head(look)}</td></tr>
<tr><td style="padding:12px 32px 32px;${FONT};font-size:16px;line-height:24px;color:${LIGHT.fg}">
<h1 style="margin:0 0 20px;font-size:22px;line-height:30px;color:${LIGHT.fg}">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${rows.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">\n${rows.map(rowHtml).join('\n')}\n</table>` : ''}
${quote === undefined ? '' : `<blockquote style="${QUOTE};border-left:3px solid ${color}">${escapeHtml(quote)}</blockquote>`}
${action ? button(action, look) : ''}
${notes.map((text) => `<p style="${NOTE}">${escapeHtml(text)}</p>`).join('\n')}
${otherwise ? `<p style="${NOTE}"><a href="${escapeHtml(otherwise.url)}" style="color:${color}">${escapeHtml(otherwise.label)}</a></p>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** A value of several lines stands below its label. */
const rowText = ({ label, value }: NoticeRow): string =>
  value.includes('\n') ? `${label}:\n${value.replaceAll(/^/gm, '  ')}` : `${label}: ${value}`;

const rowHtml = ({ label, value }: NoticeRow): string =>
  `<tr><th scope="row" style="${ROW};color:${LIGHT.soft};font-weight:400;width:34%">${escapeHtml(label)}</th>` +
  `<td style="${ROW};color:${LIGHT.fg};white-space:pre-line;word-break:break-word">${escapeHtml(value)}</td></tr>`;

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const FRAME = `max-width:560px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;text-align:left`;
const NOTE = `margin:0 0 8px;font-size:14px;line-height:20px;color:${LIGHT.soft}`;
const QUOTE = `margin:0 0 16px;padding:4px 0 4px 16px;color:${LIGHT.fg};white-space:pre-line`;
const ROW = `padding:8px 8px 8px 0;border-top:1px solid ${LIGHT.line};text-align:left;vertical-align:top;font-size:15px`;
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none';

function head({ signature, logoUrl }: NoticeLook): string {
  const name = escapeHtml(signature);
  if (logoUrl === undefined) return name;
  return `<img src="${escapeHtml(logoUrl)}" alt="${name}" height="36" style="display:block;height:36px;max-width:100%;border:0">`;
}

function button({ label, url }: NoticeLink, look: NoticeLook): string {
  const href = escapeHtml(url);
  const [color, onColor] = [escapeHtml(look.color), escapeHtml(look.onColor)];
  return `<p style="margin:24px 0"><a href="${href}" style="${BUTTON};background:${color};color:${onColor}">${escapeHtml(label)}</a></p>
<p style="${NOTE}">${escapeHtml(look.withoutButton)}<br><a href="${href}" style="color:${color};word-break:break-all">${href}</a></p>`;
}
