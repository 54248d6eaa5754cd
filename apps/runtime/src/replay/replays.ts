import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { metrics } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { consentedVisitorId } from '#libs/sites/traffic';
import { TenantPlans } from '../collect/ingest/tenant-plans.js';
import { SuspendedTenants } from '../sites/suspended-tenants.js';
import { MaskThread } from './masking/mask-thread.js';
import type { MaskedChunk, MaskRequest } from './masking/mask-thread-messages.js';
import { UnreadableRecording } from './masking/recorded-events.js';
import { type NewReplay, ReplayRepository } from './replay.repository.js';
import type { ReplayRequest } from './replay.requests.js';

/** Source of a recording, as its credential says. */
export interface ReplayPlace {
  tenantId: TenantId;
  /** The page, or the pixel. */
  pageId: string;
}

/** Stores recordings of visitors who consented, masked once more. */
@Injectable()
export class Replays {
  private readonly counted = metrics.registerCounter({
    name: 'replay_chunks_total',
    help: 'Chunks of recordings, by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly masking: MaskThread,
    private readonly repository: ReplayRepository,
    private readonly plans: TenantPlans,
    private readonly tenants: SuspendedTenants,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Resolves when the chunk is stored; one that comes again changes nothing.
   * @throws Problem ValidationError, TenantSuspended, PayloadTooLarge, QuotaExceeded, ServiceUnavailable
   */
  async accept({ tenantId, pageId }: ReplayPlace, request: ReplayRequest): Promise<void> {
    try {
      if (await this.tenants.isSuspended(tenantId)) throw new Problem('TenantSuspended');
      await this.store(tenantId, request, {
        pageId,
        visitorId: consentedVisitorId(this.secrets, tenantId, request.visitante),
        sessionId: request.sessao ?? null,
      });
      this.counted.inc({ outcome: 'stored' });
    } catch (error) {
      this.counted.inc({ outcome: 'rejected' });
      throw error;
    }
  }

  private async store(tenantId: TenantId, request: ReplayRequest, replay: NewReplay): Promise<void> {
    const { gravacao: replayId, carga: loadId, sequencia: sequence } = request;
    const place = { tenantId, replayId, loadId, sequence };
    const { isKnown, regions } = await this.repository.findBefore(place);
    if (isKnown) return;
    const chunk = await this.mask(eventsOf(request), regions);
    if (chunk.events === 0) return;
    const { recordings } = await this.plans.find(tenantId);
    await this.repository.insert(place, chunk, replay, recordings);
  }

  private async mask(events: MaskRequest['events'], regions: MaskRequest['regions']): Promise<MaskedChunk> {
    try {
      return await this.masking.mask({ events, regions });
    } catch (error) {
      if (!(error instanceof UnreadableRecording)) throw error;
      throw new Problem('ValidationError', { message: 'Os eventos não podem ser lidos.', cause: error });
    }
  }
}

/** @throws Problem ValidationError */
function eventsOf({ eventos, eventos_gzip }: ReplayRequest): { json: string } | { gzip: Uint8Array } {
  if ((eventos === undefined) === (eventos_gzip === undefined))
    throw new Problem('ValidationError', { message: 'Envie eventos ou eventos_gzip, e não os dois.' });
  if (eventos !== undefined) return { json: eventos };
  return { gzip: new Uint8Array(Buffer.from(eventos_gzip!, 'base64')) };
}
