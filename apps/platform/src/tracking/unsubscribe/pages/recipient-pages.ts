import { maskedAddress } from '#libs/mail/email';
import { html, mark, type Html, type Language } from '#libs/core/html';
import type { Correspondence } from '../unsubscribe.service.js';
import type { Page } from './page.js';
import { LABELS, type Labels } from './labels.js';

/** Correspondence that a recipient is about to leave, or has left. */
export interface Unsubscription extends Correspondence {
  /** The page on which the recipient may choose more closely. */
  preferencesPath: string;
}

/** Asks for confirmation, since scanners follow links too. */
export function askPage(language: Language, unsubscription: Unsubscription): Page {
  const labels = LABELS[language];
  const form = html`<form method="post"><button type="submit">${labels.button}</button></form>
    ${more(labels, unsubscription.preferencesPath)}`;
  return page(language, labels.askTitle, mark('envelope'), whatEnds(labels, unsubscription), form, labels.askNote);
}

export function donePage(language: Language, unsubscription: Unsubscription): Page {
  const labels = LABELS[language];
  const rest = more(labels, unsubscription.preferencesPath);
  return page(
    language,
    labels.doneTitle,
    mark('check', 'good'),
    whatEnds(labels, unsubscription),
    rest,
    labels.doneNote,
  );
}

function whatEnds({ ends, endsOf }: Labels, { sender, address, topic }: Unsubscription): string {
  const shown = maskedAddress(address);
  return topic ? endsOf(sender, shown, topic.name) : ends(sender, shown);
}

const more = (labels: Labels, path: string): Html => html`<p><a href="${path}">${labels.more}</a></p>`;

export function brokenLinkPage(language: Language): Page {
  const labels = LABELS[language];
  return page(language, labels.brokenTitle, mark('cross', 'bad'), labels.broken);
}

export function disabledLinkPage(language: Language): Page {
  const labels = LABELS[language];
  return page(language, labels.disabledTitle, mark('shield', 'bad'), labels.disabled, undefined, labels.disabledNote);
}

function page(language: Language, title: string, sign: Html, text: string, form?: Html, note?: string): Page {
  const small = note === undefined ? undefined : html`<p class="small">${note}</p>`;
  const body = html`${sign}
    <h1>${title}</h1>
    <p>${text}</p>
    ${form}${small}`;
  return { language, title, body };
}
