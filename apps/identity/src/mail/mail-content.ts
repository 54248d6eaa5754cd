import { plainName, type Notice } from '#libs/messaging/notices';
import type { Language } from '#libs/core/html';
import type { MailLinks } from './mail-links.js';
import { MAIL_TEXTS, type MailText, type MailTexts, type Shown } from './mail-texts.js';
import type { SystemMail, WithRegistration } from './system-mail.js';

/** The content of each kind of mail. */
export function contentOf(mail: SystemMail, links: MailLinks, language: Language): Notice {
  const texts = MAIL_TEXTS[language];
  // The kind and the mail belong together, which the compiler cannot follow.
  const write = texts.mails[mail.kind] as (one: SystemMail, shown: Shown) => MailText;
  const { subject, heading = subject, paragraphs, notes } = write(mail, shownOf(mail, texts));
  const action = actionOf(mail, links, texts.actions);
  return {
    subject,
    heading,
    paragraphs,
    ...(action && { action }),
    notes,
    ...(mail.kind === 'verification' && {
      otherwise: { label: texts.thisWasNotMe, url: links.notMyAccount(mail.token) },
    }),
  };
}

function actionOf(mail: SystemMail, links: MailLinks, labels: MailTexts['actions']): Notice['action'] {
  switch (mail.kind) {
    case 'verification':
      return { label: labels.confirm, url: links.verification(mail.token) };
    case 'password-reset':
      return { label: labels.choosePassword, url: links.passwordReset(mail.token) };
    case 'password-changed':
    case 'account-deletion-requested':
    case 'account-restored':
      return { label: labels.notMe, url: links.forgottenPassword() };
    case 'address-added':
      // Without an account page, the action is to change the password, which ends every other session.
      return accountAction(links, labels) ?? { label: labels.notMe, url: links.forgottenPassword() };
    case 'address-changed':
      return { label: labels.undo, url: links.undoAddressChange(mail.token) };
    case 'erasure-requested': {
      const url = links.erasureRequests(mail.slug);
      return url === undefined ? undefined : { label: labels.decide, url };
    }
    case 'invitation':
      return { label: labels.accept, url: links.invitation(mail.token) };
    case 'tenant-deletion-requested':
    case 'tenant-restored':
      return accountAction(links, labels);
    case 'account-deleted':
    case 'tenant-deleted':
    case 'webhook-disabled':
      return undefined;
  }
}

function accountAction(links: MailLinks, labels: MailTexts['actions']): Notice['action'] {
  const url = links.account();
  return url === undefined ? undefined : { label: labels.account, url };
}

function shownOf(mail: SystemMail, texts: MailTexts): Shown {
  const tenant = 'tenantName' in mail ? plainName(mail.tenantName) : '';
  const origin = 'registeredAt' in mail ? mail : { registeredAt: '', registeredIp: null };
  return {
    greeting: texts.hello('name' in mail ? plainName(mail.name) : ''),
    tenant: tenant || (mail.kind === 'invitation' ? texts.theirAccount : texts.yourAccount),
    inviter: ('inviter' in mail && plainName(mail.inviter)) || texts.somebody,
    moment: (iso) => moment(iso, texts),
    origin: origin.registeredAt && originText(origin, texts),
  };
}

/** Time and IP address of the registration. */
export const registrationText = (origin: WithRegistration, language: Language): string =>
  originText(origin, MAIL_TEXTS[language]);

const originText = ({ registeredAt, registeredIp }: WithRegistration, texts: MailTexts): string =>
  texts.origin(moment(registeredAt, texts), registeredIp);

function moment(iso: string, { locale }: MailTexts): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
}
