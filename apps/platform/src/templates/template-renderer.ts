import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { logger, metrics } from '#libs/core/observability';
import { PlatformConfig } from '../config.js';
import { REQUEST_LIMITS, type CallLimits } from './rendering/render-call.js';
import {
  PARTS,
  type RenderItem,
  type RenderOutcome,
  type RenderTemplate,
  type TemplateParts,
} from './rendering/render-messages.js';
import { RendererBusy, RenderPool } from './rendering/render-pool.js';
import { toRejection, tooLongToRead, type RenderRejection } from './rendering/render-rejection.js';

export type { CallLimits } from './rendering/render-call.js';
export type { TemplateParts } from './rendering/render-messages.js';
export type { RenderRejection } from './rendering/render-rejection.js';

export type TemplateData = Record<string, unknown>;

/** Characters of a message's data as JSON. An allocation beyond a thread's memory would end the process: V8 gives it no warning. */
const MAX_DATA = 1_000_000;

export interface FillableTemplate extends TemplateParts {
  /** Names it in errors. */
  id?: string;
  /** Data that its messages have in common; that of a message overrides it. */
  data?: TemplateData;
}

/** A message to fill in. */
export interface Filling {
  template: FillableTemplate;
  data: TemplateData;
}

/** The filled-in parts, or why there are none. */
export type FillingResult = { parts: TemplateParts } | RenderRejection;

/** Renders the templates of tenants in threads, within limits; see docs/templates.md for what a tenant sees of them. */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private readonly pool: RenderPool;
  private readonly terminated = metrics.registerCounter({
    name: 'template_threads_terminated_total',
    help: 'Threads that were terminated because a message took too much to fill in',
    labelNames: ['limit'],
  });
  private readonly rejected = metrics.registerCounter({
    name: 'template_calls_rejected_total',
    help: 'Calls with templates that were rejected because no thread was free in time',
  });

  constructor({ templateThreads }: PlatformConfig) {
    this.pool = new RenderPool(templateThreads, (limit, tenantId) => {
      this.terminated.inc({ limit });
      logger.warn('A template took too much to fill in', { tenantId, limit });
    });
  }

  /** @throws Problem InvalidParameter (422) naming the part that is no template, and where; Throttling */
  async check(tenantId: string, { subject, html, text }: TemplateParts): Promise<void> {
    const none: TemplateParts = { subject: null, html: null, text: null };
    // One at a time: of a part that takes too long, only the place is known.
    const parts = [
      { ...none, subject },
      { ...none, html },
      { ...none, text },
    ];
    const items = parts.map((_, template) => ({ template, data: null }));
    const outcomes = await this.render(tenantId, parts, items, REQUEST_LIMITS);
    for (const [n, outcome] of outcomes.entries()) {
      const part = PARTS[n] ?? 'text';
      if (outcome && 'parts' in outcome) continue;
      throw outcome?.fault.kind === 'broken' ? toRejection(outcome.fault).problem : tooLongToRead(part);
    }
  }

  /** Renders one message. @throws Problem MissingParameter or InvalidParameter (422), Throttling */
  async renderOne(tenantId: string, filling: Filling): Promise<TemplateParts> {
    const [result] = await this.renderAll(tenantId, [filling]);
    if (!result) throw new Error('A template was not filled in');
    if ('problem' in result) throw result.problem;
    return result.parts;
  }

  /**
   * Renders the messages of one call; undefined for those that its limits left out.
   * @throws Problem Throttling if no thread is free in time
   */
  async renderAll(
    tenantId: string,
    fillings: readonly Filling[],
    limits: CallLimits = REQUEST_LIMITS,
  ): Promise<(FillingResult | undefined)[]> {
    const templates = [...new Set(fillings.map(({ template }) => template))];
    const indexes = new Map(templates.map((template, index) => [template, index]));
    const results = new Array<FillingResult | undefined>(fillings.length);
    const items: RenderItem[] = [];
    const places: number[] = [];
    for (const [place, { template, data }] of fillings.entries()) {
      const json = toJson(data);
      if (json === undefined) results[place] = unreadable(template);
      else {
        items.push({ template: indexes.get(template) ?? 0, data: json });
        places.push(place);
      }
    }
    const outcomes = await this.render(tenantId, templates, items, limits);
    for (const [n, place] of places.entries()) {
      const [outcome, filling] = [outcomes[n], fillings[place]];
      if (outcome && filling) results[place] = toResult(outcome, filling.template);
    }
    return results;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async render(
    tenantId: string,
    templates: readonly FillableTemplate[],
    items: readonly RenderItem[],
    limits: CallLimits,
  ): Promise<(RenderOutcome | undefined)[]> {
    try {
      return await this.pool.render({ tenantId, templates: templates.map(toRenderTemplate), items, limits });
    } catch (error) {
      if (!(error instanceof RendererBusy)) throw error;
      this.rejected.inc();
      const message = 'Too many templates are being filled in; try again in a second';
      throw new Problem('Throttling', { message, headers: { 'Retry-After': '1' }, cause: error });
    }
  }
}

function toRenderTemplate({ subject, html, text, data }: FillableTemplate): RenderTemplate {
  return { subject, html, text, data: data ? JSON.stringify(data) : null };
}

function toResult(outcome: RenderOutcome, template: FillableTemplate): FillingResult {
  return 'parts' in outcome ? outcome : toRejection(outcome.fault, template.id);
}

const unreadable = ({ id }: FillableTemplate): RenderRejection =>
  toRejection({ kind: 'unusable', part: 'text', message: 'is too large or nested too deeply' }, id);

/** The data as JSON; undefined if it is too large, or nested more deeply than the engine can follow. */
function toJson(data: TemplateData): string | undefined {
  try {
    const json = JSON.stringify(data);
    return json.length > MAX_DATA ? undefined : json;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
