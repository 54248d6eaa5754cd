import { html, type Html } from '#libs/core/html';

/** The token is in the form, so that its address has none. */
export const tokenField = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`;

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
