import { maskedAddress } from '#libs/mail/email';
import { html, Html, type Language } from '#libs/core/html';
import type { Correspondence } from '../unsubscribe.service.js';
import type { Page } from './page.js';
import { LABELS, type Labels } from './labels.js';

/** Correspondence that a recipient is about to leave, or has left. */
export interface Unsubscription extends Correspondence {
  /** The page on which the recipient may choose more closely. */
  preferencesPath: string;
}

const ENVELOPE = icon('<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3.5 6.5 8.5 6.5 8.5-6.5"/>');
const CHECK = icon('<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.8 2.8L16.2 9.5"/>');
const BROKEN = icon('<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.4v.1"/>');

const DISABLED = icon(
  '<path d="M12 3 4.5 6v5.2c0 4.6 3.1 7.9 7.5 9.8 4.4-1.9 7.5-5.2 7.5-9.8V6z"/><path d="M9.5 9.5l5 5m0-5-5 5"/>',
);

/** Asks for confirmation, since scanners follow links too. */
export function askPage(language: Language, unsubscription: Unsubscription): Page {
  const labels = LABELS[language];
  const form = html`<form method="post"><button type="submit">${labels.button}</button></form>
    ${more(labels, unsubscription.preferencesPath)}`;
  return page(language, labels.askTitle, ENVELOPE, whatEnds(labels, unsubscription), form, labels.askNote);
}

export function donePage(language: Language, unsubscription: Unsubscription): Page {
  const labels = LABELS[language];
  const rest = more(labels, unsubscription.preferencesPath);
  return page(language, labels.doneTitle, CHECK, whatEnds(labels, unsubscription), rest, labels.doneNote);
}

function whatEnds({ ends, endsOf }: Labels, { sender, address, topic }: Unsubscription): string {
  const shown = maskedAddress(address);
  return topic ? endsOf(sender, shown, topic.name) : ends(sender, shown);
}

const more = (labels: Labels, path: string): Html => html`<p><a href="${path}">${labels.more}</a></p>`;

export function brokenLinkPage(language: Language): Page {
  const labels = LABELS[language];
  return page(language, labels.brokenTitle, BROKEN, labels.broken);
}

export function disabledLinkPage(language: Language): Page {
  const labels = LABELS[language];
  return page(language, labels.disabledTitle, DISABLED, labels.disabled, undefined, labels.disabledNote);
}

function page(language: Language, title: string, sign: Html, text: string, form?: Html, note?: string): Page {
  const small = note === undefined ? undefined : html`<p class="note">${note}</p>`;
  const body = html`${sign}
    <h1>${title}</h1>
    <p>${text}</p>
    ${form}${small}`;
  return { language, title, body };
}

function icon(shapes: string): Html {
  return new Html(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" ` +
      `stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`,
  );
}
