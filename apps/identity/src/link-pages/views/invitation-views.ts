import { html, mark, type Html } from '#libs/html';
import { ROLES } from '../../mail/mail-content.js';
import { LINK_PATHS } from '../../mail/mail-links.js';
import type { ShownInvitation } from '../../invitations/invitation.repository.js';
import { page, problemBox } from '../../pages/page.js';
import { passwordField } from './password-views.js';
import { describedBy, titleOf, tokenField, wrongText, type Wrong } from './parts.js';

const PATH = LINK_PATHS.invitation;

export interface InvitationView {
  token: string;
  invitation: ShownInvitation;
  /** The address of the user signed in in the browser. */
  signedInAs?: string;
}

/** For a signed-in user who has the address. */
export function joinPage({ token, invitation, signedInAs = '' }: InvitationView): string {
  return invitationPage(
    invitation,
    html`<form method="post" action="${PATH}">
        ${tokenField(token)}
        <button type="submit">Accept the invitation</button>
      </form>
      <p class="small">You are signed in as ${signedInAs}. If you do not want to join, close this page.</p>`,
  );
}

/** For an address with an account, in a browser without a sign-in to it. */
export function signInFirstPage({ token, invitation, signedInAs }: InvitationView): string {
  const why = signedInAs
    ? html`<p>
        It is for <strong>${invitation.email}</strong>, and you are signed in as <strong>${signedInAs}</strong>, an
        account without that address.
      </p>`
    : html`<p>It is for <strong>${invitation.email}</strong>. Sign in with that account to accept it.</p>`;
  const label = signedInAs ? 'Switch account' : 'Sign in to accept';
  return invitationPage(
    invitation,
    html`${why}
      <form method="post" action="${PATH}/sign-in">
        ${tokenField(token)}
        <button type="submit">${label}</button>
      </form>
      ${invitation.isUnproved ? startAnewForm(token) : undefined}`,
  );
}

function startAnewForm(token: string): Html {
  return html`<form class="aside" method="get" action="${PATH}/account">
    ${tokenField(token)}
    <p class="small">You did not create that account? Its address was never confirmed.</p>
    <button class="link" type="submit">Make it mine</button>
  </form>`;
}

export interface NewAccountView extends InvitationView {
  name?: string;
  wrong?: Wrong<'name' | 'password'>;
  problem?: string;
}

/** For an address without an account. */
export function newAccountPage({ token, invitation, signedInAs, name, wrong = {}, problem }: NewAccountView): string {
  return invitationPage(
    invitation,
    html`${problemBox(problem)}
      <form method="post" action="${PATH}/account">
        ${tokenField(token)}
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" value="${invitation.email}" readonly />
        <label for="name">Your name <span class="hint" id="name-hint">As the others in the team see it</span></label>
        <input
          id="name"
          name="name"
          type="text"
          autocomplete="name"
          required
          maxlength="200"
          value="${name ?? ''}"
          ${describedBy('name', wrong.name, true)}${wrong.password ? undefined : html` autofocus`}
        />
        ${wrongText('name', wrong.name)}
        ${passwordField({ name: 'password', label: 'Password', wrong: wrong.password, focused: Boolean(wrong.password) })}
        <button type="submit">${invitation.isUnproved ? 'Take over and join' : 'Create account and join'}</button>
        ${invitation.isUnproved ? takeOverNote() : undefined}
      </form>
      ${signedInAs ? addAddressNote(invitation.email, signedInAs) : otherAccountForm(token)}`,
    Boolean(problem || wrong.name || wrong.password),
  );
}

function takeOverNote(): Html {
  return html`<p class="small">
    The account with this address becomes yours. What was set in it before is removed: its password, other addresses,
    authenticator app, devices, connected apps and API keys.
  </p>`;
}

function addAddressNote(email: string, signedInAs: string): Html {
  return html`<p class="small">
    You are signed in as ${signedInAs}. To join with that account instead, add ${email} to it in your app, then open
    this link again.
  </p>`;
}

function otherAccountForm(token: string): Html {
  return html`<form class="aside" method="post" action="${PATH}/sign-in">
    ${tokenField(token)}
    <p class="small">You have an account with another address?</p>
    <button class="link" type="submit">Sign in with it</button>
  </form>`;
}

export function welcomePage(tenantName: string, role: ShownInvitation['role'], login: string): string {
  return page(
    `Welcome to ${tenantName}`,
    html`${mark('check', 'good')}
      <h1>Welcome to ${tenantName}</h1>
      <p class="lead">You are ${ROLES[role]} now.</p>
      <p>
        Sign in to your app as <strong>${login}</strong>, and you find ${tenantName} there. You can close this page.
      </p>`,
  );
}

export function memberAlreadyPage(tenantName: string): string {
  return page(
    'You are a member already',
    html`${mark('check', 'good')}
      <h1>You are a member already</h1>
      <p class="lead">${tenantName} is among the accounts of yours, so there is nothing to accept.</p>
      <p>You can close this page and go back to your app.</p>`,
  );
}

/** For an invitation that was accepted or revoked, or that is too old. */
export function overPage({ acceptedAt, revokedAt, tenantName, inviter }: ShownInvitation): string {
  if (acceptedAt) {
    return ending('check', 'This invitation was accepted', `Whoever accepted it is in ${tenantName} now.`, [
      'If that was you, sign in to your app: there is nothing left to do here.',
    ]);
  }
  const next = `If you still want to join, ask ${inviter || 'whoever invited you'} for another invitation.`;
  if (revokedAt) return ending('cross', 'This invitation was withdrawn', `It was for ${tenantName}.`, [next]);
  return ending('clock', 'This invitation is too old', `It was for ${tenantName}, and good for a week.`, [next]);
}

export const unknownInvitationPage = (): string =>
  ending('cross', 'This link does not work', 'It is not complete, or the invitation is too long ago.', [
    'Open the link in the newest mail that you have from us, or ask whoever invited you for another invitation.',
  ]);

function invitationPage(invitation: ShownInvitation, rest: Html, wrong = false): string {
  const { tenantName, inviter, role } = invitation;
  return page(
    titleOf(`Join ${tenantName}`, wrong),
    html`${mark('people')}
      <h1>Join ${tenantName}</h1>
      <p class="lead"><strong>${inviter || 'Somebody'}</strong> invites you as ${ROLES[role]}.</p>
      ${rest}`,
  );
}

function ending(drawing: 'check' | 'clock' | 'cross', title: string, lead: string, texts: readonly string[]): string {
  return page(
    title,
    html`${mark(drawing)}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${texts.map((text) => html`<p>${text}</p>`)}`,
  );
}
