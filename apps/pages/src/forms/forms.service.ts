import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Form } from '#libs/sites/forms';
import { Problem, refusal } from '#libs/core/http';
import { IdempotencyService, type Answered, type Idempotency } from '#libs/core/idempotency';
import {
  Database,
  isId,
  lockKey,
  violatedUnique,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { RenderAgain } from '../published-pages/render-again.js';
import { EXTERNAL_ID } from './external-id.js';
import { auditForm } from './form-audit.js';
import { FormRepository, type FormValues } from './form.repository.js';

const MAX_FORMS = 1_000;
/** Pages that a refusal names. */
const NAMED_PAGES = 100;

const IN_USE =
  'Páginas publicadas mostram este formulário e deixariam de receber leads por ele. Para apagá-lo mesmo assim, repita com ?confirmar=true.';

export interface UpsertedForm {
  form: Form;
  isNew: boolean;
}

/** The forms of a tenant. */
@Injectable()
export class FormsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyService,
    private readonly forms: FormRepository,
    private readonly renderAgain: RenderAgain,
    private readonly published: PublishedPageRepository,
  ) {}

  /**
   * Adds a form, once for each idempotency key. `toAnswer` makes what is kept for a repetition.
   * @throws Problem AlreadyExists for an external id in use, Conflict at the limit, IdempotencyKeyReused
   */
  async create<T>(
    tenantId: TenantId,
    values: FormValues,
    idempotency: Idempotency | null,
    toAnswer: (form: Form) => T,
  ): Promise<Answered<T>> {
    const work = this.idempotency.once(tenantId, idempotency, async (tx) =>
      toAnswer(await this.insert(tx, tenantId, values)),
    );
    return rejectingSameId(work);
  }

  async listPage(tenantId: TenantId, externalId: string | undefined, page: KeysetRequest): Promise<KeysetPage<Form>> {
    return this.database.tenant(tenantId, (tx) => this.forms.listPage(tx, tenantId, externalId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<Form | null> {
    if (!isId('frm', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.forms.find(tx, tenantId, id));
  }

  /** @param field its name in the body @throws Problem Unprocessable for a form that the tenant does not have */
  async require(tenantId: TenantId, id: string, field: string): Promise<void> {
    if (!(await this.find(tenantId, id)))
      throw refusal('Unprocessable', { erro: 'O formulário não existe.', campo: field });
  }

  /** Also those that are deleted; ids without a form are left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Form[]> {
    return this.database.tenant(tenantId, (tx) => this.forms.listByIds(tx, tenantId, ids));
  }

  async findByExternalId(tenantId: TenantId, externalId: string): Promise<Form | null> {
    if (!EXTERNAL_ID.pattern.test(externalId)) return null;
    return this.database.tenant(tenantId, (tx) => this.forms.findByExternalId(tx, tenantId, externalId));
  }

  /** Replaces the whole definition. @throws Problem NotFound, AlreadyExists for an external id in use */
  async update(tenantId: TenantId, id: string, values: FormValues): Promise<Form> {
    const work = this.database.tenant(tenantId, async (tx) => {
      const form = await this.forms.update(tx, tenantId, id, values);
      if (!form) throw new Problem('NotFound');
      await this.renderAgain.outdated(tx, tenantId, { formId: form.id });
      await auditForm(tx, 'form.changed', form);
      return form;
    });
    return rejectingSameId(work);
  }

  /** Adds the form with this external id, or replaces its definition. @throws Problem Conflict at the limit */
  async upsert(tenantId: TenantId, externalId: string, given: FormValues): Promise<UpsertedForm> {
    const values = { ...given, externalId };
    try {
      return await this.tryUpsert(tenantId, externalId, values);
    } catch (error) {
      // Another call has just added it: now there is one to replace.
      if (violatedUnique(error) !== 'form__external_id__uq') throw error;
      return this.tryUpsert(tenantId, externalId, values);
    }
  }

  /**
   * The leads stay, and so does the row.
   * @param confirmed that published pages may lose it
   * @throws Problem NotFound, Conflict formulario_em_uso while published pages show it and that is not confirmed
   */
  async delete(tenantId: TenantId, id: string, confirmed = false): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      // No page is published with it meanwhile.
      await lockKey(tx, 'page rendering', tenantId);
      const form = await this.forms.find(tx, tenantId, id);
      if (!form) throw new Problem('NotFound');
      const pageIds = confirmed ? [] : await this.published.listOutdated(tx, tenantId, { formId: id });
      if (pageIds.length > 0)
        throw refusal('Conflict', {
          erro: 'formulario_em_uso',
          mensagem: IN_USE,
          paginas: pageIds.slice(0, NAMED_PAGES),
        });
      if (!(await this.forms.softDelete(tx, tenantId, id))) throw new Problem('NotFound');
      await this.renderAgain.outdated(tx, tenantId, { formId: id });
      await auditForm(tx, 'form.deleted', form);
    });
  }

  private async tryUpsert(tenantId: TenantId, externalId: string, values: FormValues): Promise<UpsertedForm> {
    return this.database.tenant(tenantId, async (tx) => {
      const known = await this.forms.findByExternalId(tx, tenantId, externalId);
      const form = known && (await this.forms.update(tx, tenantId, known.id, values));
      if (!form) return { form: await this.insert(tx, tenantId, values), isNew: true };
      await this.renderAgain.outdated(tx, tenantId, { formId: form.id });
      await auditForm(tx, 'form.changed', form);
      return { form, isNew: false };
    });
  }

  private async insert(tx: EntityManager, tenantId: TenantId, values: FormValues): Promise<Form> {
    if ((await this.forms.count(tx, tenantId)) >= MAX_FORMS)
      throw refusal('Conflict', { erro: `Uma conta tem no máximo ${MAX_FORMS} formulários.` });
    const form = await this.forms.insert(tx, tenantId, values);
    await auditForm(tx, 'form.created', form);
    return form;
  }
}

async function rejectingSameId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedUnique(error) !== 'form__external_id__uq') throw error;
    throw refusal('AlreadyExists', { erro: 'Já existe um formulário com este external_id.', campo: 'external_id' });
  }
}
