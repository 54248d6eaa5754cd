import { html, type Html } from '#libs/core/html';

/** The token is in the form, so that its address has none. */
export const tokenField = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`;
