import { confirmationNotice } from '#libs/messaging/confirmation';
import { noticeHtml, noticeText, NOTICE_LOOKS, plainName } from '#libs/messaging/notices';
import { languageIn, type Language } from '#libs/core/html';
import type { ContactData } from '../contacts/contact.js';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { CONFIRMATION_PLACEHOLDER } from '../tracking/links/mail-links.js';
import type { ContactList } from '../lists/contact-list.entity.js';
import { CONFIRMATION_TEXTS } from './confirmation-texts.js';
import type { ConfirmationSender } from '../lists/confirmation/confirmation-senders.js';

/** A pending member with an address, and all that the mail to it shows. */
export interface MailToMember {
  list: Pick<ContactList, 'name' | 'language'>;
  contact: Pick<ContactData, 'attributes'> & { email: string };
  tenantName: string;
  sender: ConfirmationSender;
  expiresAt: Date;
}

/** The mail that asks a member for a confirmation. It is neither tracked nor has it a link to unsubscribe: it asks for that. */
export function confirmationMail({ list, contact, tenantName, sender, expiresAt }: MailToMember): SendEmailRequest {
  const language = languageOf(contact, list.language);
  const { mail, somebody } = CONFIRMATION_TEXTS[language];
  const name = plainName(tenantName);
  const shown = name || somebody;
  const parts = { ...mail, subject: mail.subject(shown), text: mail.text(plainName(list.name), shown) };
  const notice = confirmationNotice(language, parts, { url: CONFIRMATION_PLACEHOLDER, expiresAt });
  const look = { ...NOTICE_LOOKS[language], signature: name || sender.address };
  return {
    Source: name ? `"${name.replaceAll(/["\\]/g, '')}" <${sender.address}>` : sender.address,
    Destination: { ToAddresses: [contact.email] },
    Message: {
      Subject: { Data: notice.subject },
      Body: { Text: { Data: noticeText(notice, look) }, Html: { Data: noticeHtml(notice, look) } },
    },
    TrackOpens: false,
    TrackClicks: false,
  };
}

/** The contact's own language, if an attribute names one of ours. */
function languageOf({ attributes }: Pick<ContactData, 'attributes'>, otherwise: Language): Language {
  const tag: unknown = attributes?.['language'];
  return (typeof tag === 'string' ? languageIn(tag) : undefined) ?? otherwise;
}
