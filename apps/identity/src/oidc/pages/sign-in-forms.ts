import { html, type Html } from '#libs/html';
import { page, problemBox } from '../../pages/page.js';

/** What every step shows: the app, and the problem of the last attempt. */
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
}

export function passwordPage({ action, appName, problem, email, forgottenUrl }: PasswordView): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  return page(
    titleOf('Sign in', problem),
    html`<h1>Sign in</h1>
      <p class="lead">to continue to <strong>${appName}</strong></p>
      ${problemBox(problem)}
      <form method="post" action="${action}/password">
        <label for="email">E-mail address</label>
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
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
          ${wrong}${autofocus(email !== '')}
        />
        <button type="submit">Sign in</button>
      </form>
      ${cancelForm(action)}
      <p class="aside"><a href="${forgottenUrl}">Forgot your password?</a></p>`,
  );
}

export function codePage({ action, appName, problem }: StepView): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true"`;
  return page(
    titleOf('Second step', problem),
    html`<h1>Second step</h1>
      <p class="lead">to continue to <strong>${appName}</strong></p>
      ${problemBox(problem)}
      <form method="post" action="${action}/code">
        <label for="code"
          >Code
          <span class="hint" id="hint"
            >The six digits of your authenticator app, or one of your recovery codes</span
          ></label
        >
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
        <button type="submit">Continue</button>
      </form>
      <form class="aside" method="post" action="${action}/again">
        <button class="link" type="submit">Sign in as somebody else</button>
      </form>
      ${cancelForm(action)}`,
  );
}

export interface ConsentView extends StepView {
  email: string;
  /** Where the answer goes. */
  destination: string;
  scopes: readonly string[];
}

/** What each scope allows, as the user reads it. */
const SCOPE_TEXTS: Record<string, string> = {
  openid: 'Know that it is you',
  profile: 'See your name',
  email: 'See your e-mail address',
  offline_access: 'Keep this access after you have signed out, until you take it back',
  service: 'Do everything in your accounts in your name, except decide who gets in',
};

export function consentPage({ action, appName, problem, email, destination, scopes }: ConsentView): string {
  const items = scopes.map((scope) => html`<li>${SCOPE_TEXTS[scope] ?? scope}</li>`);
  return page(
    titleOf(`Allow ${appName}?`, problem),
    html`<h1>Allow ${appName}?</h1>
      <p class="lead">Signed in as <strong>${email}</strong></p>
      <p>${appName} asks to:</p>
      ${problemBox(problem)}
      <ul>
        ${items}
      </ul>
      <form method="post" action="${action}/consent"><button type="submit">Allow</button></form>
      <form method="post" action="${action}/cancel"><button class="quiet" type="submit">Do not allow</button></form>
      <p class="small">
        Your answer goes to ${destination}. You can take an access back at any time in the list of your sessions.
      </p>`,
  );
}

function cancelForm(action: string): Html {
  return html`<form method="post" action="${action}/cancel"><button class="quiet" type="submit">Cancel</button></form>`;
}

/** The title is what a screen reader says first. */
const titleOf = (title: string, problem: string | undefined): string => (problem ? `Problem: ${title}` : title);

const autofocus = (here: boolean): Html | undefined => (here ? html` autofocus` : undefined);
