/** A mail of the product itself, such as one with a link to confirm, before it is rendered as text and as HTML. */
export interface Notice {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Shown apart, word for word. */
  quote?: string;
  action?: NoticeLink;
  /** Smaller text after the link. */
  notes: string[];
  /** A link after the notes, less prominent than the action. */
  otherwise?: NoticeLink;
}

export interface NoticeLink {
  label: string;
  url: string;
}

/** How notices of one kind look. */
export interface NoticeLook {
  /** Who writes, above the heading and at the end. */
  signature: string;
  /** Such as `pt-BR`. */
  language: string;
  /** Before the address of the action, for readers without buttons. */
  withoutButton: string;
  /** Of the button and the signature, `#rrggbb`. */
  color: string;
  /** Of the text of the button. */
  onColor: string;
}

export const ENGLISH_LOOK: Omit<NoticeLook, 'signature'> = {
  language: 'en',
  withoutButton: 'If the button does not work, open this address:',
  color: '#4f46e5',
  onColor: '#ffffff',
};
