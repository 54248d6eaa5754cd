import { html, type Html } from './html.js';

/** The installation, as its own pages and mails show it. */
export interface ServiceLook {
  name: string;
  /** URL of a picture in place of the name. */
  logoUrl?: string;
}

/** Header above the card of a page. */
export function serviceHeader({ name, logoUrl }: ServiceLook): Html {
  if (logoUrl !== undefined) {
    return html`<header class="service"><img src="${logoUrl}" alt="${name}" height="36" /></header>`;
  }
  const [initial = ''] = name.trim();
  return html`<header class="service">
    <span class="initial" aria-hidden="true">${initial.toUpperCase()}</span>${name}
  </header>`;
}
