import { Injectable } from '@nestjs/common';
import { currentSession, type Role } from '#libs/core/auth';
import { isPublicId, Problem } from '#libs/core/http';
import type { Page, PageRequest } from '#libs/core/persistence';
import { IdentityGateway } from '../auth/identity-gateway.js';
import type { Member } from './members.js';

interface MemberPage {
  members: Member[];
  nextCursor: number;
  hasMore: boolean;
}

/** The members of a tenant of the user of the session. Identity keeps them. */
@Injectable()
export class MembersService {
  constructor(private readonly identity: IdentityGateway) {}

  async listPage(tenantId: string, { cursor = 0, limit }: PageRequest): Promise<Page<Member>> {
    const query = new URLSearchParams({ actorId: currentSession().userId, cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/tenants/${tenantId}/members?${query}`;
    const { members, ...page } = await this.identity.request<MemberPage>('GET', path);
    return { items: members, ...page };
  }

  /** Finds the users who are members, by their ids. */
  async findByIds(tenantId: string, userIds: readonly string[]): Promise<Map<string, Member>> {
    if (userIds.length === 0) return new Map();
    const path = `/internal/tenants/${tenantId}/members/find`;
    const { members } = await this.identity.request<{ members: Member[] }>('POST', path, { userIds });
    return new Map(members.map((member) => [member.id, member]));
  }

  /** @throws Problem NotFound */
  async get(tenantId: string, userId: string): Promise<Member> {
    return this.identity.request<Member>('GET', pathOf(tenantId, userId));
  }

  /** @throws Problem NotFound, PermissionDenied, Conflict */
  async setRole(tenantId: string, userId: string, role: Role): Promise<Member> {
    const body = { actorId: currentSession().userId, role };
    return this.identity.request<Member>('PATCH', pathOf(tenantId, userId), body);
  }

  /** @throws Problem NotFound, PermissionDenied, Conflict */
  async remove(tenantId: string, userId: string): Promise<void> {
    const body = { actorId: currentSession().userId };
    await this.identity.request('POST', `${pathOf(tenantId, userId)}/remove`, body);
  }
}

function pathOf(tenantId: string, userId: string): string {
  if (!isPublicId('usr', userId)) throw new Problem('NotFound');
  return `/internal/tenants/${tenantId}/members/${userId}`;
}
