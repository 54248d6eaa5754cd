import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, invalidField } from '#libs/core/http';
import {
  type BoundedCount,
  Database,
  isId,
  violatedUnique,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { withMailLinks } from '../tracking/links/mail-links.js';
import type { Channel } from '../channel.js';
import { auditChangedTemplate, auditCreatedTemplate, auditDeletedTemplate } from './template-audit.js';
import {
  type FillableTemplate,
  TemplateRenderer,
  type CallLimits,
  type Filling,
  type FillingResult,
  type TemplateData,
  type TemplateParts,
} from './template-renderer.js';
import { requireTemplateOf } from './template-use.js';
import type { Template } from './template.entity.js';
import { TemplateRepository, type NewTemplate, type TemplateChanges } from './template.repository.js';

const MAX_TEMPLATES = 1_000;

const FIELD_OF_INDEX: Readonly<Record<string, 'Name' | 'Alias'>> = {
  template__name__uq: 'Name',
  template__alias__uq: 'Alias',
};

/** The templates of a tenant. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplateRepository,
    private readonly renderer: TemplateRenderer,
  ) {}

  /** @throws Problem AlreadyExists for a name or alias in use, Conflict at the limit, InvalidParameter for a broken part */
  async create(tenantId: TenantId, values: NewTemplate): Promise<Template> {
    requireParts(values);
    await this.renderer.check(tenantId, values);
    return rejectingSame(
      this.database.tenant(tenantId, async (tx) => {
        if ((await this.templates.count(tx, tenantId)) >= MAX_TEMPLATES) {
          throw new Problem('Conflict', { message: `An account has at most ${MAX_TEMPLATES} templates` });
        }
        const created = await this.templates.insert(tx, tenantId, values);
        await auditCreatedTemplate(tx, created);
        return created;
      }),
    );
  }

  /** @param text a part of the name */
  async listPage(
    tenantId: TenantId,
    text: string | undefined,
    page: PageRequest,
    channel?: Channel,
  ): Promise<Page<Template>> {
    return this.database.tenant(tenantId, (tx) => this.templates.listNamed(tx, tenantId, text, page, channel));
  }

  async count(tenantId: TenantId, text: string | undefined): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => this.templates.countNamed(tx, tenantId, text));
  }

  async find(tenantId: TenantId, id: string): Promise<Template | null> {
    if (!isId('tpl', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.templates.find(tx, tenantId, id));
  }

  /** The templates with these ids, by id; one that does not exist is left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Map<string, Template>> {
    const valid = ids.filter((id) => isId('tpl', id));
    if (valid.length === 0) return new Map();
    const templates = await this.database.tenant(tenantId, (tx) => this.templates.list(tx, tenantId, valid));
    return new Map(templates.map((template) => [template.id, template]));
  }

  /** The templates that sends name, by id and by alias; one that does not exist is left out. */
  async listNamed(tenantId: TenantId, names: readonly string[]): Promise<Map<string, Template>> {
    if (names.length === 0) return new Map();
    const templates = await this.database.tenant(tenantId, (tx) => this.templates.listNamedBy(tx, tenantId, names));
    return new Map(
      templates.flatMap((template): [string, Template][] => [
        [template.id, template],
        ...(template.alias === null ? [] : [[template.alias, template] as [string, Template]]),
      ]),
    );
  }

  /** Changes what is given and leaves the rest. @throws Problem as {@link create} does, and for an empty change (422) */
  async update(tenantId: TenantId, id: string, changes: TemplateChanges): Promise<Template> {
    if (Object.values(changes).every((value) => value === undefined)) {
      throw new Problem('MissingParameter', { message: 'Give at least one of Name, Alias, Subject, Html and Text' });
    }
    // A thread parses it: no transaction waits for that.
    const { subject = null, html = null, text = null } = changes;
    await this.renderer.check(tenantId, { subject, html, text });
    return rejectingSame(
      this.database.tenant(tenantId, async (tx) => {
        const template = await this.lockForUpdate(tx, tenantId, id);
        const given = definedOf(changes);
        requireParts({ ...template, ...given });
        const updated = await this.templates.update(tx, template, given);
        if (!updated) throw new Problem('NotFound');
        await auditChangedTemplate(tx, template, updated);
        return updated;
      }),
    );
  }

  /** @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const template = await this.lockForUpdate(tx, tenantId, id);
      await this.templates.delete(tx, template);
      await auditDeletedTemplate(tx, template);
    });
  }

  /** A template's parts with the data filled in. @throws Problem MissingParameter naming a variable, InvalidParameter */
  async fill(tenantId: TenantId, template: FillableTemplate, data: TemplateData): Promise<TemplateParts> {
    return this.renderer.renderOne(tenantId, { template, data });
  }

  /** {@link fill} as a message of it would be; the links of a recipient are placeholders. */
  async preview(tenantId: TenantId, template: Template, data: TemplateData): Promise<TemplateParts> {
    return this.fill(tenantId, template, template.channel === 'email' ? withMailLinks(data) : data);
  }

  /**
   * The template that one send of a channel names by id or alias, filled in.
   * @throws Problem InvalidParameter for a template that does not exist or is of another channel, and as {@link fill} does
   */
  async fillFor(
    tenantId: TenantId,
    channel: Channel,
    name: string,
    data: TemplateData = {},
  ): Promise<{ template: Template; parts: TemplateParts }> {
    const template = (await this.listNamed(tenantId, [name])).get(name);
    requireTemplateOf(channel, template);
    return { template, parts: await this.fill(tenantId, template, data) };
  }

  /**
   * Fills in the messages of one call; undefined for those that its limits left out.
   * @throws Problem Throttling if too much is being filled in
   */
  async fillAll(
    tenantId: TenantId,
    fillings: readonly Filling[],
    limits?: CallLimits,
  ): Promise<(FillingResult | undefined)[]> {
    return this.renderer.renderAll(tenantId, fillings, limits);
  }

  /** @throws Problem InvalidParameter naming a part that does not work as a template */
  async checkParts(tenantId: TenantId, parts: TemplateParts): Promise<void> {
    await this.renderer.check(tenantId, parts);
  }

  private async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template> {
    const template = await this.templates.lockForUpdate(tx, tenantId, id);
    if (!template) throw new Problem('NotFound');
    return template;
  }
}

function requireParts(template: TemplateParts & { channel: string }): void {
  if (template.channel === 'email' && template.subject === null) throw missing('Subject', 'A template of e-mail');
  if (template.text === null && template.html === null) throw missing('Text', 'A template');
  if (template.channel !== 'email' && template.html !== null) {
    throw invalidField('InvalidParameter', 'Html', 'is for templates of e-mail');
  }
}

function missing(field: string, what: string): Problem {
  return new Problem('MissingParameter', {
    message: `${what} needs ${field}`,
    details: [{ Field: field, Message: 'is required' }],
  });
}

async function rejectingSame<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const Field = FIELD_OF_INDEX[violatedUnique(error) ?? ''];
    if (!Field) throw error;
    throw new Problem('AlreadyExists', {
      message: `A template of this ${Field === 'Name' ? 'name' : 'alias'} exists`,
      details: [{ Field, Message: 'is in use' }],
      cause: error,
    });
  }
}

function definedOf(changes: TemplateChanges): TemplateChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
