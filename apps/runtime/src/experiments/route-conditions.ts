import type { IncomingHttpHeaders } from 'node:http';
import Bowser from 'bowser';
import { type RouteConditions, type RouteDevice, type RouteRule, UTM_CONDITIONS } from '#libs/sites/sites';
import { userAgentOf } from '../negotiation/visitor-headers.js';

/** Facts of a request that rules are about. */
export interface RouteFacts {
  query: URLSearchParams;
  device: RouteDevice | null;
  /** Upper case; null if unknown. */
  country: string | null;
  /** Preferred language in lower case, such as `pt-br`; null if unknown. */
  language: string | null;
}

/** The first rule that holds. */
export function findRule(rules: readonly RouteRule[], facts: RouteFacts): RouteRule | undefined {
  return rules.find(({ when }) => holds(when, facts));
}

function holds(when: RouteConditions, { query, device, country, language }: RouteFacts): boolean {
  const utmHold = UTM_CONDITIONS.every((name) => includes(when[name], query.get(name)?.toLowerCase()));
  return (
    utmHold &&
    includes(when.device, device) &&
    includes(when.country, country) &&
    (includes(when.language, language) || includes(when.language, language?.split('-')[0]))
  );
}

const includes = (wanted: readonly string[] | undefined, value: string | null | undefined): boolean =>
  wanted === undefined || (value !== null && value !== undefined && wanted.includes(value));

const DEVICES: Record<string, RouteDevice> = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet' };

export function deviceOf(headers: IncomingHttpHeaders): RouteDevice | null {
  const agent = userAgentOf(headers);
  return agent === '' ? null : (DEVICES[Bowser.parse(agent).platform.type ?? ''] ?? null);
}

const LONGEST_LANGUAGES = 500;
const LANGUAGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** The language that the browser prefers, the first of equal ones; null without one. */
export function languageOf({ 'accept-language': header = '' }: IncomingHttpHeaders): string | null {
  let [best, weight]: [string | null, number] = [null, 0];
  for (const entry of header.slice(0, LONGEST_LANGUAGES).toLowerCase().split(',')) {
    const [, language, q = '1'] = LANGUAGE.exec(entry.replaceAll(' ', '')) ?? [];
    if (language !== undefined && Number(q) > weight) [best, weight] = [language, Number(q)];
  }
  return best;
}
