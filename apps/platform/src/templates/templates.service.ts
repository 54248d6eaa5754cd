import { Injectable } from '@nestjs/common';
import { Problem, refusedField } from '#libs/http';
import { Database, isId, newId, type Page, type TenantId, violatedUnique } from '#libs/persistence';
import type { Template, TemplateData, TemplateParts } from './template.js';
import { auditGoneTemplate, auditNewTemplate, auditTemplateChange } from './template-audit.js';
import { TemplateRenderer } from './template-renderer.js';
import { TemplateRepository, type TemplateChanges } from './template.repository.js';

const MAX_TEMPLATES = 1_000;

/** The templates of a tenant. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplateRepository,
    private readonly renderer: TemplateRenderer,
  ) {}

  /** @throws Problem AlreadyExists for a name in use, Conflict at the limit, InvalidParameter for a broken part */
  async create(tenantId: TenantId, template: Omit<Template, 'id' | 'createdAt' | 'updatedAt'>): Promise<Template> {
    this.check(template);
    return refusingSameName(
      this.database.tenant(tenantId, async (tx) => {
        if ((await this.templates.count(tx, tenantId)) >= MAX_TEMPLATES) {
          throw new Problem('Conflict', { message: `An account has at most ${MAX_TEMPLATES} templates` });
        }
        const created = await this.templates.insert(tx, tenantId, { ...template, id: newId('tpl') });
        await auditNewTemplate(tx, tenantId, created);
        return created;
      }),
    );
  }

  async list(tenantId: TenantId, cursor: number | undefined, limit: number): Promise<Page<Template>> {
    return this.database.tenant(tenantId, (tx) => this.templates.page(tx, tenantId, cursor, limit));
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, id: string): Promise<Template> {
    if (!isId('tpl', id)) throw new Problem('NotFound');
    const template = await this.database.tenant(tenantId, (tx) => this.templates.find(tx, tenantId, id));
    if (!template) throw new Problem('NotFound');
    return template;
  }

  /** The templates with these ids, by id; one that does not exist is left out. */
  async readMany(tenantId: TenantId, ids: readonly string[]): Promise<Map<string, Template>> {
    const known = ids.filter((id) => isId('tpl', id));
    if (known.length === 0) return new Map();
    const templates = await this.database.tenant(tenantId, (tx) => this.templates.findMany(tx, tenantId, known));
    return new Map(templates.map((template) => [template.id, template]));
  }

  /** Changes what is given and leaves the rest. @throws Problem as {@link create} does, and for an empty change (422) */
  async update(tenantId: TenantId, id: string, changes: TemplateChanges): Promise<Template> {
    if (Object.values(changes).every((value) => value === undefined)) {
      throw new Problem('MissingParameter', { message: 'Give at least one of Name, Subject, Html and Text' });
    }
    return refusingSameName(
      this.database.tenant(tenantId, async (tx) => {
        const known = await this.templates.hold(tx, tenantId, id);
        if (!known) throw new Problem('NotFound');
        const next = { ...known, ...definedOf(changes) };
        this.check(next);
        const updated = await this.templates.update(tx, tenantId, id, next);
        if (!updated) throw new Problem('NotFound');
        await auditTemplateChange(tx, tenantId, known, updated);
        return updated;
      }),
    );
  }

  async delete(tenantId: TenantId, id: string): Promise<void> {
    if (!isId('tpl', id)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      const deleted = await this.templates.delete(tx, tenantId, id);
      if (!deleted) throw new Problem('NotFound');
      await auditGoneTemplate(tx, tenantId, deleted);
    });
  }

  /** The template's parts with the data filled in. @throws Problem NotFound, or MissingParameter naming a variable */
  async render(tenantId: TenantId, id: string, data: TemplateData): Promise<TemplateParts> {
    return this.fill(await this.read(tenantId, id), data);
  }

  /** A template's parts with the data filled in. @throws Problem MissingParameter naming a variable */
  fill(template: TemplateParts, data: TemplateData): TemplateParts {
    return this.renderer.render(template, data);
  }

  /** @throws Problem InvalidParameter naming a part that does not work as a template */
  checkParts(parts: TemplateParts): void {
    const { subject, html, text } = parts;
    this.renderer.check({ subject, html, text });
  }

  private check(template: TemplateParts & { channel: string }): void {
    if (template.channel === 'email' && template.subject === null) throw missing('Subject', 'A template of e-mail');
    if (template.text === null && template.html === null) throw missing('Text', 'A template');
    if (template.channel !== 'email' && template.html !== null) {
      throw refusedField('InvalidParameter', 'Html', 'is for templates of e-mail');
    }
    this.renderer.check(template);
  }
}

function missing(field: string, what: string): Problem {
  return new Problem('MissingParameter', {
    message: `${what} needs ${field}`,
    details: [{ Field: field, Message: 'is required' }],
  });
}

async function refusingSameName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedUnique(error) !== 'template__name__uq') throw error;
    throw new Problem('AlreadyExists', {
      message: 'A template of this name exists',
      details: [{ Field: 'Name', Message: 'is in use' }],
      cause: error,
    });
  }
}

function definedOf(changes: TemplateChanges): TemplateChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
