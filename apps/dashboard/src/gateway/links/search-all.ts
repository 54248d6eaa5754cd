import type { Link } from './link.js';
import { linkToFound } from './searching-links.js';

/** The type of the gateway whose fields are what each app finds. */
const RESULTS = 'SearchResults';

/** A search in all apps: each group is asked of its app if the operation asks for it, and is null alone if the app is away. */
export const SEARCH_ALL_SDL = `
  extend type Query {
    """What the apps have for a text, by kind."""
    searchAll(
      """Words, or an e-mail address."""
      q: String!
      """How many of each kind."""
      first: Int = 5
    ): ${RESULTS}
  }

  """What the apps have for a text. A kind whose app does not answer is null."""
  type ${RESULTS} {
    """The text that was looked for."""
    q: String!
  }
`;

interface Search {
  q: string;
  first: number;
}

/** The resolver of the root field: its groups go on. */
export const startSearch = (_root: unknown, { q, first }: Search): Search => ({ q: q.trim(), first });

type Group = Pick<Link, 'name' | 'description' | 'app' | 'field'> & {
  type: string;
  signature?: string;
  /** How the app takes the text; as it is if not given. */
  asked?: (q: string) => string;
};

const group = ({ type, asked = (q) => q, signature = '', ...rest }: Group): Link =>
  linkToFound({
    ...rest,
    on: RESULTS,
    signature: `${signature}: [${type}!]`,
    argument: 'q',
    argsOf: ({ parent, args }) => {
      const q = asked(String(parent['q']));
      return q === '' ? undefined : { ...args, q, first: parent['first'] };
    },
  });

/** Words that stand alone, so that none is an operator of a search in mail. */
const plainWords = (q: string): string =>
  q
    .split(/\s+/)
    .map((word) => word.replaceAll(/["\\]/g, ''))
    .filter((word) => word !== '')
    .map((word) => `"${word}"`)
    .join(' ');

export const SEARCH_LINKS: readonly Link[] = [
  group({
    name: 'messages',
    type: 'Message',
    description: 'Messages with the text in their subject or address.',
    app: 'platform',
    field: 'messages',
  }),
  group({
    name: 'templates',
    type: 'Template',
    description: 'Templates with the text in their name.',
    app: 'platform',
    field: 'templates',
  }),
  group({
    name: 'campaigns',
    type: 'Campaign',
    description: 'Campaigns with the text in their name.',
    app: 'platform',
    field: 'campaigns',
  }),
  group({
    name: 'crmContacts',
    type: 'CrmContact',
    description: 'Contacts with the text in their name, or with the whole address or telephone number.',
    app: 'crm',
    field: 'contacts',
  }),
  group({
    name: 'pages',
    type: 'Page',
    description: 'Pages with the text in their title or slug.',
    app: 'pages',
    field: 'pages',
  }),
  group({
    name: 'mailMessages',
    type: 'MailMessage',
    description: 'Mail of a mailbox with these words.',
    app: 'mail',
    field: 'mailMessages',
    signature: '(mailbox_id: ID!)',
    asked: plainWords,
  }),
];
