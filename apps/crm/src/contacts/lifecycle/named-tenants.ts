import { Injectable } from '@nestjs/common';
import { CredentialReader, IdentityClient, type TenantView } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { isId, type TenantId } from '#libs/core/persistence';

const SLUG = /^[a-z0-9-]{1,100}$/;

/** Tenants as operators name them, who are no members. */
@Injectable()
export class NamedTenants {
  constructor(
    private readonly credentials: CredentialReader,
    private readonly identity: IdentityClient,
  ) {}

  /**
   * @param name id or slug
   * @throws Problem NotFound for a tenant that does not exist or has no CRM; ServiceUnavailable without identity
   */
  async get(name: string): Promise<TenantId> {
    const tenant = isId('acc', name) ? await this.credentials.read('tenant', name) : await this.findBySlug(name);
    if (!tenant?.products.includes('crm')) throw new Problem('NotFound');
    return tenant.id;
  }

  private async findBySlug(slug: string): Promise<TenantView | null> {
    if (!SLUG.test(slug)) return null;
    const { status, body } = await this.identity.call('GET', `/internal/tenants/${slug}`);
    if (status === 404) return null;
    if (status !== 200) throw new Problem('ServiceUnavailable', { cause: new Error(`Identity answered ${status}`) });
    return body as TenantView;
  }
}
