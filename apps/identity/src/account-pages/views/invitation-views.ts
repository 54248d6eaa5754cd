import { html, mark, type Html } from '#libs/core/html';
import { LINK_PATHS } from '../../mail/mail-links.js';
import type { ShownInvitation } from '../../invitations/invitation.repository.js';
import { page, problemBox, titleOf } from '../../browser-pages/page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { invitationTexts } from '../../browser-pages/texts/invitation.texts.js';
import { nameField, passwordField, type Wrong } from '../../browser-pages/form-parts.js';
import { tokenField } from './token-field.js';

const PATH = LINK_PATHS.invitation;

export interface InvitationView {
  token: string;
  invitation: ShownInvitation;
  /** The address of the user signed in in the browser. */
  signedInAs?: string;
}

/** The page for a signed-in user who has the address. */
export function joinPage({ token, invitation, signedInAs = '' }: InvitationView): string {
  const texts = invitationTexts();
  return invitationPage(
    invitation,
    html`<form method="post" action="${PATH}">
        ${tokenField(token)}
        <button type="submit">${texts.accept}</button>
      </form>
      <p class="small">${texts.signedInAs(signedInAs)}</p>`,
  );
}

/** The page for an address with an account, in a browser that is not signed in to it. */
export function signInFirstPage({ token, invitation, signedInAs }: InvitationView): string {
  const texts = invitationTexts();
  const { email } = invitation;
  return invitationPage(
    invitation,
    html`<p>${signedInAs ? texts.otherUser(email, signedInAs) : texts.signInFirst(email)}</p>
      <form method="post" action="${PATH}/sign-in">
        ${tokenField(token)}
        <button type="submit">${signedInAs ? texts.switch : texts.signIn}</button>
      </form>
      ${invitation.isUnproved ? startAnewForm(token) : undefined}`,
  );
}

function startAnewForm(token: string): Html {
  const { notCreated, makeMine } = invitationTexts();
  return html`<form class="aside" method="get" action="${PATH}/account">
    ${tokenField(token)}
    <p class="small">${notCreated}</p>
    <button class="link" type="submit">${makeMine}</button>
  </form>`;
}

export interface NewAccountView extends InvitationView {
  name?: string;
  wrong?: Wrong<'name' | 'password'>;
  problem?: string;
}

/** The page for an address without an account. */
export function newAccountPage({ token, invitation, signedInAs, name, wrong = {}, problem }: NewAccountView): string {
  const texts = invitationTexts();
  const { email, password } = commonTexts();
  return invitationPage(
    invitation,
    html`${problemBox(problem)}
      <form method="post" action="${PATH}/account">
        ${tokenField(token)}
        <label for="email">${email}</label>
        <input id="email" name="email" type="email" autocomplete="username" value="${invitation.email}" readonly />
        ${nameField({ value: name ?? '', wrong: wrong.name, focused: !wrong.password })}
        ${passwordField({ name: 'password', label: password, wrong: wrong.password, focused: Boolean(wrong.password) })}
        <button type="submit">${invitation.isUnproved ? texts.takeOver : texts.create}</button>
        ${invitation.isUnproved ? html`<p class="small">${texts.takeOverNote}</p>` : undefined}
      </form>
      ${
        signedInAs
          ? html`<p class="small">${texts.addAddress(invitation.email, signedInAs)}</p>`
          : otherAccountForm(token)
      }`,
    Boolean(problem || wrong.name || wrong.password),
  );
}

function otherAccountForm(token: string): Html {
  const { otherAddress, signInWithIt } = invitationTexts();
  return html`<form class="aside" method="post" action="${PATH}/sign-in">
    ${tokenField(token)}
    <p class="small">${otherAddress}</p>
    <button class="link" type="submit">${signInWithIt}</button>
  </form>`;
}

export function welcomePage(tenantName: string, role: ShownInvitation['role'], login: string): string {
  const { welcome } = invitationTexts();
  const sign = mark('check', 'good');
  return ending(sign, welcome.title(tenantName), welcome.lead(role), welcome.text(login, tenantName));
}

export function memberAlreadyPage(tenantName: string): string {
  const { title, lead, text } = invitationTexts().already;
  return ending(mark('check', 'good'), title, lead(tenantName), text);
}

/** The page for an invitation that was accepted or revoked, or that is too old. */
export function overPage({ acceptedAt, revokedAt, tenantName, inviter }: ShownInvitation): string {
  const { accepted, withdrawn, late, askAgain } = invitationTexts();
  if (acceptedAt) return ending(mark('check'), accepted.title, accepted.lead(tenantName), accepted.text);
  const { title, lead } = revokedAt ? withdrawn : late;
  return ending(mark(revokedAt ? 'cross' : 'clock'), title, lead(tenantName), askAgain(inviter));
}

export function unknownInvitationPage(): string {
  const { title, lead, text } = invitationTexts().unknown;
  return ending(mark('cross'), title, lead, text);
}

function invitationPage(invitation: ShownInvitation, rest: Html, wrong = false): string {
  const { tenantName, inviter, role } = invitation;
  const texts = invitationTexts();
  const title = texts.join(tenantName);
  return page(
    titleOf(title, wrong),
    html`${mark('people')}
      <h1>${title}</h1>
      <p class="lead">${texts.lead(inviter, role)}</p>
      ${rest}`,
  );
}

function ending(sign: Html, title: string, lead: string, text: string | Html): string {
  return page(
    title,
    html`${sign}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      <p>${text}</p>`,
  );
}
