import { escapeHtml } from '#libs/http';
import { STYLE } from './style.js';

/** HTML that was put together by us, as opposed to text that has to be escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | Html | readonly Html[] | undefined;

/** Builds HTML: what is put in as text comes out as text. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const text = strings.map((string, index) => (index < pieces.length ? string + rendered(pieces[index]) : string));
  return new Html(text.join(''));
}

/** A whole page. */
export function page(title: string, body: Html): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body.text}
</main>
</body>
</html>
`;
}

/** Read out by a screen reader as soon as the page is there. */
export function problemBox(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
}

function rendered(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  return piece instanceof Html ? piece.text : piece.map(({ text }) => text).join('\n');
}
