import type { Role } from '#libs/auth';
import { plainName, type Notice } from '#libs/email';
import type { MailLinks } from './mail-links.js';
import type { SystemMail } from './system-mail.js';

/** The label of each role. */
export const ROLES: Record<Role, string> = { owner: 'an owner', admin: 'an admin', member: 'a member' };

/** The content of each kind of mail. */
export function contentOf(mail: SystemMail, links: MailLinks): Notice {
  switch (mail.kind) {
    case 'verification':
      return {
        subject: 'Confirm your e-mail address',
        heading: 'Confirm your e-mail address',
        paragraphs: [greeting(mail.name), `Please confirm that ${mail.to} is your e-mail address.`],
        action: { label: 'Confirm the address', url: links.verification(mail.token) },
        notes: [
          `The link works once, until ${moment(mail.expiresAt)}.`,
          `The account was created ${originOf(mail)}.`,
          'If it was not you, do not confirm. Tell us, and the address is free again:',
        ],
        otherwise: { label: 'This was not me', url: links.notMyAccount(mail.token) },
      };
    case 'password-reset':
      return {
        subject: 'Choose a new password',
        heading: 'Choose a new password',
        paragraphs: [greeting(mail.name), 'Somebody asked for a new password for your account.'],
        action: { label: 'Choose a new password', url: links.passwordReset(mail.token) },
        notes: [
          `The link works once, until ${moment(mail.expiresAt)}.`,
          'If it was not you, ignore this mail: your password stays as it is.',
        ],
      };
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        paragraphs: [
          greeting(mail.name),
          'The password of your account was changed, and you were signed out on your other devices.',
        ],
        action: { label: 'That was not me', url: links.forgottenPassword() },
        notes: ['If it was you, there is nothing to do.'],
      };
    case 'address-added':
      return {
        subject: 'An e-mail address was added to your account',
        heading: 'An e-mail address was added',
        paragraphs: [greeting(mail.name), `The address ${mail.added} was added to your account.`],
        action: accountAction(links),
        notes: ['If it was not you, change your password and remove the address.'],
      };
    case 'address-changed':
      return {
        subject: 'The e-mail address of your account was changed',
        heading: 'Your e-mail address was changed',
        paragraphs: [greeting(mail.name), `From now on you sign in to your account with ${mail.current}.`],
        action: { label: 'Undo the change', url: links.undoAddressChange(mail.token) },
        notes: [
          `If it was you, there is nothing to do. If not, undo it with the link. It works once, until ${moment(mail.expiresAt)}.`,
        ],
      };
    case 'erasure-requested':
      return erasureRequested(mail, links);
    case 'invitation':
      return invitation(mail, links);
    case 'account-deletion-requested':
      return {
        subject: 'Your account will be deleted',
        heading: 'Your account will be deleted',
        paragraphs: [
          greeting(mail.name),
          'You asked for your account to be deleted, and you were signed out everywhere.',
          `If you sign in before ${moment(mail.dueAt)}, you keep it. After that it is gone for good.`,
        ],
        action: { label: 'That was not me', url: links.forgottenPassword() },
        notes: ['If it was not you, choose a new password and sign in.'],
      };
    case 'account-restored':
      return {
        subject: 'You keep your account',
        heading: 'You keep your account',
        paragraphs: [greeting(mail.name), 'You signed in again, so your account will not be deleted.'],
        action: { label: 'That was not me', url: links.forgottenPassword() },
        notes: ['If it was you, there is nothing to do.'],
      };
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        heading: 'Your account was deleted',
        paragraphs: [greeting(mail.name), 'Your account and what you signed in with are gone, as you asked.'],
        notes: ['This is the last mail about it.'],
      };
    case 'tenant-deletion-requested':
    case 'tenant-restored':
    case 'tenant-deleted':
      return tenantDeletion(mail, links);
  }
}

