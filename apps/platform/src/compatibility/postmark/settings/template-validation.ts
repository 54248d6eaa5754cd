import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { TemplateParts } from '../../../templates/template-renderer.js';
import { TemplatesService } from '../../../templates/templates.service.js';
import { withMailLinks } from '../../../tracking/links/mail-links.js';

/** Variables that the model lacks and that are made up for it. */
const MADE_UP_MAX = 20;

type Data = Record<string, unknown>;
type Part = keyof TemplateParts;

const NO_PARTS: TemplateParts = { subject: null, html: null, text: null };

/** Names of Postmark for the parts of a template. */
const THEIRS: Readonly<Record<Part, string>> = { subject: 'Subject', html: 'HtmlBody', text: 'TextBody' };

/** Judges templates that are not stored, as `POST /templates/validate` of Postmark does. */
@Injectable()
export class TemplateValidation {
  constructor(private readonly templates: TemplatesService) {}

  /** Answers for each part that there is; a variable that the model lacks is no fault, but has a value made up. */
  async of(tenantId: TenantId, parts: TemplateParts, model: Data): Promise<object> {
    const faults = new Map<Part, string>();
    for (const part of partsIn(parts)) {
      const fault = await this.faultOf(() => this.templates.checkParts(tenantId, { ...NO_PARTS, [part]: parts[part] }));
      if (fault) faults.set(part, fault);
    }
    const sound = Object.fromEntries([...partsIn(parts)].filter((part) => !faults.has(part)).map((p) => [p, parts[p]]));
    const { filled, data, fault } = await this.fill(tenantId, { ...NO_PARTS, ...sound }, structuredClone(model));
    const answer = (part: Part): object | null => {
      if (parts[part] === null) return null;
      const Message = faults.get(part) ?? fault;
      return {
        ContentIsValid: Message === undefined,
        ValidationErrors: Message === undefined ? [] : [{ Message }],
        RenderedContent: filled?.[part] ?? '',
      };
    };
    const isValid = faults.size === 0 && fault === undefined;
    const shown = Object.entries(THEIRS).map(([part, name]) => [name, answer(part as Part)]);
    return { AllContentIsValid: isValid, ...Object.fromEntries(shown), SuggestedTemplateModel: data };
  }

  /** Fills in parts; adds to the data what it lacks, up to a limit. */
  private async fill(
    tenantId: TenantId,
    parts: TemplateParts,
    data: Data,
  ): Promise<{ filled?: TemplateParts; data: Data; fault?: string }> {
    for (let madeUp = 0; ; madeUp += 1) {
      try {
        return { filled: await this.templates.fill(tenantId, parts, withMailLinks(data)), data };
      } catch (error) {
        if (!isOfInput(error)) throw error;
        const variable = error.code === 'MissingParameter' ? error.details?.[0]?.Field.split('.').slice(1) : undefined;
        if (!variable || madeUp === MADE_UP_MAX || !makeUp(data, variable)) return { data, fault: messageOf(error) };
      }
    }
  }

  private async faultOf(work: () => Promise<void>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (isOfInput(error)) return messageOf(error);
      throw error;
    }
  }
}

const partsIn = (parts: TemplateParts): Part[] =>
  (Object.keys(THEIRS) as Part[]).filter((part) => parts[part] !== null);

/** Tells faults of the template and its data from those of the moment. */
const isOfInput = (error: unknown): error is Problem => error instanceof Problem && error.status === 422;

const messageOf = ({ message, details }: Problem): string => details?.[0]?.Message ?? message;

/** Adds a text at a path of objects, which takes the place of one that was made up; false if something else is in its way. */
function makeUp(data: Data, path: readonly string[]): boolean {
  const last = path.at(-1);
  if (!last || path.some((step) => !/^[\w-]+$/.test(step) || step === '__proto__')) return false;
  let at = data;
  for (const step of path.slice(0, -1)) {
    const isFree = !Object.hasOwn(at, step) || at[step] === madeUpFor(step);
    const next = isFree ? (at[step] = {}) : at[step];
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return false;
    at = next as Data;
  }
  if (Object.hasOwn(at, last)) return false;
  at[last] = madeUpFor(last);
  return true;
}

const madeUpFor = (step: string): string => `${step}_Value`;
