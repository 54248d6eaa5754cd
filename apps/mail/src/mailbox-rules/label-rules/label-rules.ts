import type { SystemLabel } from '../../labels/label-values.js';
import type { Incoming } from '../../receiving/delivery/delivery-rules.js';
import { isProgram } from '../../vacation/program-sender.js';

/** Criteria of each rule, for the people who use it. */
export const LABEL_RULES: Record<SystemLabel, string> = {
  importante:
    'The sender says that it is important: Importance, X-Priority or Priority. Not of promotions and notifications.',
  pessoal: 'A person wrote it who is a contact of the mailbox, or in a conversation in which the mailbox has written.',
  promocoes: 'Bulk mail: it can be unsubscribed from, or has Precedence: bulk, List-Id or the id of a campaign.',
  notificacoes:
    'A program wrote it: Auto-Submitted, an address such as noreply@, a mailing list to which one can write, or a report.',
};

/** Kind of a message by its own header. `person`: nothing says that it is automatic. */
export type MailKind = 'notification' | 'promotion' | 'person';

export interface JudgedMail {
  kind: MailKind;
  isImportant: boolean;
}

/** Judges a message by its header. The first rule that holds counts. */
export function judgeMail({ content, inbound }: Incoming): JudgedMail {
  const fields = new Map(content.headers.map(({ name, value }) => [name.toLowerCase(), value.trim().toLowerCase()]));
  const kind = kindOf(fields, content.from?.address ?? inbound.envelopeFrom);
  return { kind, isImportant: kind === 'person' && isMarkedImportant(fields) };
}

function kindOf(fields: ReadonlyMap<string, string>, sender: string): MailKind {
  const submitted = fields.get('auto-submitted') ?? 'no';
  const isReport = /^multipart\/report\b/.test(fields.get('content-type') ?? '');
  if (!submitted.startsWith('no') || isReport || takesPosts(fields)) return 'notification';
  if (BULK.some((name) => fields.has(name)) || /^(?:bulk|junk|list)$/.test(fields.get('precedence') ?? ''))
    return 'promotion';
  return isProgram(sender) ? 'notification' : 'person';
}

/** RFC 2369: `List-Post: NO` is a list that only its owner writes to. */
const takesPosts = (fields: ReadonlyMap<string, string>): boolean => (fields.get('list-post') ?? 'no').startsWith('<');

const BULK = ['list-unsubscribe', 'list-id', 'feedback-id', 'x-campaign', 'x-campaign-id', 'x-campaignid'];

function isMarkedImportant(fields: ReadonlyMap<string, string>): boolean {
  return (
    fields.get('importance') === 'high' ||
    fields.get('x-msmail-priority') === 'high' ||
    fields.get('priority') === 'urgent' ||
    /^[12](?!\d)/.test(fields.get('x-priority') ?? '')
  );
}
