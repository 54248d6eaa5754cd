import { LIGHT, type Language } from '#libs/core/html';

/** A mail of the product itself, such as one with a link to confirm, before it is rendered as text and as HTML. */
export interface Notice {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Values with their labels, word for word. */
  rows?: readonly NoticeRow[];
  /** Shown apart, word for word. */
  quote?: string;
  action?: NoticeLink;
  /** Smaller text after the link. */
  notes: string[];
  /** A link after the notes, less prominent than the action. */
  otherwise?: NoticeLink;
}

export interface NoticeRow {
  label: string;
  value: string;
}

export interface NoticeLink {
  label: string;
  url: string;
}

/** How notices of one kind look. */
export interface NoticeLook {
  /** Who writes, above the heading and at the end. */
  signature: string;
  /** URL of a picture in place of the signature above the heading. */
  logoUrl?: string;
  /** Such as `pt-BR`. */
  language: string;
  /** Before the address of the action, for readers without buttons. */
  withoutButton: string;
  /** Color of the button and the signature, `#rrggbb`. */
  color: string;
  /** Color of the text of the button. */
  onColor: string;
}

const COLORS = { color: LIGHT.accent, onColor: LIGHT.accentFg };

/** How our own notices look in each language. */
export const NOTICE_LOOKS: Readonly<Record<Language, Omit<NoticeLook, 'signature'>>> = {
  en: { ...COLORS, language: 'en', withoutButton: 'If the button does not work, open this address:' },
  pt: { ...COLORS, language: 'pt-BR', withoutButton: 'Se o botão não funcionar, abra este endereço:' },
  es: { ...COLORS, language: 'es', withoutButton: 'Si el botón no funciona, abra esta dirección:' },
};

export const ENGLISH_LOOK = NOTICE_LOOKS.en;
