import { NOTICE_LOOKS, type Notice, noticeHtml, type NoticeLook, noticeText, plainName } from '#libs/messaging/notices';
import type { AnnouncedLead } from '#libs/core/app-events';
import type { FormContext, FormField, Lead } from '#libs/sites/forms';
import { NOTICE_TEXTS } from './notice-texts.js';
import { shownValue } from './shown-values.js';

type Mail = AnnouncedLead['mail'];

/** Parts of a mail that do not depend on the lead. */
export interface NoticeContext extends Omit<FormContext, 'pageTitle'> {
  /** Address of the lead, or of the list, for a member with a session; null without a public address. */
  url: string | null;
}

export interface LeadMailContent extends NoticeContext, Pick<FormContext, 'pageTitle'> {
  lead: Lead;
  fields: readonly FormField[];
  /** Whether the address is one that the visitor typed into a field for it. */
  canReply: boolean;
}

const VALUE_MAX = 2_000;
/** All of a lead's values in one mail; a form may have 100 fields. */
const VALUES_MAX = 40_000;

/** Tells a member of one lead. Values stand there word for word, as text. */
export function leadMail({ lead, fields, pageTitle, canReply, ...context }: LeadMailContent): Mail {
  const texts = NOTICE_TEXTS[context.language];
  const page = plainName(pageTitle ?? '') || null;
  const notes = [
    ...(lead.isSpam ? [texts.spam] : []),
    ...(lead.confirmationAskedAt && !lead.confirmedAt ? [texts.unconfirmed] : []),
    ...(canReply && lead.email ? [texts.reply(lead.email)] : []),
    texts.settings,
  ];
  const rows = fields
    .filter(({ name }) => Object.hasOwn(lead.values, name))
    .map((field) => ({ label: field.label, value: shownValue(field, lead.values[field.name], texts) }))
    .filter(({ value }) => value !== '');
  const notice = {
    subject: texts.subject(plainName(lead.name ?? ''), context.formName),
    heading: texts.heading,
    paragraphs: [texts.intro(context.formName, page)],
    rows: within(rows, texts.cut),
    ...(context.url !== null && { action: { label: texts.open, url: context.url } }),
    notes,
  };
  return { ...render(notice, context), replyTo: canReply ? lead.email : null };
}

/** Tells a member of leads that were too many for mails of their own. */
export function digestMail(count: number, context: NoticeContext): Mail {
  const texts = NOTICE_TEXTS[context.language];
  const subject = texts.digestSubject(count, context.formName);
  const notice = {
    subject,
    heading: subject,
    paragraphs: [texts.digest(count, context.formName)],
    ...(context.url !== null && { action: { label: texts.openAll, url: context.url } }),
    notes: [texts.settings],
  };
  return { ...render(notice, context), replyTo: null };
}

function render(notice: Notice, { language, sender, brand, formName }: NoticeContext): Omit<Mail, 'replyTo'> {
  const colors = brand ? { color: brand.primaryColor, onColor: brand.onPrimaryColor } : {};
  const look: NoticeLook = { ...NOTICE_LOOKS[language], ...colors, signature: sender ?? formName };
  return { subject: notice.subject, text: noticeText(notice, look), html: noticeHtml(notice, look) };
}

interface Row {
  label: string;
  value: string;
}

/** Shortens values: who wants all of them opens the lead. */
function within(rows: readonly Row[], cut: string): Row[] {
  let left = VALUES_MAX;
  return rows.map(({ label, value }) => {
    const room = Math.min(VALUE_MAX, left);
    const shown = value.length > room ? `${value.slice(0, room)}${cut}` : value;
    left = Math.max(0, left - shown.length);
    return { label, value: shown };
  });
}
