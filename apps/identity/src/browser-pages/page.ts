import { CARD_STYLE, currentLanguage, html, pageOf, serviceHeader, type Html, type ServiceLook } from '#libs/core/html';
import { ContextSlot } from '#libs/core/http';
import { commonTexts } from './texts/common.texts.js';

/** Name and logo of the installation, for the pages of the request being served. */
export const SERVICE_LOOK = new ContextSlot<ServiceLook>('service look');

/** A whole page, in the language of the request. */
export function page(title: string, body: Html): string {
  const look = SERVICE_LOOK.get();
  const header = look && serviceHeader(look);
  return pageOf({ title, body, header, style: CARD_STYLE, language: currentLanguage() });
}

/** A problem that screen readers read out as soon as the page is there. */
export function problemBox(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
}

/** Returns the title of a page; it names a problem, because screen readers read it first. */
export const titleOf = (title: string, isWrong: boolean): string =>
  isWrong ? commonTexts().problemTitle(title) : title;
