import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CountryTable, parseAddress } from '#libs/core/networks';
import { logger } from '#libs/core/observability';
import { SecretBox } from '#libs/core/secrets';
import type { PageSplit, RouteRule } from '#libs/sites/sites';
import type { ServedPage } from '../addresses/served-page.js';
import { ExperimentExposures } from './exposures.js';
import { deviceOf, findRule, languageOf } from './route-conditions.js';
import { isOutsideTests, variantAt, visitorsOf } from './visitor.js';

type Experiment = Extract<PageSplit, { kind: 'experiment' }>;

/** Chooses the version of a page that a visitor gets, and counts exposures and conversions of experiments. */
@Injectable()
export class PageSplits {
  private countries: Promise<CountryTable | undefined> | undefined;

  constructor(
    private readonly exposures: ExperimentExposures,
    private readonly secrets: SecretBox,
  ) {}

  /** The page as this visitor gets it. */
  async choose(page: ServedPage, request: Request): Promise<ServedPage> {
    const { split } = page;
    if (!split) return page;
    if (split.kind === 'experiment') return this.expose(page, split, request);
    const rule = findRule(split.rules, {
      query: new URLSearchParams(/\?(.*)/s.exec(request.url)?.[1]),
      device: deviceOf(request.headers),
      country: await this.countryOf(split.rules, request.ip),
      language: languageOf(request.headers),
    });
    return (rule && page.variant(rule.version)) ?? page;
  }

  /**
   * Counts a form that was sent from a variant as a conversion of its visitor.
   * @param version of the page in whose bytes the form was
   */
  async convertByForm(page: ServedPage, version: number, formId: string, request: Request): Promise<void> {
    const goal = page.split?.kind === 'experiment' ? page.split.goal : undefined;
    if (goal?.kind === 'form' && (goal.formId === null || goal.formId === formId))
      await this.convert(page, version, request);
  }

  /** Counts an event that was sent from a variant as a conversion, if it is the goal. */
  async convertByEvent(page: ServedPage, version: number, name: string, request: Request): Promise<void> {
    const goal = page.split?.kind === 'experiment' ? page.split.goal : undefined;
    if (goal?.kind === 'event' && goal.name === name) await this.convert(page, version, request);
  }

  private async convert({ tenantId, split }: ServedPage, version: number, request: Request): Promise<void> {
    if (split?.kind !== 'experiment' || isOutsideTests(request)) return;
    if (!split.variants.some((variant) => variant.version === version)) return;
    const { experimentId } = split;
    const [visitor, other] = visitorsOf(this.secrets, experimentId, request);
    if (visitor)
      await this.exposures.convert({ tenantId, experimentId, visitor: visitor.id, otherVisitor: other?.id ?? null });
  }

  private async expose(
    page: ServedPage,
    { experimentId, phase, variants, next }: Experiment,
    request: Request,
  ): Promise<ServedPage> {
    const control = variants[0] && page.variant(variants[0].version);
    const [visitor] = isOutsideTests(request) ? [] : visitorsOf(this.secrets, experimentId, request);
    if (!visitor) return control ?? page;
    const at = Date.now();
    const variant = variantAt(weightedAt(at, variants, next), visitor.point);
    const chosen = variant && page.variant(variant.version);
    if (!variant || !chosen) return control ?? page;
    if (isView(request)) {
      const { tenantId } = page;
      await this.exposures.expose({ tenantId, experimentId, phase, visitor: visitor.id, variantId: variant.id }, at);
    }
    return chosen;
  }

  /** Null if no rule asks for it. */
  private async countryOf(rules: readonly RouteRule[], ip = ''): Promise<string | null> {
    if (!rules.some(({ when }) => when.country)) return null;
    this.countries ??= readCountries();
    const [table, address] = [await this.countries, parseAddress(ip)];
    return (table && address && table.find(address)) ?? null;
  }
}

/** The variants with the weights of a time. */
function weightedAt(at: number, variants: Experiment['variants'], next: Experiment['next']): Experiment['variants'] {
  if (!next || at < Date.parse(next.from)) return variants;
  return variants.map((variant) => ({ ...variant, weight: next.weights[variant.id] ?? variant.weight }));
}

/** Whether a person looks at the answer: no HEAD, and no page that a browser fetches in advance. */
function isView({ method, headers }: Request): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`;
  return method === 'GET' && !purpose.includes('prefetch');
}

async function readCountries(): Promise<CountryTable | undefined> {
  try {
    return await CountryTable.load();
  } catch (error) {
    logger.error('The table of countries cannot be read: no rule with a country holds', { error });
    return undefined;
  }
}
