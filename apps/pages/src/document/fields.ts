import { Type, type TSchemaOptions } from 'typebox';
import { LIMITS } from './limits.js';

/** An object that has no other properties. */
export const exactObject = <T extends Parameters<typeof Type.Object>[0]>(properties: T, options: TSchemaOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

/** One line of text. `{{utm_campaign|default}}` in it takes the visitor's value. */
export const shortText = (title: string, options: TSchemaOptions = {}) =>
  Type.String({ title, minLength: 1, maxLength: LIMITS.shortText, ...options });

export const mediumText = (title: string, options: TSchemaOptions = {}) =>
  Type.String({ title, minLength: 1, maxLength: LIMITS.mediumText, ...options });

/** Text with the elements that an editor of texts makes; others are taken out when it is rendered. */
export const richText = (title: string) =>
  Type.String({
    title,
    description: 'HTML de texto: p, strong, em, a, listas…',
    minLength: 1,
    maxLength: LIMITS.richText,
  });

/** A choice of few; `fallback` is what its absence means. */
export const choice = <const T extends readonly string[]>(title: string, values: T, fallback: T[number]) =>
  Type.Optional(Type.Unsafe<T[number]>(Type.Enum([...values], { title, default: fallback })));

export const flag = (title: string, fallback = false) => Type.Optional(Type.Boolean({ title, default: fallback }));

/** `#rrggbb`. */
export const color = (title: string) =>
  Type.Optional(Type.String({ title, pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb' }));

/** Pattern of a link target: a URL, a path of the same host, an anchor in the page, an e-mail address or a telephone number. */
export const ADDRESS = String.raw`^(https?://[^\s"'<>\\]+|mailto:[^\s"'<>\\]+|tel:\+?[0-9 ()-]+|/(?!/)[^\s"'<>\\]*|#[A-Za-z0-9][A-Za-z0-9_-]*)$`;

export const address = (title: string) =>
  Type.String({
    title,
    pattern: ADDRESS,
    maxLength: LIMITS.address,
    description: 'https://…, /caminho, #id de uma seção ou item, mailto: ou tel:',
  });

export const mediaId = (title: string) =>
  Type.Optional(Type.String({ title, pattern: '^med_[0-9a-f]{16}$', description: 'Id de uma mídia da conta' }));

export const formId = (title: string) =>
  Type.Optional(Type.String({ title, pattern: '^frm_[0-9a-f]{16}$', description: 'Id de um formulário da conta' }));

/** The id of a section, a column or an item; unique in the document, and an anchor in the page. */
export const elementId = () => Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });

/** A text that leads somewhere. */
export const link = (title: string) => exactObject({ texto: shortText('Texto'), link: address('Destino') }, { title });

/** A link that shows once its author has said where it leads. */
export const openLink = (title: string) =>
  exactObject(
    { texto: shortText('Texto'), link: Type.Optional(address('Destino; sem ele o link não aparece')) },
    { title },
  );

export const list = <T extends Parameters<typeof Type.Array>[0]>(
  title: string,
  items: T,
  maxItems: number = LIMITS.entries,
) => Type.Array(items, { title, minItems: 1, maxItems });
