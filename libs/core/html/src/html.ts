import escapeHtml from 'escape-html';

/** Trusted HTML, in contrast to text that must be escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | Html | readonly Html[] | undefined;

/** Builds HTML: a string that is put in comes out as text, in an element or a quoted attribute. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const text = strings.map((string, index) => (index < pieces.length ? string + rendered(pieces[index]) : string));
  return new Html(text.join(''));
}

function rendered(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  return piece instanceof Html ? piece.text : piece.map(({ text }) => text).join('\n');
}
