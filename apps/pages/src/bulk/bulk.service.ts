import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { isId, type TenantId } from '#libs/core/persistence';
import { MovingService } from '../moving/moving.service.js';
import { PagesService } from '../pages/pages.service.js';
import { PublishingService } from '../publishing/publishing.service.js';
import { VersionsService } from '../versions/versions.service.js';

export const BULK_ACTIONS = ['publicar', 'despublicar', 'duplicar', 'mudar_dominio'] as const;
export const DRAFT_CHOICES = ['pular', 'publicar'] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];
/** Choice for a page whose draft is newer than its newest version: skip the page, or save the draft as a version and publish it. */
export type DraftChoice = (typeof DRAFT_CHOICES)[number];

export interface BulkWork {
  action: BulkAction;
  ids: readonly string[];
  draft: DraftChoice;
  /** Target of `mudar_dominio`; null is the shared host. */
  domainId: string | null;
}

export interface BulkOutcome {
  id: string;
  status: 'ok' | 'pulada' | 'erro';
  version?: number;
  newId?: string;
  reason?: string;
}

type Result = Omit<BulkOutcome, 'id'>;

/** Pages that one call works on at a time: it leaves connections to other calls. */
const AT_A_TIME = 2;

/** Does one thing to many pages, each for itself. */
@Injectable()
export class BulkService {
  constructor(
    private readonly pages: PagesService,
    private readonly versions: VersionsService,
    private readonly publishing: PublishingService,
    private readonly moving: MovingService,
  ) {}

  /** The outcome of each page, in the order of the ids; a page that fails leaves the others as they are. */
  async run(tenantId: TenantId, work: BulkWork): Promise<BulkOutcome[]> {
    const limit = pLimit(AT_A_TIME);
    return Promise.all(
      [...new Set(work.ids)].map((id) => limit(async () => ({ id, ...(await this.tryOne(tenantId, id, work)) }))),
    );
  }

  private async tryOne(tenantId: TenantId, id: string, work: BulkWork): Promise<Result> {
    try {
      if (!isId('pag', id)) throw new Problem('NotFound');
      return await this.runOne(tenantId, id, work);
    } catch (error) {
      return { status: 'erro', reason: reasonOf(error, id) };
    }
  }

  private async runOne(tenantId: TenantId, id: string, { action, draft, domainId }: BulkWork): Promise<Result> {
    switch (action) {
      case 'publicar':
        return this.publish(tenantId, id, draft);
      case 'despublicar': {
        const { changed } = await this.publishing.unpublish(tenantId, id);
        return changed ? { status: 'ok' } : { status: 'pulada', reason: 'nao_publicada' };
      }
      case 'duplicar':
        return { status: 'ok', newId: (await this.pages.duplicate(tenantId, id)).page.id };
      case 'mudar_dominio': {
        const { changed } = await this.moving.move(tenantId, id, { domainId });
        return changed ? { status: 'ok' } : { status: 'pulada', reason: 'sem_mudanca' };
      }
    }
  }

  private async publish(tenantId: TenantId, id: string, draft: DraftChoice): Promise<Result> {
    const found = await this.pages.find(tenantId, id);
    if (!found) throw new Problem('NotFound');
    if (found.page.draftIsNewer) {
      if (draft === 'pular') return { status: 'pulada', reason: 'rascunho_mais_novo' };
      const version = await this.versions.saveDraft(tenantId, id);
      return { status: 'ok', version: (await this.publishing.publish(tenantId, id, version)).version };
    }
    return { status: 'ok', version: (await this.publishing.publish(tenantId, id)).version };
  }
}

/** A reason that a client may read; anything unexpected is logged. */
function reasonOf(error: unknown, pageId: string): string {
  if (error instanceof Problem && error.status < 500) {
    if (error.code === 'NotFound') return 'nao_encontrada';
    return error.hasOwnMessage ? error.message : error.code;
  }
  logger.error('A page of a bulk action failed', { id: pageId, error });
  return 'falha_interna';
}
