import type { Role, Scope, TenantStatus, TenantView } from '#libs/core/auth';
import type { ServiceConfig } from '#libs/core/config';
import type { Id, TenantId } from '#libs/core/persistence';
import { HttpClient } from './http-client.js';
import { issueKey } from './test-credentials.js';
import type { TenantStack } from './tenant-stack.js';

/** A tenant of a stack, and clients with its credentials. */
export class StackTenant {
  constructor(
    protected readonly stack: TenantStack<ServiceConfig>,
    private view: TenantView,
  ) {}

  get id(): TenantId {
    return this.view.id;
  }

  get slug(): string {
    return this.view.slug;
  }

  /** Writes the tenant to the credential view. */
  async publish(): Promise<void> {
    this.stack.issuer.tenants.set(this.slug, this.view);
    await this.stack.publish('tenant', this.id, this.view);
  }

  async setStatus(status: TenantStatus): Promise<void> {
    this.view = { ...this.view, status };
    await this.publish();
  }

  async setPlan(plan: string): Promise<void> {
    this.view = { ...this.view, plan };
    await this.publish();
  }

  /** A client with a new API key of these scopes; default: all scopes. */
  async key(...scopes: Scope[]): Promise<HttpClient> {
    return (await this.createKey(scopes)).client;
  }

  async createKey(scopes: Scope[] = [], environment: 'live' | 'test' = 'test') {
    const key = await issueKey(this.stack.view, this.id, scopes, environment);
    return { ...key, client: new HttpClient(this.stack.url, { authorization: `Bearer ${key.secret}` }) };
  }

  /** A client with the session of a new member of the tenant. */
  async session(role: Role = 'owner', { operator = false } = {}): Promise<HttpClient> {
    return (await this.member(role, { operator })).client;
  }

  /** A new member of the tenant, and a client with their session. */
  async member(role: Role = 'owner', { operator = false } = {}): Promise<{ userId: Id<'usr'>; client: HttpClient }> {
    const memberships = [{ tenantId: this.id, slug: this.slug, role }];
    return this.stack.createSession({ operator, memberships });
  }

  /** A client with the session of a platform operator, for routes that name this tenant. */
  async operator(): Promise<HttpClient> {
    return (await this.stack.operator()).with({ 'x-service-tenant': this.id });
  }
}
