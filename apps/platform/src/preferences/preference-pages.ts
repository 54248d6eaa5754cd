import type { Response } from 'express';
import { maskedAddress } from '#libs/mail/email';
import {
  brandedCardStyle,
  CARD_STYLE,
  currentLanguage,
  html,
  Html,
  LANGUAGES,
  mark,
  pageOf,
  pagePolicy,
  type PageStyle,
  sendHtml,
  serviceHeader,
} from '#libs/core/html';
import { blackOrWhite } from '#libs/sites/sites';
import { NO_TOPIC } from '../suppressions/suppression.js';
import { PREFERENCE_TEXTS, type PreferenceTexts } from './preference-texts.js';
import type { Choice, Preferences } from './preferences.js';

export interface PreferencePage {
  status: number;
  title: string;
  body: Html;
  preferences?: Preferences;
}

/** The names of the fields of the form. */
export const FIELDS = { choice: 'choice', shown: 'shown', nothing: 'nothing', language: 'lang' } as const;

/** Shows the choices with buttons: mail scanners open every link, so opening one changes nothing. */
export function choicePage(preferences: Preferences): PreferencePage {
  const texts = PREFERENCE_TEXTS[currentLanguage()];
  const { sender, address, choices, isOff, isHeld } = preferences;
  if (isHeld) return card(preferences, mark('cross'), texts.held(sender));
  const lead = texts.text(sender, maskedAddress(address));
  const body = html`${mark('envelope')}
    <h1>${texts.title}</h1>
    <p class="lead">${lead} ${isOff ? texts.off : ''}</p>
    <form method="post" action="?${FIELDS.language}=${currentLanguage()}">
      ${fieldsetOf(choices, texts)}
      <button type="submit">${texts.save}</button>
      ${isOff ? undefined : html`<button class="quiet" name="${FIELDS.nothing}" value="1">${texts.nothing}</button>`}
    </form>
    <p class="small">${texts.note}</p>`;
  return { status: 200, title: texts.title, body, preferences };
}

export function savedPage(preferences: Preferences): PreferencePage {
  const texts = PREFERENCE_TEXTS[currentLanguage()];
  const { sender, address, isOff, isHeld } = preferences;
  if (isHeld) return choicePage(preferences);
  const label = isOff ? texts.nothingMore(sender, maskedAddress(address)) : texts.saved;
  const back = html`<p><a href="?${FIELDS.language}=${currentLanguage()}">${texts.back}</a></p>`;
  return card(preferences, mark('check', 'good'), label, back);
}

/** Page for a token that is forged or incomplete, and for what is gone: it does not say which. */
export function brokenPage(): PreferencePage {
  return { ...card(undefined, mark('cross', 'bad'), PREFERENCE_TEXTS[currentLanguage()].broken), status: 404 };
}

/** The whole page, in the colour of the account. */
export function htmlOf({ title, body, preferences }: PreferencePage): string {
  const header = preferences ? serviceHeader({ name: preferences.sender }) : undefined;
  const whole = html`${body}${preferences ? languageLinks() : undefined}`;
  return pageOf({ title, body: whole, header, style: styleOf(preferences), language: currentLanguage() });
}

export function sendPreferencePage(response: Response, page: PreferencePage): void {
  sendHtml(response, page.status, htmlOf(page), {
    'Content-Security-Policy': pagePolicy({ style: styleOf(page.preferences) }),
    'Content-Language': currentLanguage(),
    // The address holds the token.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    Vary: 'Accept-Language',
  });
}

function styleOf(preferences: Preferences | undefined): PageStyle {
  const color = preferences?.color;
  return color ? brandedCardStyle(color, blackOrWhite(color)) : CARD_STYLE;
}

function card(
  preferences: Preferences | undefined,
  sign: Html,
  { title, text }: { title: string; text: string },
  rest?: Html,
): PreferencePage {
  const body = html`${sign}
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    ${rest}`;
  return { status: 200, title, body, preferences };
}

function fieldsetOf(choices: readonly Choice[], texts: PreferenceTexts): Html {
  const items = choices.map((choice) => {
    const { id, isOn } = choice;
    const { title, text } = labelOf(choice, texts);
    return html`<label class="choice">
      <input type="hidden" name="${FIELDS.shown}" value="${id}" />
      <input type="checkbox" name="${FIELDS.choice}" value="${id}" ${isOn ? new Html('checked') : undefined} />
      <span>${title}${text ? html`<span class="hint">${text}</span>` : undefined}</span>
    </label>`;
  });
  return html`<fieldset>
    <legend>${texts.legend}</legend>
    ${items}
  </fieldset>`;
}

function labelOf({ id, name, description }: Choice, texts: PreferenceTexts): { title: string; text: string | null } {
  return id === NO_TOPIC ? texts.other : { title: name ?? texts.list, text: description };
}

function languageLinks(): Html {
  const here = currentLanguage();
  const links = LANGUAGES.map((language) =>
    language === here
      ? html`<span aria-current="true">${PREFERENCE_TEXTS[language].own}</span> `
      : html`<a href="?${FIELDS.language}=${language}" lang="${language}" hreflang="${language}"
          >${PREFERENCE_TEXTS[language].own}</a
        > `,
  );
  return html`<nav class="small" aria-label="${PREFERENCE_TEXTS[here].languages}">${links}</nav>`;
}
