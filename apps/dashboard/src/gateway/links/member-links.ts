import { linkToOne } from './keyed-links.js';
import { OWN, textsIn, type Link } from './link.js';

/** The types in which the id of a user stands that a customer reads, with what it stands for. */
const AUTHORS = [
  { on: 'Version', id: 'autor', who: 'The member who wrote it' },
  { on: 'Activity', id: 'autor', who: 'The member who did it' },
  { on: 'ConsentChange', id: 'autor', who: 'The member who made the change' },
  { on: 'ContactImport', id: 'autor_id', who: 'The member who began it' },
  { on: 'ContactExportFile', id: 'autor_id', who: 'The member who asked for it' },
  { on: 'MailboxAppPassword', id: 'user_id', who: 'The member who made it' },
  { on: 'Invitation', id: 'invitedBy', who: 'The member who made it' },
] as const;

const common = {
  name: 'author',
  type: 'TenantMember',
  app: 'platform',
  field: 'membersByIds',
  argument: 'ids',
} as const;

const NONE = 'null if that was somebody else, or is no member any more.';

/** Links to the members of the account whose ids stand in types of the apps. */
export const MEMBER_LINKS: readonly Link[] = [
  ...AUTHORS.map(({ on, id, who }) =>
    linkToOne({
      ...common,
      on,
      description: `${who}; ${NONE}`,
      needs: `{ ${OWN}author: ${id} }`,
      keyOf: (parent) => textsIn(parent[`${OWN}author`])[0],
    }),
  ),
  linkToOne({
    ...common,
    on: 'AuditEntry',
    description: `The member who did it; ${NONE}`,
    needs: `{ ${OWN}actor: actor { kind id } }`,
    keyOf: (parent) => {
      const { kind, id } = (parent[`${OWN}actor`] ?? {}) as { kind?: unknown; id?: unknown };
      return kind === 'user' ? textsIn(id)[0] : undefined;
    },
  }),
];