/** Without an account page, the action is to change the password, which ends every other session. */
function accountAction(links: MailLinks): Notice['action'] {
  const url = links.account();
  return url ? { label: 'Look at my account', url } : { label: 'That was not me', url: links.forgottenPassword() };
}

function invitation(mail: Extract<SystemMail, { kind: 'invitation' }>, links: MailLinks): Notice {
  const inviter = plainName(mail.inviter) || 'Somebody';
  const tenant = plainName(mail.tenantName) || 'their account';
  return {
    subject: `${inviter} invites you to ${tenant}`,
    heading: `Join ${tenant}`,
    paragraphs: ['Hello,', `${inviter} invites you to ${tenant} as ${ROLES[mail.role]}.`],
    action: { label: 'Accept the invitation', url: links.invitation(mail.token) },
    notes: [
      `The invitation is for ${mail.to} and is good until ${moment(mail.expiresAt)}.`,
      'If you do not know who this is, ignore this mail.',
    ],
  };
}

/** Names no contact: the mail may lie where fewer people should know of them than in the CRM. */
function erasureRequested(
  { name, tenantName, slug, requestId }: Extract<SystemMail, { kind: 'erasure-requested' }>,
  links: MailLinks,
): Notice {
  const tenant = plainName(tenantName) || 'your account';
  const url = links.erasureRequests(slug);
  return {
    subject: 'A request to erase a contact waits for your decision',
    heading: 'A request to erase a contact waits',
    paragraphs: [
      greeting(name),
      `In the CRM of ${tenant} a request to erase a contact was entered. Nothing is erased until an admin approves it.`,
    ],
    ...(url && { action: { label: 'Decide', url } }),
    notes: [
      `It is the request ${requestId}, among the requests that are pending in the CRM.`,
      `You get this mail as an owner or an admin of ${tenant}.`,
    ],
  };
}

type TenantDeletionMail = Extract<
  SystemMail,
  { kind: 'tenant-deletion-requested' | 'tenant-restored' | 'tenant-deleted' }
>;

function tenantDeletion(mail: TenantDeletionMail, links: MailLinks): Notice {
  const tenant = plainName(mail.tenantName) || 'Your account';
  const url = links.account();
  const action = url && { action: { label: 'Look at my account', url } };
  const owner = 'You get this mail as an owner.';
  switch (mail.kind) {
    case 'tenant-deletion-requested':
      return {
        subject: `${tenant} will be deleted`,
        heading: `${tenant} will be deleted`,
        paragraphs: [
          greeting(mail.name),
          `An owner of ${tenant} deleted it. From now on nothing is sent, and nothing can be changed.`,
          `Until ${moment(mail.dueAt)} an owner can restore it. Then everything in it is gone for good.`,
        ],
        ...action,
        notes: ['If this should not be, restore it, and change your password.', owner],
      };
    case 'tenant-restored':
      return {
        subject: `${tenant} was restored`,
        heading: `${tenant} was restored`,
        paragraphs: [greeting(mail.name), `${tenant} will not be deleted. What waited to be sent is sent now.`],
        ...action,
        notes: [owner],
      };
    case 'tenant-deleted':
      return {
        subject: `${tenant} was deleted`,
        heading: `${tenant} was deleted`,
        paragraphs: [
          greeting(mail.name),
          `${tenant} and everything in it is being deleted now. It cannot be restored.`,
        ],
        notes: ['You get this mail because you were an owner.'],
      };
  }
}

const greeting = (name: string): string => (plainName(name) ? `Hello ${plainName(name)},` : 'Hello,');

/** When and from where an account was created. */
export function originOf({
  registeredAt,
  registeredIp,
}: {
  registeredAt: string;
  registeredIp: string | null;
}): string {
  const when = `on ${moment(registeredAt)}`;
  return registeredIp === null ? when : `${when}, from the IP address ${registeredIp}`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const moment = (iso: string): string => `${MOMENT.format(new Date(iso))} UTC`;
