import { html, type Html } from '#libs/core/html';
import { page, problemBox, titleOf } from '../../browser-pages/page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';

/** Values that every step shows. */
export interface StepView {
  /** Path of the sign-in, under which its forms are sent. */
  action: string;
  appName: string;
  problem?: string;
}

export interface PasswordView extends StepView {
  email: string;
  /** The page for a forgotten password. */
  forgottenUrl: string;
  /** The page that creates an account; absent if visitors may not. */
  newAccountUrl?: string;
}

export function passwordPage(view: PasswordView): string {
  const { action, appName, problem, email, forgottenUrl, newAccountUrl } = view;
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const texts = signInTexts();
  const labels = commonTexts();
  return page(
    titleOf(texts.signIn, problem !== undefined),
    html`<h1>${texts.signIn}</h1>
      <p class="lead">${texts.toContinue(appName)}</p>
      ${problemBox(problem)}
      <form method="post" action="${action}/password">
        <label for="email">${labels.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="254"
          value="${email}"
          ${wrong}${autofocus(email === '')}
        />
        <label for="password">${labels.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
          ${wrong}${autofocus(email !== '')}
        />
        <button type="submit">${texts.signIn}</button>
      </form>
      ${cancelForm(action)}
      <p class="aside"><a href="${forgottenUrl}">${texts.forgotten}</a></p>
      ${newAccountUrl && html`<p class="aside">${texts.new.asked} <a href="${newAccountUrl}">${texts.new.link}</a></p>`}`,
  );
}

export function codePage({ action, appName, problem }: StepView): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true"`;
  const { second, toContinue } = signInTexts();
  return page(
    titleOf(second.title, problem !== undefined),
    html`<h1>${second.title}</h1>
      <p class="lead">${toContinue(appName)}</p>
      ${problemBox(problem)}
      <form method="post" action="${action}/code">
        <label for="code">${second.code} <span class="hint" id="hint">${second.hint}</span></label>
        <input
          class="code"
          id="code"
          name="code"
          type="text"
          inputmode="text"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="64"
          aria-describedby="hint${problem === undefined ? '' : ' problem'}"
          ${wrong}
          autofocus
        />
        <button type="submit">${second.button}</button>
      </form>
      <form class="aside" method="post" action="${action}/again">
        <button class="link" type="submit">${second.other}</button>
      </form>
      ${cancelForm(action)}`,
  );
}

export interface ConsentView extends StepView {
  email: string;
  /** Host of the app, to which the browser returns. */
  destination: string;
  scopes: readonly string[];
}

export function consentPage({ action, appName, problem, email, destination, scopes }: ConsentView): string {
  const { consent } = signInTexts();
  // What each scope allows, as the user reads it.
  const items = scopes.map((scope) => html`<li>${consent.scopes[scope] ?? scope}</li>`);
  return page(
    titleOf(consent.title(appName), problem !== undefined),
    html`<h1>${consent.title(appName)}</h1>
      <p class="lead">${consent.as(email)}</p>
      <p>${consent.asks(appName)}</p>
      ${problemBox(problem)}
      <ul>
        ${items}
      </ul>
      <form method="post" action="${action}/consent"><button type="submit">${consent.allow}</button></form>
      <form method="post" action="${action}/cancel"><button class="quiet" type="submit">${consent.deny}</button></form>
      <p class="small">${consent.note(destination)}</p>`,
  );
}

function cancelForm(action: string): Html {
  const { cancel } = signInTexts();
  return html`<form method="post" action="${action}/cancel">
    <button class="quiet" type="submit">${cancel}</button>
  </form>`;
}

const autofocus = (here: boolean): Html | undefined => (here ? html` autofocus` : undefined);
