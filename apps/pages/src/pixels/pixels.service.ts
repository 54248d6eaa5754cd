import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, type AuditFields, recordAudit } from '#libs/core/audit';
import { Problem, refusal } from '#libs/core/http';
import {
  Database,
  isId,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
  violatedUnique,
} from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { type Pixel, type PixelConversion, type PixelDomain, PixelToken } from '#libs/sites/traffic';
import { OwnHosts } from '../domains/own-hosts.js';
import { domainOf } from './pixel-domain-name.js';
import { type ConversionValues, PixelRepository, type PixelValues } from './pixel.repository.js';

const MAX_PIXELS = 100;
const MAX_PARTS = 50;
const AUDITED = ['name', 'active'] as const;

/** The pixels of a tenant, with their domains and conversions. */
@Injectable()
export class PixelsService {
  private readonly tokens: PixelToken;

  constructor(
    private readonly database: Database,
    private readonly pixels: PixelRepository,
    private readonly ownHosts: OwnHosts,
    secrets: SecretBox,
  ) {
    this.tokens = new PixelToken(secrets);
  }

  /** The element that a site carries. */
  snippetOf({ tenantId, id }: Pixel): string {
    const token = this.tokens.issue({ tenantId, pageId: id, variant: null });
    return `<script src="${this.ownHosts.sharedUrl}/pixel.js" data-credencial="${token}" defer></script>`;
  }

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<Pixel>> {
    return this.database.tenant(tenantId, (tx) => this.pixels.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<Pixel | null> {
    if (!isId('pxl', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.pixels.find(tx, tenantId, id));
  }

  /** @throws Problem NotFound */
  async get(tenantId: TenantId, id: string): Promise<Pixel> {
    return found(await this.find(tenantId, id));
  }

  /** @throws Problem AlreadyExists if the name is taken; Conflict at the limit */
  async create(tenantId: TenantId, values: PixelValues): Promise<Pixel> {
    return this.unique(tenantId, async (tx) => {
      if ((await this.pixels.lockAndCount(tx, tenantId)) >= MAX_PIXELS)
        throw new Problem('Conflict', { message: `Uma conta tem no máximo ${MAX_PIXELS} pixels.` });
      const pixel = await this.pixels.insert(tx, tenantId, values);
      await audit(tx, 'pixel.created', pixel, { after: auditFields(pixel, AUDITED) });
      return pixel;
    });
  }

  /** @throws Problem NotFound, AlreadyExists */
  async update(tenantId: TenantId, id: string, changes: Partial<PixelValues>): Promise<Pixel> {
    return this.unique(tenantId, async (tx) => {
      const before = found(await this.pixels.lockForUpdate(tx, tenantId, id));
      if (Object.keys(changes).length > 0) await this.pixels.update(tx, tenantId, id, changes);
      const pixel = found(await this.pixels.find(tx, tenantId, id));
      const difference = auditDifference(before, pixel, AUDITED);
      if (difference) await audit(tx, 'pixel.changed', pixel, difference);
      return pixel;
    });
  }

  /** Its events stay as long as those of the account. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const pixel = found(await this.pixels.lockForUpdate(tx, tenantId, id));
      await this.pixels.delete(tx, tenantId, id);
      await audit(tx, 'pixel.deleted', pixel, { before: auditFields(pixel, AUDITED) });
    });
  }

  async listDomains(tenantId: TenantId, pixelId: string): Promise<PixelDomain[]> {
    return this.database.tenant(tenantId, (tx) => this.pixels.listDomains(tx, tenantId, pixelId));
  }

  /** @throws Problem NotFound, ValidationError, AlreadyExists; Conflict at the limit */
  async addDomain(tenantId: TenantId, pixelId: string, name: string): Promise<PixelDomain> {
    const domain = domainOf(name);
    if (domain === null)
      throw refusal('ValidationError', { erro: 'dominio deve ser um domínio, como exemplo.com.br.', campo: 'dominio' });
    return this.unique(tenantId, async (tx) => {
      const pixel = found(await this.pixels.lockForUpdate(tx, tenantId, pixelId));
      if ((await this.pixels.listDomains(tx, tenantId, pixelId)).length >= MAX_PARTS) throw tooMany('domínios');
      const added = await this.pixels.insertDomain(tx, tenantId, pixelId, domain);
      await audit(tx, 'pixel.domain-added', pixel, { after: { domain } });
      return added;
    });
  }

  /** @throws Problem NotFound */
  async deleteDomain(tenantId: TenantId, pixelId: string, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const pixel = found(await this.pixels.lockForUpdate(tx, tenantId, pixelId));
      if (!(await this.pixels.deleteDomain(tx, tenantId, pixelId, id))) throw new Problem('NotFound');
      await audit(tx, 'pixel.domain-deleted', pixel, { before: { domainId: id } });
    });
  }

  async listConversions(tenantId: TenantId, pixelId: string): Promise<PixelConversion[]> {
    return this.database.tenant(tenantId, (tx) => this.pixels.listConversions(tx, tenantId, pixelId));
  }

  /** @throws Problem NotFound, ValidationError, AlreadyExists; Conflict at the limit */
  async addConversion(tenantId: TenantId, pixelId: string, values: ConversionValues): Promise<PixelConversion> {
    if (values.kind === 'url' && !/^\/[^*\s]*\*?$/.test(values.value))
      throw refusal('ValidationError', { erro: 'valor deve ser um caminho, como /obrigado.', campo: 'valor' });
    return this.unique(tenantId, async (tx) => {
      const pixel = found(await this.pixels.lockForUpdate(tx, tenantId, pixelId));
      if ((await this.pixels.listConversions(tx, tenantId, pixelId)).length >= MAX_PARTS) throw tooMany('conversões');
      const added = await this.pixels.insertConversion(tx, tenantId, pixelId, values);
      await audit(tx, 'pixel.conversion-added', pixel, { after: auditFields(added, ['name', 'kind', 'value']) });
      return added;
    });
  }

  /** @throws Problem NotFound */
  async deleteConversion(tenantId: TenantId, pixelId: string, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const pixel = found(await this.pixels.lockForUpdate(tx, tenantId, pixelId));
      if (!(await this.pixels.deleteConversion(tx, tenantId, pixelId, id))) throw new Problem('NotFound');
      await audit(tx, 'pixel.conversion-deleted', pixel, { before: { conversionId: id } });
    });
  }

  private async unique<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

function conflictOf(error: unknown): unknown {
  const violated = violatedUnique(error);
  if (violated === 'pixel_domain__domain__uq')
    return refusal('AlreadyExists', { erro: 'O pixel já tem este domínio.', campo: 'dominio' });
  if (violated === 'pixel__name__uq' || violated === 'pixel_conversion__name__uq')
    return refusal('AlreadyExists', { erro: 'nome já está em uso.', campo: 'nome' });
  return error;
}

const tooMany = (parts: string): Problem =>
  new Problem('Conflict', { message: `Um pixel tem no máximo ${MAX_PARTS} ${parts}.` });

async function audit(
  tx: EntityManager,
  action: string,
  { tenantId, id }: Pixel,
  fields: { before?: AuditFields; after?: AuditFields },
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'pixel', id }, tenantId, ...fields });
}

function found(pixel: Pixel | null): Pixel {
  if (!pixel) throw new Problem('NotFound');
  return pixel;
}
