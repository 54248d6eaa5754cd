import { html, type Html } from '#libs/core/html';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';
import { NAME_MAX } from './entered-values.js';
import { commonTexts } from './texts/common.texts.js';

/** The message for one invalid field. */
export type Wrong<Field extends string> = Partial<Record<Field, string>>;

/** Attributes that link a field to its hint and message. */
export function describedBy(name: string, wrong: string | undefined, hint = false): Html {
  const ids = [hint ? `${name}-hint` : '', wrong ? `${name}-wrong` : ''].filter(Boolean).join(' ');
  return html`${ids ? html` aria-describedby="${ids}"` : undefined}${wrong ? html` aria-invalid="true"` : undefined}`;
}

export function wrongText(name: string, wrong: string | undefined): Html | undefined {
  return wrong === undefined ? undefined : html`<p class="wrong" id="${name}-wrong">${wrong}</p>`;
}

/** A field for the name of the user. */
export function nameField(field: { value: string; wrong?: string; focused?: boolean }): Html {
  const { value, wrong, focused = false } = field;
  const { name, nameHint } = commonTexts();
  return html`<label for="name">${name} <span class="hint" id="name-hint">${nameHint}</span></label>
    <input
      id="name"
      name="name"
      type="text"
      autocomplete="name"
      required
      maxlength="${String(NAME_MAX)}"
      value="${value}"
      ${describedBy('name', wrong, true)}${focused ? html` autofocus` : undefined}
    />
    ${wrongText('name', wrong)}`;
}

/** A field for a new password, with its rule. */
export function passwordField(field: { name: string; label: string; wrong?: string; focused?: boolean }): Html {
  const { name, label, wrong, focused = false } = field;
  return html`<label for="${name}"
      >${label} <span class="hint" id="${name}-hint">${commonTexts().passwordRule}</span></label
    >
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="new-password"
      required
      minlength="${String(PASSWORD_MIN)}"
      maxlength="${String(PASSWORD_MAX)}"
      ${describedBy(name, wrong, true)}${focused ? html` autofocus` : undefined}
    />
    ${wrongText(name, wrong)}`;
}
