import { linkToNewest, linkToOne } from './keyed-links.js';
import { OWN, textsIn, type Following, type Link } from './link.js';
import { linkToFound } from './searching-links.js';

const NEEDS_EMAILS = `{ ${OWN}emails: emails }`;
const emailsOf = (parent: Following['parent']): string[] => textsIn(parent[`${OWN}emails`]);

/** A mailbox takes a search with so many alternatives and characters. */
const MAX_SEARCHED = 10;
const LONGEST_SEARCH = 512;

/** Links from a contact of the CRM to what other apps have of the person. */
const FROM_CONTACTS: readonly Link[] = [
  linkToNewest({
    on: 'CrmContact',
    name: 'messages',
    type: 'Message',
    description: 'The newest messages to its e-mail addresses and telephone numbers.',
    app: 'platform',
    field: 'messagesOf',
    argument: 'addresses',
    needs: `{ ${OWN}emails: emails ${OWN}phones: telefones }`,
    keysOf: (parent) => [...emailsOf(parent), ...textsIn(parent[`${OWN}phones`])],
    inside: 'messages',
    time: 'createdAt',
  }),
  linkToNewest({
    on: 'CrmContact',
    name: 'leads',
    type: 'Lead',
    description: 'The newest leads with its e-mail addresses.',
    app: 'pages',
    field: 'leadsOf',
    argument: 'emails',
    needs: NEEDS_EMAILS,
    keysOf: emailsOf,
    inside: 'leads',
    time: 'recebido_em',
  }),
  linkToFound({
    on: 'CrmContact',
    name: 'mailMessages',
    signature: '(mailbox_id: ID!, """How many.""" first: Int = 5): [MailMessage!]',
    description:
      'The newest mail of a mailbox from or to its e-mail addresses. Each contact of a list is a search of its own.',
    app: 'mail',
    field: 'mailMessages',
    argument: 'q',
    needs: NEEDS_EMAILS,
    argsOf: ({ parent, args }) => {
      const q = correspondenceWith(emailsOf(parent));
      return q === '' ? undefined : { ...args, q };
    },
  }),
];

/** A search of a mailbox for what came from addresses, or went there: as many of them as it takes. */
export function correspondenceWith(emails: readonly string[]): string {
  let search = '';
  for (const email of emails.slice(0, MAX_SEARCHED)) {
    const quoted = `"${email.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    const longer = `${search}${search && ' OR '}de:${quoted} OR para:${quoted}`;
    if (longer.length > LONGEST_SEARCH) break;
    search = longer;
  }
  return search;
}

/** The types that have the address of a person, and where. */
const PEOPLE = [
  { on: 'Message', address: 'to', who: 'The contact that has the address it went to' },
  { on: 'Lead', address: 'email', who: 'The contact with its e-mail address' },
  { on: 'MailMessage', address: 'from { address }', who: 'The contact that has the address of the sender' },
] as const;

/** Links to the contact of the CRM. */
const TO_CONTACTS: readonly Link[] = PEOPLE.map(({ on, address, who }) =>
  linkToOne({
    on,
    name: 'crmContact',
    type: 'CrmContact',
    description: `${who}; null without one.`,
    app: 'crm',
    field: 'crmContactsByEmail',
    argument: 'emails',
    needs: `{ ${OWN}address: ${address} }`,
    keyOf: (parent) => emailIn(parent[`${OWN}address`]),
  }),
);

/** The e-mail address that a field has; messages go to telephone numbers, too. */
function emailIn(value: unknown): string | undefined {
  const [text] = textsIn(typeof value === 'object' && value !== null ? Reflect.get(value, 'address') : value);
  return text?.includes('@') ? text : undefined;
}

export const CONTACT_LINKS: readonly Link[] = [...FROM_CONTACTS, ...TO_CONTACTS];
