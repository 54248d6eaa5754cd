import { html, Html, mark } from '#libs/core/html';
import { page, problemBox, titleOf } from '../../browser-pages/page.js';
import { deviceTexts } from '../../browser-pages/texts/device.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';
import { PATHS } from '../paths.js';

export interface UserCodeView {
  action: string;
  /** The library's token against forms of other sites. */
  secret: string;
  userCode: string;
  problem?: string;
}

/** The page for the code that a program shows. */
export function userCodePage({ action, secret, userCode, problem }: UserCodeView): string {
  const { enter } = deviceTexts();
  const wrong = problem === undefined ? undefined : html` aria-invalid="true"`;
  return page(
    titleOf(enter.title, problem !== undefined),
    html`<h1>${enter.title}</h1>
      <p class="lead">${enter.lead}</p>
      ${problemBox(problem)}
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${secret}" />
        <label for="user_code">${enter.code} <span class="hint" id="hint">${enter.hint}</span></label>
        <input
          class="code"
          id="user_code"
          name="user_code"
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          required
          maxlength="32"
          value="${userCode}"
          aria-describedby="hint${problem === undefined ? '' : ' problem'}"
          ${wrong}
          autofocus
        />
        <button type="submit">${signInTexts().second.button}</button>
      </form>`,
  );
}

export interface ApprovalView {
  /** The library's form, without buttons. */
  form: string;
  appName: string;
  userCode: string;
  /** The program that asked, as it introduced itself. */
  from: { ip?: string; userAgent?: string };
  /** The user signed in in the browser; absent: the sign-in comes next. */
  email?: string;
}

/** The page on which a user approves a program or denies it. Approving is not the button that Return presses. */
export function approvalPage({ form, appName, userCode, from, email }: ApprovalView): string {
  const { approve } = deviceTexts();
  const { consent } = signInTexts();
  const facts = [
    { name: approve.program, value: from.userAgent },
    { name: approve.address, value: from.ip },
  ].filter(({ value }) => value);
  return page(
    consent.title(appName),
    html`${mark('key')}
      <h1>${consent.title(appName)}</h1>
      <p class="lead">${email === undefined ? approve.signInNext : consent.as(email)}</p>
      <p>${approve.compare} <strong class="user-code">${userCode}</strong></p>
      <dl>
        ${facts.map(
          ({ name, value }) =>
            html`<dt>${name}</dt>
              <dd>${value ?? ''}</dd>`,
        )}
      </dl>
      <p>${consent.asks(appName)}</p>
      <ul>
        <li>${approve.scope}</li>
        <li>${approve.lasts}</li>
      </ul>
      ${new Html(form)}
      <button type="submit" form="op.deviceConfirmForm">${approve.button}</button>
      <button class="quiet" type="submit" form="op.deviceConfirmForm" name="abort" value="yes">${approve.deny}</button>
      <p class="small">${approve.warning}</p>
      ${email === undefined ? undefined : html`<p class="small"><a href="${PATHS.end_session}">${approve.other}</a></p>`}`,
  );
}

export function approvedPage(appName: string): string {
  const { approved } = deviceTexts();
  return page(
    approved.title,
    html`${mark('check', 'good')}
      <h1>${approved.title}</h1>
      <p class="lead">${approved.lead(appName)}</p>`,
  );
}

export function deniedPage(): string {
  const { denied } = deviceTexts();
  return page(
    denied.title,
    html`${mark('cross', 'bad')}
      <h1>${denied.title}</h1>
      <p class="lead">${denied.lead}</p>`,
  );
}
