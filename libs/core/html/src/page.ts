import escapeHtml from 'escape-html';
import type { Html } from './html.js';
import type { PageStyle } from './page-style.js';

export interface PageParts {
  title: string;
  body: Html;
  /** Above the body, outside of its landmark. */
  header?: Html;
  style: PageStyle;
  /** `en` if absent. */
  language?: string;
}

/** The text of a whole page with `noindex`. */
export function pageOf({ title, body, header, style, language = 'en' }: PageParts): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style.css}</style>
</head>
<body>
${header ? `${header.text}\n` : ''}<main>
${body.text}
</main>
</body>
</html>
`;
}
