import type { FormField } from '../form-definition.js';

/** Weight of the links in a value: nothing, a weak sign, or a strong one. */
export type LinkSign = 'link' | 'links' | null;

/** A link is one, however it begins: `https://www.` are not two. */
const LINK = /(?:https?:\/\/|\bwww\.)[^\s<>"']+/gi;
/** Markup that people do not type; `<a` and `>` in prose are none. */
const MARKUP = /\[url(?:=[^\]]*)?\]|<a\s[^<>]*\bhref\s*=/i;
/** Links that a long text may have. */
const FEW = 2;
/** Links that people write at most, among words of their own. */
const MANY = 5;
/** Links that a field may have whose label asks for them. */
const ASKED_MAX = 10;
/** Words beside each link in what people write. */
const WORDS_PER_LINK = 2;

/** Fields of a person's name, where nobody writes an address. */
const NAMES = new Set(['nome', 'primeiro_nome', 'sobrenome']);

/** Words that ask for a link, in the languages of forms, without accents. */
const ASKS = new RegExp(
  String.raw`\b(?:${[
    'sites?|web ?sites?|web|sitios?|urls?|links?|enlaces?|https?|www|dominios?|domains?|home ?page',
    'paginas?|pages?|perfil|perfis|perfiles|profiles?|canal|canais|channels?|blogs?|portfolios?|portafolios?',
    'redes? socia(?:l|is|les)|social media|socials|sociais|loja virtual|e-?commerce|tienda online|internet',
    'insta|instagram|facebook|fb|linked ?in|twitter|tik ?tok|you ?tube|pinterest|behance|dribbble|github|threads|whats ?app|telegram',
    'videos?|drive|lattes|linktree',
  ].join('|')})\b`,
);

/** Weighs the links in a value, by what its field asks for. */
export function linkSign(field: FormField, value: unknown): LinkSign {
  if (typeof value !== 'string') return null;
  const isLong = field.type === 'texto_longo';
  if (!isLong && field.type !== 'texto' && field.type !== 'cidade') return null;
  if (MARKUP.test(value)) return 'links';
  const links = value.match(LINK)?.length ?? 0;
  if (links === 0) return null;
  if (asksForLinks(field)) return links > ASKED_MAX ? 'links' : null;
  return isLong ? inLongText(value, links) : inShortText(field, value, links);
}

function inLongText(value: string, links: number): LinkSign {
  if (links <= FEW) return null;
  const words = value.replace(LINK, ' ').match(/\p{L}+/gu)?.length ?? 0;
  return links > MANY || words < links * WORDS_PER_LINK ? 'links' : 'link';
}

function inShortText({ name, contactField }: FormField, value: string, links: number): LinkSign {
  const isName = NAMES.has(contactField ?? name);
  return links > 1 || (isName && /https?:\/\//i.test(value)) ? 'links' : 'link';
}

function asksForLinks({ name, label, placeholder, help, contactField }: FormField): boolean {
  if (NAMES.has(contactField ?? '')) return false;
  const texts = [label, name.replaceAll(/[_-]/g, ' '), placeholder ?? '', help ?? '', contactField ?? ''];
  return ASKS.test(texts.join(' \n ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}
