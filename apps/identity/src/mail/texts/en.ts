import { ROLES } from '../../browser-pages/texts/invitation.texts.js';
import type { MailTexts } from '../mail-texts.js';
import { canResend } from '../webhook-id.js';

const WAS_YOU = 'If it was you, there is nothing to do.';

export const EN: MailTexts = {
  locale: 'en-GB',
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  somebody: 'Somebody',
  theirAccount: 'their account',
  yourAccount: 'Your account',
  origin: (moment, ip) => (ip === null ? `on ${moment}` : `on ${moment}, from the IP address ${ip}`),
  actions: {
    confirm: 'Confirm the address',
    choosePassword: 'Choose a new password',
    notMe: 'That was not me',
    account: 'Look at my account',
    undo: 'Undo the change',
    decide: 'Decide',
    accept: 'Accept the invitation',
  },
  thisWasNotMe: 'This was not me',
  mails: {
    verification: ({ to, expiresAt }, { greeting, moment, origin }) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: [greeting, `Please confirm that ${to} is your e-mail address.`],
      notes: [
        `The link works once, until ${moment(expiresAt)}.`,
        `The account was created ${origin}.`,
        'If it was not you, do not confirm. Tell us, and the address is free again:',
      ],
    }),
    'password-reset': ({ expiresAt }, { greeting, moment }) => ({
      subject: 'Choose a new password',
      paragraphs: [greeting, 'Somebody asked for a new password for your account.'],
      notes: [
        `The link works once, until ${moment(expiresAt)}.`,
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
    }),
    'password-changed': (_mail, { greeting }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        greeting,
        'The password of your account was changed, and you were signed out on your other devices.',
      ],
      notes: [WAS_YOU],
    }),
    'address-added': ({ added }, { greeting }) => ({
      subject: 'An e-mail address was added to your account',
      heading: 'An e-mail address was added',
      paragraphs: [greeting, `The address ${added} was added to your account.`],
      notes: ['If it was not you, change your password and remove the address.'],
    }),
    'address-changed': ({ current, expiresAt }, { greeting, moment }) => ({
      subject: 'The e-mail address of your account was changed',
      heading: 'Your e-mail address was changed',
      paragraphs: [greeting, `From now on you sign in to your account with ${current}.`],
      notes: [
        `If it was you, there is nothing to do. If not, undo it with the link. It works once, until ${moment(expiresAt)}.`,
      ],
    }),
    // Names no contact: the mail may lie where fewer people should know of them than in the CRM.
    'erasure-requested': ({ requestId }, { greeting, tenant }) => ({
      subject: 'A request to erase a contact waits for your decision',
      heading: 'A request to erase a contact waits',
      paragraphs: [
        greeting,
        `In the CRM of ${tenant} a request to erase a contact was entered. Nothing is erased until an admin approves it.`,
      ],
      notes: [
        `It is the request ${requestId}, among the requests that are pending in the CRM.`,
        `You get this mail as an owner or an admin of ${tenant}.`,
      ],
    }),
    'webhook-disabled': ({ webhookId, host, failingSince }, { greeting, tenant, moment }) => ({
      subject: `A webhook of ${tenant} was switched off`,
      heading: 'A webhook was switched off',
      paragraphs: [
        greeting,
        `The webhook ${webhookId} at ${host} has answered none of its deliveries since ${moment(failingSince)}, so ${tenant} sends it no more.`,
        'Once it works, switch it on again.',
        canResend(webhookId) ? 'Then have sent again what it missed.' : 'What it missed is not sent again.',
      ],
      notes: [`You get this mail as an owner or an admin of ${tenant}.`],
    }),
    'tenant-deletion-requested': ({ dueAt }, { greeting, tenant, moment }) => ({
      subject: `${tenant} will be deleted`,
      paragraphs: [
        greeting,
        `An owner of ${tenant} deleted it. From now on nothing is sent, and nothing can be changed.`,
        `Until ${moment(dueAt)} an owner can restore it. Then everything in it is gone for good.`,
      ],
      notes: ['If this should not be, restore it, and change your password.', 'You get this mail as an owner.'],
    }),
    'tenant-restored': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} was restored`,
      paragraphs: [greeting, `${tenant} will not be deleted. What waited to be sent is sent now.`],
      notes: ['You get this mail as an owner.'],
    }),
    'tenant-deleted': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} was deleted`,
      paragraphs: [greeting, `${tenant} and everything in it is being deleted now. It cannot be restored.`],
      notes: ['You get this mail because you were an owner.'],
    }),
    'account-deletion-requested': ({ dueAt }, { greeting, moment }) => ({
      subject: 'Your account will be deleted',
      paragraphs: [
        greeting,
        'You asked for your account to be deleted, and you were signed out everywhere.',
        `If you sign in before ${moment(dueAt)}, you keep it. After that it is gone for good.`,
      ],
      notes: ['If it was not you, choose a new password and sign in.'],
    }),
    'account-restored': (_mail, { greeting }) => ({
      subject: 'You keep your account',
      paragraphs: [greeting, 'You signed in again, so your account will not be deleted.'],
      notes: [WAS_YOU],
    }),
    'account-deleted': (_mail, { greeting }) => ({
      subject: 'Your account was deleted',
      paragraphs: [greeting, 'Your account and what you signed in with are gone, as you asked.'],
      notes: ['This is the last mail about it.'],
    }),
    invitation: ({ to, role, expiresAt }, { greeting, inviter, tenant, moment }) => ({
      subject: `${inviter} invites you to ${tenant}`,
      heading: `Join ${tenant}`,
      paragraphs: [greeting, `${inviter} invites you to ${tenant} as ${ROLES.en[role]}.`],
      notes: [
        `The invitation is for ${to} and is good until ${moment(expiresAt)}.`,
        'If you do not know who this is, ignore this mail.',
      ],
    }),
  },
};
