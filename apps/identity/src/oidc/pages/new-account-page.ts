import { html } from '#libs/core/html';
import { NAME_MAX } from '../../browser-pages/entered-values.js';
import { describedBy, nameField, passwordField, wrongText, type Wrong } from '../../browser-pages/form-parts.js';
import { page, problemBox, titleOf } from '../../browser-pages/page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';
import type { StepView } from './sign-in-forms.js';

/** Values that stay in the form after it was refused. */
export interface EnteredAccount {
  name: string;
  tenant: string;
  email: string;
}

export interface NewAccountView extends StepView {
  entered: EnteredAccount;
  wrong?: Wrong<keyof EnteredAccount | 'password'>;
}

/** The page on which a visitor of the sign-in creates an account. */
export function newAccountPage({ action, appName, problem, entered, wrong = {} }: NewAccountView): string {
  const { new: texts, toContinue } = signInTexts();
  const { email, password } = commonTexts();
  const isWrong = problem !== undefined || Object.keys(wrong).length > 0;
  const first = Object.keys(wrong)[0] ?? 'name';
  const focus = (field: string) => (first === field ? html` autofocus` : undefined);
  return page(
    titleOf(texts.title, isWrong),
    html`<h1>${texts.title}</h1>
      <p class="lead">${toContinue(appName)}</p>
      ${problemBox(problem)}
      <form method="post" action="${action}/new">
        ${nameField({ value: entered.name, wrong: wrong.name, focused: first === 'name' })}
        <label for="tenant">${texts.tenant} <span class="hint" id="tenant-hint">${texts.tenantHint}</span></label>
        <input
          id="tenant"
          name="tenant"
          type="text"
          autocomplete="organization"
          required
          maxlength="${String(NAME_MAX)}"
          value="${entered.tenant}"
          ${describedBy('tenant', wrong.tenant, true)}${focus('tenant')}
        />
        ${wrongText('tenant', wrong.tenant)}
        <label for="email">${email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="254"
          value="${entered.email}"
          ${describedBy('email', wrong.email)}${focus('email')}
        />
        ${wrongText('email', wrong.email)}
        ${passwordField({ name: 'password', label: password, wrong: wrong.password, focused: first === 'password' })}
        <button type="submit">${texts.button}</button>
      </form>
      <p class="aside">${texts.other} <a href="${action}">${signInTexts().signIn}</a></p>`,
  );
}
