/** Text that is read for signs, at most: rules look at beginnings, so that a long message costs no more. */
const READ_MAX = 256 * 1024;

const SHORTENERS = new Set(
  'bit.ly cutt.ly encurtador.com.br goo.gl is.gd l1nk.dev ow.ly rb.gy rebrand.ly shorturl.at t.ly tiny.cc tinyurl.com v.gd'.split(
    ' ',
  ),
);

/** Phrases of unasked-for offers and frauds, in Portuguese and English; in lower case without accents. */
const PHRASES = [
  'acesse agora e resgate',
  'atualize seus dados bancarios',
  'clique aqui para desbloquear',
  'emprestimo sem consulta',
  'ganhe dinheiro rapido',
  'renda extra garantida',
  'sua conta sera bloqueada',
  'voce foi selecionado',
  'voce foi sorteado',
  '100% free money',
  'act now before',
  'claim your prize',
  'click here to unlock',
  'million us dollars',
  'no credit check',
  'verify your account immediately',
  'you have been selected',
  'you have won',
  'your account will be suspended',
];

export interface TextSigns {
  links: number;
  shorteners: number;
  phrases: number;
}

/** Counts what the texts of spam hold more often than others. */
export function textSigns(...texts: readonly (string | null)[]): TextSigns {
  const read = texts.map((text) => (text ?? '').slice(0, READ_MAX));
  const hosts = new Set<string>();
  const links = new Set<string>();
  for (const [link, host = ''] of read.flatMap(linksIn)) {
    links.add(link);
    hosts.add(host.toLowerCase().replace(/^www\./, ''));
  }
  // A single space stays as it is, which is nearly all of them.
  const plain = withoutAccents(read.join(' '))
    .replaceAll(/\s\s+|[^\S ]/g, ' ')
    .toLowerCase();
  return {
    links: links.size,
    shorteners: [...hosts].filter((host) => SHORTENERS.has(host)).length,
    phrases: PHRASES.filter((phrase) => plain.includes(phrase)).length,
  };
}

const linksIn = (text: string): RegExpMatchArray[] =>
  text.includes('://') ? [...text.matchAll(/https?:\/\/([^\s/"'<>?#)\]]{1,255})[^\s"'<>)\]]{0,300}/gi)] : [];

const withoutAccents = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
