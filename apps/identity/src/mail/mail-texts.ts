import type { Language } from '#libs/core/html';
import { EN } from './texts/en.js';
import { ES } from './texts/es.js';
import { PT } from './texts/pt.js';
import type { SystemMail } from './system-mail.js';

/** Texts of a mail; its links are added by mail-content.ts. */
export interface MailText {
  subject: string;
  /** The subject if absent. */
  heading?: string;
  paragraphs: string[];
  notes: string[];
}

type Kind = SystemMail['kind'];

/** Values of a mail, ready to be shown: a name that is missing or not safe is replaced by a general word. */
export interface Shown {
  greeting: string;
  tenant: string;
  inviter: string;
  /** A moment in the time of UTC. */
  moment(iso: string): string;
  /** Time and IP address of the registration. */
  origin: string;
}

export type MailOf<K extends Kind> = Extract<SystemMail, { kind: K }>;

/** All that identity's mail says, in one language. */
export interface MailTexts {
  /** BCP 47 tag that dates are formatted by. */
  locale: string;
  hello(name: string): string;
  /** Replaces a name that is missing or not safe to show. */
  somebody: string;
  theirAccount: string;
  yourAccount: string;
  origin(moment: string, ip: string | null): string;
  actions: {
    confirm: string;
    choosePassword: string;
    notMe: string;
    account: string;
    undo: string;
    decide: string;
    accept: string;
  };
  /** The link after the notes of a verification. */
  thisWasNotMe: string;
  mails: { [K in Kind]: (mail: MailOf<K>, shown: Shown) => MailText };
}

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: EN, pt: PT, es: ES };
