import { buildMessage, hasHeaderInjection, splitHeader } from '#libs/mail/email';
import { invalidField } from '#libs/core/http';
import type { TemplateParts } from '../../../templates/template-renderer.js';

const END_OF_HEADER = '\r\n\r\n';

/** Headers that say whom a message is from and to: a template alone has none. */
const OF_SENDING = new Set(['from', 'to', 'message-id']);

/** A template that is filled in, as the message that it would be. @throws Problem InvalidParameter for a subject that is no line */
export function renderedTemplate({ subject, text, html }: TemplateParts): string {
  if (hasHeaderInjection(subject ?? ''))
    throw invalidField('InvalidParameter', 'TemplateData', 'makes Subject have line breaks');
  const message = buildMessage({
    from: 'template@service.invalid',
    to: [],
    subject: subject ?? '',
    text: text ?? undefined,
    html: html ?? undefined,
    messageId: 'template@service.invalid',
    date: new Date(),
  }).toString('utf8');
  const end = message.indexOf(END_OF_HEADER);
  const header = splitHeader(message.slice(0, end)) ?? [];
  const shown = header.filter(({ name }) => !OF_SENDING.has(name)).map(({ lines }) => lines);
  return `${shown.join('')}\r\n${message.slice(end + END_OF_HEADER.length)}`;
}
