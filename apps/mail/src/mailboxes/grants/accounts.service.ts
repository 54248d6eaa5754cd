import { Injectable } from '@nestjs/common';
import { type IdentityAnswer, IdentityClient, type Role } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, type Id, type KeysetPage, type KeysetRequest } from '#libs/core/persistence';
import type { Organisation } from '../../organisations/organisation.entity.js';
import { type GrantedMailbox, listGranted } from './accounts.sql.js';

/** Mailboxes that are listed of one user. */
const MAILBOXES_OF_USER = 100;

/** A member of a tenant, as identity lists them. */
interface ListedMember {
  id: Id<'usr'>;
  email: string;
  name: string;
  role: Role;
  joinedAt: string;
}

interface MemberPage {
  members: ListedMember[];
  nextCursor: number;
  hasMore: boolean;
}

/** A user of the tenant with the mailboxes of an organisation that they may use. */
export interface Account {
  member: ListedMember;
  mailboxes: GrantedMailbox[];
}

/** The users of a tenant and their mailboxes. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly identity: IdentityClient,
  ) {}

  /** The newest users first. @param actorId a member of the tenant @throws Problem ServiceUnavailable, NotFound */
  async listPage(
    { tenantId, id }: Organisation,
    actorId: Id<'usr'>,
    { limit, after = [] }: KeysetRequest,
  ): Promise<KeysetPage<Account>> {
    const query = new URLSearchParams({ actorId, limit: `${limit}`, cursor: `${after[0] ?? 0}` });
    const answer = await this.identity.call('GET', `/internal/tenants/${tenantId}/members?${query}`);
    const { members, hasMore, nextCursor } = pageOf(answer);
    const userIds = members.map((member) => member.id);
    const granted = await this.database.tenant(tenantId, (tx) =>
      listGranted(tx, tenantId, id, userIds, MAILBOXES_OF_USER),
    );
    const items = members.map((member) => ({
      member,
      mailboxes: granted.filter(({ userId }) => userId === member.id),
    }));
    return { items, next: hasMore ? [nextCursor] : null };
  }
}

function pageOf({ status, body }: IdentityAnswer): MemberPage {
  if (status === 404) throw new Problem('NotFound');
  const page = body as Partial<MemberPage> | undefined;
  if (status === 200 && Array.isArray(page?.members)) return page as MemberPage;
  throw new Problem('ServiceUnavailable', { message: 'The identity service did not list the users' });
}
